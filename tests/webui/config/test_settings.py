"""What the settings promise to browsers, and how they follow the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

ROOT = Path(__file__).parents[3]
READ = """
import json, sys
from webui.config import settings
print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}, default=str))
"""
TEAM = {"SECRET_KEY": "0123456789abcdef" * 4, "BASE_URL": "https://review.example.org"}


def run(command: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "webui.config.settings", **variables}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )


def read(*names: str, **variables: str) -> dict[str, Any]:
    done = run(["-c", READ, *names], **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_browsers_are_told_to_load_nothing_foreign_and_nothing_inline(client: Client) -> None:
    header = client.get("/healthz").headers["Content-Security-Policy"]
    policy = dict(part.strip().split(" ", 1) for part in header.split(";"))

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["object-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in header


def test_every_answer_carries_the_other_headers(client: Client) -> None:
    headers = client.get("/nowhere").headers

    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_sqlite_is_opened_for_many_writers(db: None) -> None:
    with connection.cursor() as cursor:
        modes = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

    assert modes == ["wal", 1]


def test_an_https_address_makes_cookies_secure() -> None:
    names = ("ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "BASE_URL")

    assert read(*names, **TEAM) == {
        "ALLOWED_HOSTS": ["review.example.org", "127.0.0.1", "localhost", "[::1]"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "BASE_URL": "https://review.example.org",
    }


def test_one_machine_needs_no_https(tmp_path: Path) -> None:
    assert read("SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "DATA", DATA_DIR=str(tmp_path)) == {
        "SESSION_COOKIE_SECURE": False,
        "SECURE_SSL_REDIRECT": None,
        "DATA": str(tmp_path),
    }


def test_redis_is_used_when_it_is_named() -> None:
    found = read(
        "CELERY_BROKER_URL", "CELERY_TASK_TIME_LIMIT", "CELERY_BROKER_TRANSPORT_OPTIONS", REDIS_URL="redis://r"
    )

    assert found["CELERY_BROKER_URL"] == "redis://r"
    # Without this a page waits six seconds for a Redis that is down.
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["max_retries"] == 1
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > found["CELERY_TASK_TIME_LIMIT"]


def test_otherwise_the_queue_is_a_folder_of_the_data_folder(tmp_path: Path) -> None:
    found = read("CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS", DATA_DIR=str(tmp_path))

    assert found["CELERY_BROKER_URL"] == "folder://localhost"
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"] == {"folder": str(tmp_path / "queue"), "polling_interval": 0.05}


@pytest.mark.parametrize("variables", [TEAM, {}], ids=["team", "one-machine"])
def test_the_deploy_check_finds_nothing(variables: dict[str, str], tmp_path: Path) -> None:
    done = run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], DATA_DIR=str(tmp_path), **variables)

    assert done.returncode == 0, done.stderr


def test_the_web_does_not_start_with_a_key_that_is_lost_at_its_end(tmp_path: Path) -> None:
    done = run(["-c", "import webui.config.wsgi"], DATA_DIR=str(tmp_path))

    assert done.returncode != 0
    assert "Set SECRET_KEY" in done.stderr
