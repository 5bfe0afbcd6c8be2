"""The main job as a team runs it: web and worker on PostgreSQL and Redis, entered and asked over HTTP."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
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
    with deployed(tmp_path, database_url, redis_url, unused_port) as found:
        yield found


@contextmanager
def deployed(tmp_path: Path, database_url: str, redis_url: str, port: int) -> Iterator[tuple[str, str]]:
    """Run web and worker while the block lasts; neither needs Redis to be there when it starts."""
    base = f"http://127.0.0.1:{port}"
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
        team = entered(client, base, first)
        sent = upload(client, base, team, ORPHAN)
        capture = answered(client, sent.headers["Location"], f"/t/{team}/transcripts/")
        found = re.search(rf"/t/{team}/transcripts/[0-9a-f]+", capture)
        assert found

        read = answered(client, f"{found[0]}?at=1", "Would be refused")
        assert 'id="m-1.0"' in read
        assert "Tool result without its call" in read


def test_uploads_go_on_while_redis_is_away_and_none_is_lost(
    tmp_path: Path,
    database_url: str,
    redis_at: Callable[[int], AbstractContextManager[str]],
    unused_port: int,
    another_port: int,
) -> None:
    with ExitStack() as running:
        redis = ExitStack()
        running.callback(redis.close)
        address = redis.enter_context(redis_at(another_port))
        base, first = running.enter_context(deployed(tmp_path, database_url, address, unused_port))
        client = running.enter_context(httpx2.Client(base_url=base, timeout=60))
        answered(client, "/readyz", '"ok"')
        team = entered(client, base, first)
        pages = [upload(client, base, team, {**ORPHAN, "max_tokens": 1}).headers["Location"]]

        redis.close()
        for number in (2, 3, 4):
            sent = upload(client, base, team, {**ORPHAN, "max_tokens": number})
            assert sent.status_code == 302
            pages.append(sent.headers["Location"])
        with redis_at(another_port):
            pages.append(upload(client, base, team, {**ORPHAN, "max_tokens": 5}).headers["Location"])
            for page in pages:
                answered(client, page, f"/t/{team}/transcripts/", 90)
        assert len(set(pages)) == 5


def entered(client: httpx2.Client, base: str, first: str) -> str:
    """Enter by the one-time address; return the name of the team."""
    token = form_token(answered(client, first, "Sign in"))
    client.post(first, data={"csrfmiddlewaretoken": token}, headers={"Referer": base})
    return client.get("/", follow_redirects=True).url.path.split("/")[2]


def upload(client: httpx2.Client, base: str, team: str, request: object) -> httpx2.Response:
    """Send a request as a form does."""
    token = form_token(client.get(f"/t/{team}/captures/new").text)
    return client.post(
        f"/t/{team}/captures/new",
        data={"csrfmiddlewaretoken": token},
        files={"files": ("mine.json", json.dumps(request).encode())},
        headers={"Referer": base},
    )


def form_token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]
