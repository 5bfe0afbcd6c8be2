"""Captures in two teams, by the way that uploads go."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webui.accounts.models import Team
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Capture

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "billing/fees.py"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "GRACE = 14"}
SESSION = {
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
    ],
}


@pytest.fixture
def session() -> dict[str, Any]:
    """A request of five messages that no provider refuses."""
    return copy.deepcopy(SESSION)


@pytest.fixture
def orphan(session: dict[str, Any]) -> dict[str, Any]:
    """The same after a compaction that took the call and kept its result: message 1, block 0."""
    session["messages"][:2] = [{"role": "user", "content": "Summary: the fee is early."}]
    return session


@pytest.fixture
def receive(data_dir: Path) -> Callable[..., uploads.Received]:
    """Take bytes, or a request, as an upload does."""

    def receive(team: Team, data: Any, name: str = "request.json") -> uploads.Received:
        sink = uploads.Sink(bytes(team.redaction_key), name, "")
        sink.write(data if isinstance(data, bytes) else json.dumps(data).encode())
        return sink.finish()

    return receive


@pytest.fixture
def deliver(
    acme: Team, receive: Callable[..., uploads.Received], work_off: Callable[[], int]
) -> Callable[..., Capture]:
    """Send bytes, or a request, to a team and do the job."""

    def send(data: Any, *, team: Team = acme, name: str = "request.json", **asked: str) -> Capture:
        capture, _ = arrival.take(team, None, receive(team, data, name), source="page", **asked)
        work_off()
        capture.refresh_from_db()
        return capture

    return send
