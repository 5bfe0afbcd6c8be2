"""Whether the app lives, and whether its parts can be used."""

from celery import current_app
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webui.jobs.bell import REFUSALS
from webui.jobs.queue import worker_alive

_WORDS = {True: "ok", False: "degraded"}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the web process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Say how the parts stand; 503 only when the database cannot be used or migrations are missing.

    Source: interfaces 3.
    """
    database = database_ready()
    parts = {"database": database, "broker": broker_ready(), "worker": database and worker_alive()}
    return JsonResponse({name: _WORDS[well] for name, well in parts.items()}, status=200 if database else 503)


def database_ready() -> bool:
    """Return whether the database answers and has every migration."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, ImproperlyConfigured):
        return False


def broker_ready() -> bool:
    """Return whether a ring would be taken."""
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
    except REFUSALS:
        return False
    return True
