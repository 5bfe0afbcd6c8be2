"""Contracts and pairs, sent by the API as a program would; and a transcript to summarize."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from compaction.llm import Client as Asked
from compaction.llm import Reply, Request, Usage
from compaction.qa import QaConfig
from tests import contracts
from webui.accounts.models import Team, User
from webui.jobs import registry
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.runs import access, passing
from webui.runs.models import Pass
from webui.runs.store import passes
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Transcript

CASES = Path(__file__).parents[2] / "cases"
WORDS = "The export worker waits for its lock and gives up after a while, whatever else the queue has to do by then. "
DETAILS = (
    "The retry limit stands in config/export.toml as max_retries=4.",
    "The failure is EXPORT-118 and began with commit 9f3c2ab.",
    "Never restart ledger_v7 by hand, use scripts/rotate_ledger.sh.",
    "The staging database listens on port 6543.",
    "The branch is fix/export-lock and the owner is team-billing.",
    "The dashboard is https://grafana.example.org/d/export-7.",
)


REPLIES = {
    "summarize": "The export worker gives up too early.",
    "question": '["Where is the lock kept?", "Who found it?", "Which port?"]',
    "answer": "1. services/export/lock.py\n2. UNKNOWN\n3. 7777",
}


class Model:
    """Answers by step, counts what it is asked, and does first what the test has prepared."""

    REPLIES = REPLIES

    def __init__(self, **replies: str) -> None:
        self.replies = {**REPLIES, **replies}
        self.asked: list[str] = []
        self.before: Callable[[Request], None] = lambda request: None

    def complete(self, request: Request) -> Reply:
        self.before(request)
        self.asked.append(request.step)
        return Reply(self.replies[request.step], Usage(100, 10))


@pytest.fixture
def signed_in(client: Client, ada: User, data_dir: Path) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def send(signed_in: Client) -> Callable[..., Any]:
    """Send parts, JSON values or bytes, as files; `words` as text fields."""

    def send(parts: dict[str, Any], client: Client = signed_in, **words: str) -> Any:
        files = {name: SimpleUploadedFile(f"{name}.json", as_bytes(value)) for name, value in parts.items()}
        return client.post("/api/v1/runs", {**files, **words})

    return send


def as_bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@pytest.fixture
def whole() -> dict[str, Any]:
    """A contract of which every check passes."""
    return contracts.contract()


@pytest.fixture
def source(acme: Team, data_dir: Any, work_off: Callable[[], int]) -> Transcript:
    """A transcript of twenty messages."""
    turns = [{"role": ("user", "assistant")[at % 2], "content": f"{at}. {WORDS}"} for at in range(20)]
    for at, detail in enumerate(DETAILS):
        turns[at + 6]["content"] += detail
    turns[5]["content"] = "The lock is kept in services/export/lock.py on port 5433, run 41."
    sink = uploads.Sink(bytes(acme.redaction_key), "session.json", "")
    sink.write(
        json.dumps({"model": "claude-sonnet-4-5", "max_tokens": 9, "system": "Work.", "messages": turns}).encode()
    )
    arrival.take(acme, None, sink.finish(), source="page")
    work_off()
    return Transcript.objects.get(capture__name="session.json")


@pytest.fixture
def begin(source: Transcript) -> Callable[..., Pass]:
    def begin(target: int = 260, **more: Any) -> Pass:
        run = passes.run_for_source(source, None)
        asked = passes.Start("extractive", None, QaConfig(), target, **more)
        return passes.begin(run, source, None, asked, trigger="page")

    return begin


@pytest.fixture
def answered_by(monkeypatch: pytest.MonkeyPatch, work_off: Callable[[], int]) -> Callable[..., list[float]]:
    """Do the waiting jobs with this client; return the seconds that were waited."""

    def work(client: Asked) -> list[float]:
        waited: list[float] = []

        def advance(job: Job, progress: Progress) -> None:
            passing.advance(job, progress, wait=lambda _, seconds: waited.append(seconds), choose=lambda one: client)

        kind = registry.kind(access.ADVANCE)
        assert kind is not None
        monkeypatch.setitem(registry._kinds, access.ADVANCE, registry.Kind(advance, kind.ended))
        work_off()
        return waited

    return work


@pytest.fixture
def scripted() -> type[Model]:
    """A model that says what a test has written."""
    return Model
