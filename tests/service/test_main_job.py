"""The main job as a team runs it: web and worker on PostgreSQL and Redis, entered and asked over HTTP."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

pytestmark = pytest.mark.service
ROOT = Path(__file__).parents[2]
FLAGS = ["--pool=prefork", "--concurrency=2", "--without-gossip", "--without-mingle", "--without-heartbeat"]
ORPHAN = {
    "model": "claude-sonnet-4-5",
    "system": "You fix bugs.",
    "messages": [
        {"role": "user", "content": "Summary: the fee is charged early."},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "GRACE = 14"}]},
    ],
}


@pytest.fixture
def deployment(tmp_path: Path, database_url: str, redis_url: str, unused_port: int) -> Iterator[tuple[str, str]]:
    """The address of a running deployment, and the one-time address of its first person."""
    base = f"http://127.0.0.1:{unused_port}"
    env = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path),
        "STATIC_ROOT": str(tmp_path / "static"),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "0123456789abcdef" * 4,
        "BASE_URL": base,
        "DJANGO_SETTINGS_MODULE": "webui.config.settings",
    }

    def manage(*arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, timeout=90, check=True)
        return done.stdout

    manage("setup")
    invited = re.search(rf"{base}/enter/\S+", manage("invite", "--owner", "ada"))
    assert invited
    bind = base.removeprefix("http://")
    serve = ["gunicorn", "webui.config.wsgi:application", "--bind", bind, "--threads", "4", "--log-level", "error"]
    work = ["celery", "--app=webui.config", "--quiet", "worker", *FLAGS]
    parts = [
        subprocess.Popen([sys.executable, "-W", "ignore", "-m", *command], cwd=ROOT, env=env)
        for command in (serve, work)
    ]
    try:
        yield base, invited[0]
    finally:
        for part in parts:
            part.terminate()
        for part in parts:
            part.wait(40)


def answered(client: httpx2.Client, path: str, words: str, seconds: float = 60) -> str:
    """Ask until the page holds the words; return it."""
    until = time.monotonic() + seconds
    page = ""
    while time.monotonic() < until:
        try:
            page = client.get(path, follow_redirects=True).text
        except httpx2.TransportError:
            page = ""
        if words in page:
            return page
        time.sleep(0.2)
    raise AssertionError(f"{path} did not say {words!r} within {seconds} s")


def test_a_capture_is_stored_checked_and_read_at_its_block(deployment: tuple[str, str]) -> None:
    base, first = deployment
    with httpx2.Client(base_url=base, timeout=30) as client:
        ready = json.loads(answered(client, "/readyz", '"ok"'))
        assert ready["database"] == "ok"
        token = form_token(answered(client, first, "Sign in"))
        client.post(first, data={"csrfmiddlewaretoken": token}, headers={"Referer": base})
        home = client.get("/", follow_redirects=True)
        team = home.url.path.split("/")[2]

        token = form_token(client.get(f"/t/{team}/captures/new").text)
        sent = client.post(
            f"/t/{team}/captures/new",
            data={"csrfmiddlewaretoken": token},
            files={"files": ("mine.json", json.dumps(ORPHAN).encode())},
            headers={"Referer": base},
        )
        capture = answered(client, sent.headers["Location"], f"/t/{team}/transcripts/")
        found = re.search(rf"/t/{team}/transcripts/[0-9a-f]+", capture)
        assert found

        read = answered(client, f"{found[0]}?at=1", "Would be refused")
        assert 'id="m-1.0"' in read
        assert "Tool result without its call" in read


def form_token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]
