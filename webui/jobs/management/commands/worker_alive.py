"""`manage.py worker_alive`: the health check of the worker's container."""

import sys
from typing import Any

from django.core.management import BaseCommand

from webui.jobs.queue import worker_alive


class Command(BaseCommand):
    """Ends with 0 if a worker of this host has swept within the last minute, else with 1."""

    help = "End with 0 if a worker of this host has swept within the last minute, else with 1."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(0 if worker_alive(here=True) else 1)
