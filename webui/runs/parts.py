"""What an upload of a run is made of: exact bytes, in memory alone, and the numbers that some of them say."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compaction.contract import NOT_UPLOADED, ModelResponse, NotUploaded, Usage
from compaction.contract.lifecycle import Timeline, read_timeline
from compaction.errors import UnreadablePart

MAX_NUMBER = 2**64 - 1
COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_creation_tokens", "reasoning_tokens")
LIMITS = ("input_bytes", "output_bytes", "input_limit")


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one contract as they were sent; None is a part that was not. The bytes are never written."""

    input: bytes | None = field(default=None, repr=False)
    output: bytes | None = field(default=None, repr=False)
    response: bytes | None = field(default=None, repr=False)
    usage: bytes | None = field(default=None, repr=False)
    limits: bytes | None = field(default=None, repr=False)
    events: bytes | None = field(default=None, repr=False)
    output_schema: bytes | None = field(default=None, repr=False)
    measured_tokens: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the smaller parts say. NOT_UPLOADED is what the upload lacks; usage None: the provider reported none."""

    usage: Usage | None | NotUploaded = NOT_UPLOADED
    limits: Mapping[str, int] = field(default_factory=dict)
    output_schema: bool | NotUploaded = NOT_UPLOADED
    measured_tokens: int | NotUploaded = NOT_UPLOADED
    response: ModelResponse | None | NotUploaded = NOT_UPLOADED
    timeline: Timeline | None = None

    def limit(self, name: str) -> int | NotUploaded:
        """Return one limit."""
        return self.limits.get(name, NOT_UPLOADED)


def read_terms(parts: Parts) -> Terms:
    """Read the parts that are not judged themselves. Raises: UnreadablePart."""
    return Terms(
        usage=NOT_UPLOADED if parts.usage is None else _usage(parts.usage),
        limits={} if parts.limits is None else _limits(parts.limits),
        output_schema=NOT_UPLOADED if parts.output_schema is None else _schema(parts.output_schema),
        measured_tokens=(
            NOT_UPLOADED if parts.measured_tokens is None else read_count(parts.measured_tokens, "measured_tokens")
        ),
        response=NOT_UPLOADED if parts.response is None else ModelResponse.from_json(parts.response),
        timeline=None if parts.events is None else read_timeline(parts.events),
    )


def _usage(data: bytes) -> Usage | None:
    value = _json(data, "usage")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise UnreadablePart("usage")
    counts = {name: value[name] for name in COUNTS if value.get(name) is not None}
    if not all(map(_is_count, counts.values())):
        raise UnreadablePart("usage")
    return Usage(**counts)


def _limits(data: bytes) -> dict[str, int]:
    value = _json(data, "limits")
    if not isinstance(value, dict) or not value.keys() <= set(LIMITS):
        raise UnreadablePart("limits")
    given = {name: number for name, number in value.items() if number is not None}
    # A limit of zero or less is judged, not refused: nothing fits it.
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in given.values()):
        raise UnreadablePart("limits")
    if not all(abs(number) <= MAX_NUMBER for number in given.values()):
        raise UnreadablePart("limits")
    return given


def _schema(data: bytes) -> bool:
    """Whether the summarizer has an output schema: true or false, or the schema itself."""
    value = _json(data, "output_schema")
    if value is not None and not isinstance(value, bool | dict):
        raise UnreadablePart("output_schema")
    return value is not None and value is not False


def read_count(data: bytes, part: str) -> int:
    """Return the whole number that a part is. Raises: UnreadablePart."""
    value = _json(data, part)
    if not _is_count(value):
        raise UnreadablePart(part)
    return int(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER


def _json(data: bytes, part: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # holds what was sent
        pass
    raise UnreadablePart(part)
