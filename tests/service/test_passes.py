"""A QA pass whose worker is killed within each of its three calls: it ends right, and no reply is paid for twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from tests.llm_server import Behaviour, Handler, LlmServer, is_silent, says

pytestmark = pytest.mark.service
T = TypeVar("T")
ROOT = Path(__file__).parents[2]
FLAGS = ["--pool=prefork", "--concurrency=1", "--without-gossip", "--without-mingle", "--without-heartbeat"]
WORDS = "The export worker waits for its lock and gives up after a while, whatever else the queue has to do by then. "
PORT = "The staging database listens on port 6543. "
TURNS = [
    {"role": ("user", "assistant")[at % 2], "content": f"{at}. {PORT if at == 5 else ''}{WORDS}"} for at in range(20)
]
SESSION = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": TURNS}
REPLIES = ("The export worker gives up too early.", '["Which port?"]', "1. 6543")
SEND = """
from webui.accounts.entry import ensure_owner
from webui.transcripts import arrival, uploads
team, user = ensure_owner("owner", "local", team_name="Local")
sink = uploads.Sink(bytes(team.redaction_key), "session.json", "")
sink.write({session!r})
arrival.take(team, user, sink.finish(), source="page")
"""
BEGIN = """
from django.utils import timezone
from compaction.qa import QaConfig
from webui.accounts.models import Endpoint
from webui.runs.store import passes
from webui.transcripts.models import Transcript
source = Transcript.objects.get()
house = Endpoint.objects.create(
    team=source.team, name="house", kind={kind!r}, base_url={base!r}, model="m", changed=timezone.now()
)
start = passes.Start("house", house, QaConfig(), 260)
passes.begin(passes.run_for_source(source, None), source, None, start, trigger="page")
"""


class Deployment:
    """A team's worker, and what a web process would do."""

    def __init__(self, data: Path, database: str, broker: str) -> None:
        self.database = database
        self.env = {
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(data),
            "STATIC_ROOT": str(data / "static"),
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "SECRET_KEY": "0123456789abcdef" * 4,
            "BASE_URL": "http://127.0.0.1:1",
            "LLM_ALLOW_LOOPBACK": "1",
            "DJANGO_SETTINGS_MODULE": "webui.config.settings",
        }
        self.worker: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=self.env, stdout=subprocess.DEVNULL, timeout=90, check=True)

    def start(self) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "celery", "--app=webui.config", "--quiet", "worker", *FLAGS]
        self.worker = subprocess.Popen(command, cwd=ROOT, env=self.env, start_new_session=True)

    def kill(self) -> None:
        if self.worker is not None:
            os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker.wait(20)
            self.worker = None

    def row(self, question: str) -> tuple[object, ...]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(question).fetchone() or ()  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def deployment(tmp_path: Path, database_url: str, redis_url: str) -> Iterator[Deployment]:
    made = Deployment(tmp_path, database_url, redis_url)
    made.manage("setup")
    yield made
    made.kill()


def wait_for(what: Callable[[], T], seconds: float = 60) -> T:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := what():
            return value
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain")


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_worker_killed_in_each_call_pays_no_reply_twice(
    deployment: Deployment, llm_server: LlmServer, kind: str
) -> None:
    completed: list[str] = []

    def answers(text: str) -> Behaviour:
        def act(handler: Handler) -> None:
            says(text)(handler)
            completed.append(text)

        return act

    for text in REPLIES:
        llm_server.then(is_silent(), answers(text))
    deployment.manage("shell", "-c", SEND.format(session=json.dumps(SESSION).encode()))
    deployment.start()
    wait_for(lambda: deployment.row("SELECT id FROM transcripts_transcript WHERE checked IS NOT NULL"))
    deployment.manage("shell", "-c", BEGIN.format(kind=kind, base=llm_server.base(kind)))

    for call in range(3):
        wait_for(lambda call=call: len(llm_server.requests) == 2 * call + 1)
        assert completed == list(REPLIES[:call])
        deployment.kill()
        deployment.start()

    wait_for(lambda: deployment.row("SELECT 1 FROM runs_pass WHERE state = 'done'"))
    assert completed == list(REPLIES), "each call was answered once"
    assert len(llm_server.requests) == 6
    ended = deployment.row("SELECT outcome, input_tokens, output_tokens, error_code FROM runs_pass")
    assert ended == ("compacted", 36, 21, "")
    assert deployment.row("SELECT count(*), count(DISTINCT number) FROM runs_call") == (3, 3)
    fact = deployment.row("SELECT verdict, answer, method FROM runs_fact WHERE kind = 'question'")
    assert fact == ("recovered", "6543", "exact")
