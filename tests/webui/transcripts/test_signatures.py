"""Stored violations have the signatures that the library gives for the uploaded bytes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compaction.inspection import inspect
from webui.transcripts import access, store
from webui.transcripts.models import Capture

pytestmark = pytest.mark.django_db

Deliver = Callable[..., Capture]
CASES = Path(__file__).parents[2] / "cases" / "wire"
BROKEN = (
    "anthropic-request-text-and-cache.json",
    "anthropic-request-duplicate-ids.json",
    "openai-chat-request-broken.json",
    "openai-responses-request-broken.json",
    "gemini-request-broken.json",
    "bedrock-converse-request-broken.json",
)


def stored(capture: Capture) -> list[list[str]]:
    """What the messages in store give, which is what the rows have kept since they were checked."""
    found = []
    for transcript in access.transcripts_of(capture):
        rows = list(access.violations_of(transcript))
        found.append(store.signatures_of(transcript, rows))
        assert found[-1] == [row.signature for row in rows]
    return found


@pytest.mark.parametrize("name", BROKEN)
def test_rows_and_bytes_give_the_same(name: str, deliver: Deliver) -> None:
    data = (CASES / name).read_bytes()
    expected = [list(found.signatures) for found in inspect(data, name=name).lists]
    assert any(expected)
    assert stored(deliver(data, name=name)) == expected


def test_a_log_of_lines_gives_the_same(deliver: Deliver) -> None:
    line = {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s", "timestamp": "2026-01-01T00:00:00Z"}
    orphan = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_gone", "content": "16"}]}
    hello = {**line, "uuid": "u0", "message": {"role": "user", "content": "Hello."}}
    said = {
        **line,
        "type": "assistant",
        "uuid": "u2",
        "parentUuid": "u0",
        "message": {"role": "assistant", "id": "m1", "content": [{"type": "text", "text": "Hi."}]},
    }
    last = {**line, "uuid": "u3", "parentUuid": "u2", "message": orphan}
    data = "\n".join(json.dumps(each) for each in (hello, said, last)).encode()
    found = inspect(data, name="session.jsonl")
    assert [v.pointer for v in found.lists[0].report.violations] == ["/lines/2/message/content/0"]
    assert stored(deliver(data, name="session.jsonl")) == [list(found.lists[0].signatures)]


def test_messages_put_in_front_change_no_signature(deliver: Deliver, orphan: dict[str, Any]) -> None:
    before = stored(deliver(orphan))
    turns = [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "Done."}] * 5
    orphan["messages"] = turns + orphan["messages"]
    assert stored(deliver(orphan)) == before
    assert len(before[0]) == 1


def test_a_violation_of_the_request_is_told_without_a_message(deliver: Deliver) -> None:
    capture = deliver({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": []})
    ((signature,),) = stored(capture)
    assert len(signature) == 24
