"""Short bodies of the Messages API, for the examples of rules."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]
Part: TypeAlias = Mapping[str, object]


def user(*content: str | Part) -> Json:
    """One text alone is sent as a string, everything else as blocks."""
    return message("user", content)


def assistant(*content: str | Part) -> Json:
    """As `user`."""
    return message("assistant", content)


def message(role: str, content: tuple[str | Part, ...]) -> Json:
    if len(content) == 1 and isinstance(content[0], str):
        return {"role": role, "content": content[0]}
    return {"role": role, "content": [text(part) if isinstance(part, str) else part for part in content]}


def text(words: str, **more: object) -> Json:
    return {"type": "text", "text": words, **more}


def use(call_id: object, name: object = "run_tests", **more: object) -> Json:
    return {"type": "tool_use", "id": call_id, "name": name, "input": {}, **more}


def answer(call_id: object, content: object = "16 passed", **more: object) -> Json:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **more}


def thinking(words: str = "The tests come first.", **more: object) -> Json:
    return {"type": "thinking", "thinking": words, "signature": "c2lnbmVk", **more}


def image(data: str, media_type: str = "image/png") -> Json:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def body(*messages: Json, **more: object) -> Mapping[str, object]:
    return {**more, "messages": list(messages)}


PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQAAAADsdIMmAAAAC0lEQVR42mNgQAUAABAAAaoZ+IIAAAAASUVORK5CYII="
"""A white PNG of eight by eight."""
