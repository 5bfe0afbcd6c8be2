"""Short bodies of generateContent, for the examples of rules."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]
Part: TypeAlias = Mapping[str, object]


def user(*parts: str | Part) -> Json:
    """Return a content; a string is a part of text."""
    return content("user", *parts)


def model(*parts: str | Part) -> Json:
    """As `user`."""
    return content("model", *parts)


def content(role: str, *parts: str | Part) -> Json:
    return {"role": role, "parts": [{"text": part} if isinstance(part, str) else part for part in parts]}


def call(name: object = "run_tests", args: object = None, **more: object) -> Json:
    """Return a call with a signature."""
    return {"functionCall": {"name": name, "args": {} if args is None else args}, "thoughtSignature": "c2ln", **more}


def response(name: object = "run_tests", said: object = None, **more: object) -> Json:
    return {"functionResponse": {"name": name, "response": {"output": "16 passed"} if said is None else said, **more}}


def image(data: str, media_type: str = "image/png") -> Json:
    return {"inlineData": {"mimeType": media_type, "data": data}}


def body(*contents: Json, **more: object) -> Mapping[str, object]:
    return {**more, "contents": list(contents)}
