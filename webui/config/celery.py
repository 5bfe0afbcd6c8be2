"""The Celery app."""

import os
from typing import Any

from celery import Celery, signals
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")
# Addresses cannot name a class, so the folder transport is known by a short name.
TRANSPORT_ALIASES["folder"] = "webui.jobs.transport:Transport"

app = Celery("compaction-review")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect
def sweep_too(sender: Any, **kwargs: Any) -> None:
    """Give the worker its sweeper. Imported here because models need the apps to be ready."""
    from webui.jobs.bootstep import Sweeper

    sender.app.steps["worker"].add(Sweeper)
