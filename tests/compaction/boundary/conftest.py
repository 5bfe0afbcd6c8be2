"""Lists of messages from short words, as two dialects write them."""

import json
from collections.abc import Callable

import pytest

Body = dict[str, object]


def chat_message(word: str) -> Body:
    """S:text, U:text, A:text, A{a b}:text, T{a}:text; the text is optional."""
    head, _, text = word.partition(":")
    kind, _, rest = head.partition("{")
    ids = rest.rstrip("}").split()
    text = text or kind
    match kind:
        case "S" | "U":
            return {"role": {"S": "system", "U": "user"}[kind], "content": text}
        case "T":
            return {"role": "tool", "tool_call_id": ids[0], "content": text}
    calls = [{"id": call, "type": "function", "function": {"name": "f", "arguments": "{}"}} for call in ids]
    return {"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}


@pytest.fixture
def body() -> Callable[..., bytes]:
    """A request body of the messages that words name; a dict stands for itself."""

    def body(*words: str | Body) -> bytes:
        messages = [chat_message(word) if isinstance(word, str) else word for word in words]
        return json.dumps({"model": "m", "messages": messages}).encode()

    return body
