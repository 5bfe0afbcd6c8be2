"""Response bodies of both protocols -> Reply. Only what is needed is looked at."""

from typing import TypeVar

import msgspec

from compaction.errors import ClientError
from compaction.llm import Reply, Usage


class Said(msgspec.Struct):
    """The message of a chat completion."""

    content: str | None = None
    refusal: str | None = None


class Choice(msgspec.Struct):
    """One answer of a chat completion."""

    message: Said
    finish_reason: str | None = None


class Completion(msgspec.Struct):
    """A chat completion. Servers leave `usage` out, or null, or incomplete."""

    choices: list[Choice]
    usage: object = None


class Part(msgspec.Struct):
    """One block of a message."""

    type: str
    text: str = ""


class Message(msgspec.Struct):
    """A message of the Anthropic protocol."""

    content: list[Part] | None
    stop_reason: str | None = None
    usage: object = None


T = TypeVar("T")


def completion(body: bytes) -> Reply:
    """Return the reply that a chat completion holds. Raises: ClientError."""
    found = _decode(body, Completion)
    if not found.choices:
        raise ClientError("unreadable-reply", retryable=False)
    choice = found.choices[0]
    if choice.finish_reason == "content_filter" or choice.message.refusal:
        raise ClientError("declined", retryable=False)
    if choice.message.content is None:
        raise ClientError("no-content", retryable=False)
    used = _usage(found.usage, ("prompt_tokens",), "completion_tokens")
    return Reply(choice.message.content, used, truncated=choice.finish_reason == "length")


def message(body: bytes) -> Reply:
    """Return the reply that a message of the Anthropic protocol holds. Raises: ClientError."""
    found = _decode(body, Message)
    if found.stop_reason == "refusal":
        raise ClientError("declined", retryable=False)
    if found.content is None:
        raise ClientError("no-content", retryable=False)
    text = "".join(part.text for part in found.content if part.type == "text")
    # What was read from or written to the cache is not part of `input_tokens`.
    inputs = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    cut = found.stop_reason in ("max_tokens", "model_context_window_exceeded")
    return Reply(text, _usage(found.usage, inputs, "output_tokens"), truncated=cut)


def _decode(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass  # the error quotes the body
    raise ClientError("unreadable-reply", retryable=False)


def _usage(found: object, inputs: tuple[str, ...], output: str) -> Usage | None:
    """Return the usage; None unless the first count of the input and that of the output are there."""
    if not isinstance(found, dict):
        return None
    counts = [_count(found.get(name)) for name in inputs]
    written = _count(found.get(output))
    if counts[0] is None or written is None:
        return None
    return Usage(sum(count or 0 for count in counts), written)


def _count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None
