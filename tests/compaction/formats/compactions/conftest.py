"""Short request logs: one request a line, and what is found in them."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from compaction.formats import Boundary, read

SYSTEM = "You help with a code base.\nAnswer in short lines."
Turn = tuple[str, Any]
Find = Callable[..., list[Boundary]]


def _body(turns: Sequence[Turn], system: str | None = SYSTEM) -> dict[str, object]:
    body: dict[str, object] = {"model": "claude-opus-4-5", "max_tokens": 100}
    if system is not None:
        body["system"] = system
    return body | {"messages": [{"role": role, "content": content} for role, content in turns]}


@pytest.fixture
def find() -> Find:
    """Read requests, each a list of turns or a whole body, as lines; return the compactions."""

    def found(*requests: Any) -> list[Boundary]:
        bodies = [one if isinstance(one, dict) else _body(one) for one in requests]
        lines = [json.dumps(body).encode() + b"\n" for body in [*bodies, {"note": 1}]]
        return [record for record in read(lines) if isinstance(record, Boundary)]

    return found


@pytest.fixture
def exchange() -> Find:
    """Read pairs of turns and answer as lines of requests with responses; return the compactions."""

    def found(*pairs: tuple[Any, Any]) -> list[Boundary]:
        lines = [json.dumps(_exchange(*pair)).encode() + b"\n" for pair in pairs]
        return [record for record in read(lines) if isinstance(record, Boundary)]

    return found


def _exchange(turns: Any, answer: Any) -> dict[str, object]:
    content = [{"type": "text", "text": answer}] if isinstance(answer, str) else answer
    return {
        "request": {
            "method": "POST",
            "url": "https://api.anthropic.com/v1/messages",
            "body": turns if isinstance(turns, dict) else _body(turns),
        },
        "response": {"status_code": 200, "body": {"type": "message", "role": "assistant", "content": content}},
    }


@pytest.fixture
def body() -> Callable[..., dict[str, object]]:
    """Return the body of turns under a system prompt."""
    return _body


@pytest.fixture
def talk() -> Callable[[int], list[Turn]]:
    """Return so many turns of one conversation: a user's first, each with a text of its own."""

    def turns(count: int) -> list[Turn]:
        return [(("user", "assistant")[at % 2], f"Turn {at} of the talk, about part {at}.") for at in range(count)]

    return turns
