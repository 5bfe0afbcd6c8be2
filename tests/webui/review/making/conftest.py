"""Captures and contracts of two teams, sent and read as uploads are."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import contracts
from webui.accounts.models import Team
from webui.runs.models import Run
from webui.runs.parts import Parts
from webui.runs.store.contracts import keep_contract
from webui.runs.verdicts import judge
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Capture

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "billing/fees.py"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "GRACE = 14"}
SESSION: dict[str, Any] = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "system": "You fix bugs.",
    "tools": [{"name": "read_file", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Why is the fee early?"},
        {"role": "assistant", "content": [{"type": "text", "text": "I will look."}, CALL]},
        {"role": "user", "content": [RESULT]},
        {"role": "assistant", "content": "The grace is too short."},
        {"role": "user", "content": "Then fix it."},
        {"role": "assistant", "content": "Done: GRACE is 30 now."},
    ],
}


@pytest.fixture
def clean() -> dict[str, Any]:
    """A request of six messages that no provider refuses."""
    return copy.deepcopy(SESSION)


@pytest.fixture
def orphan(clean: dict[str, Any]) -> dict[str, Any]:
    """The same after a compaction that took the call and kept its result: one error, a result without its call."""
    clean["messages"][:2] = [{"role": "user", "content": "Summary: the fee is early."}]
    return clean


@pytest.fixture
def deliver(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Callable[..., Capture]:
    """Send bytes, or a request, to a team and do all jobs."""

    def send(data: Any, name: str = "session.json", *, team: Team = acme, **asked: str) -> Capture:
        sink = uploads.Sink(bytes(team.redaction_key), name, "")
        sink.write(data if isinstance(data, bytes) else json.dumps(data).encode())
        capture, _ = arrival.take(team, None, sink.finish(), source="page", **asked)
        work_off()
        capture.refresh_from_db()
        return capture

    return send


@pytest.fixture
def given() -> dict[str, Any]:
    """The input of a contract."""
    return copy.deepcopy(contracts.INPUT)


@pytest.fixture
def contract(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Callable[..., Run]:
    """Send a contract; without more it is valid. `state` is the section of this name."""

    def send(*, name: str = "", team: Team = acme, state: str = "Parser ready", **parts: Any) -> Run:
        given = contracts.contract(state, **parts)
        sent = Parts(**{name: json.dumps(value).encode() for name, value in given.items() if value is not None})
        run = keep_contract(team, None, sent, judge(sent), name=name)
        work_off()
        run.refresh_from_db()
        return run

    return send


def turns(count: int, word: str = "Step") -> list[dict[str, Any]]:
    """Messages that alternate and differ."""
    return [{"role": ("user", "assistant")[at % 2], "content": f"{word} {at} is done."} for at in range(count)]


@pytest.fixture
def made_turns() -> Callable[..., list[dict[str, Any]]]:
    return turns
