"""/healthz and /readyz."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from webui.jobs.models import WorkerPulse


def test_the_web_is_well_without_a_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok\n")


def test_everything_is_ready(client: Client, db: None) -> None:
    WorkerPulse.objects.create(worker="w", swept=timezone.now())
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"database": "ok", "broker": "ok", "worker": "ok"}


def test_no_worker_is_degraded_but_ready(client: Client, db: None) -> None:
    response = client.get("/readyz")

    assert (response.status_code, response.json()["worker"]) == (200, "degraded")


def test_a_broker_that_is_down_is_degraded_but_ready(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("webui.jobs.health.current_app.connection_for_write", refuse)
    response = client.get("/readyz")

    assert (response.status_code, response.json()["broker"]) == (200, "degraded")


def test_a_database_that_is_down_is_not_ready(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("webui.jobs.health.MigrationExecutor", refuse)
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {"database": "degraded", "broker": "ok", "worker": "degraded"}


def test_a_missing_migration_is_not_ready(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.jobs.health.MigrationExecutor.migration_plan", lambda self, targets: [("m", False)])

    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
