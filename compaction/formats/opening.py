"""What the head of a document shows of it, when the whole is too long to be decoded at once.

Source: wire-formats 2.3, 2.5.
"""

import json
from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.decoding import DECODER, Elements, Members
from compaction.formats.format import Format, ListSample, ObjectSample
from compaction.formats.json_text import skip
from compaction.formats.registry import recognise
from compaction.transcripts import Dialect

DEPTH = 4
"""Levels that recognition looks at."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A format whose records are read one by one, the members that lead to them, and what stands before the first."""

    format: Format
    under: tuple[str, ...]
    prefix: bytes


def find_opening(head: bytes, format: Format | None, dialect: Dialect | None) -> Opening | None:
    """Return the opening of a long list of records; nothing where the document has to be read as a whole.

    `format` is what the uploader chose.
    """
    text = _text(head)
    at = skip(text, 0)
    if text[at : at + 1] not in ("{", "["):
        return None
    seen = format or _recognised(_glimpse(text, at), dialect)
    if seen is None:
        return None
    for under in seen.record_lists:
        start = _start_of(text, at, under)
        if start is not None:
            return Opening(seen, under, text[:start].encode())
    return None


def _text(head: bytes) -> str:
    """Return the head as text, without a character that is cut; nothing where it is no UTF-8."""
    try:
        return head.decode()
    except UnicodeDecodeError as error:
        end = error.start
    return head[:end].decode() if end > len(head) - 4 else ""


def _recognised(value: object, dialect: Dialect | None) -> Format | None:
    if isinstance(value, Elements):
        return recognise(ListSample(value, dialect))
    return recognise(ObjectSample(value, dialect)) if isinstance(value, Members) else None


def _glimpse(text: str, at: int, depth: int = DEPTH) -> object:
    """Return as much of a value as is there and as recognition looks at; of a list, its first element."""
    match text[at : at + 1]:
        case "{" if depth:
            return _members(text, at, depth)
        case "[" if depth:
            first = skip(text, at + 1)
            empty = text[first : first + 1] in ("", "]")
            return Elements([] if empty else [_glimpse(text, first, depth - 1)])
    return _whole(text, at)[0]


def _members(text: str, at: int, depth: int) -> Members:
    members = Members()
    at = skip(text, at + 1)
    while text[at : at + 1] == '"':
        key, end = _whole(text, at)
        at = skip(text, end) if end is not None else len(text)
        if text[at : at + 1] != ":":
            break
        at = skip(text, at + 1)
        value, end = _whole(text, at)
        members[str(key)] = _glimpse(text, at, depth - 1) if end is None else value
        at = skip(text, end) if end is not None else len(text)
        if text[at : at + 1] != ",":
            break
        at = skip(text, at + 1)
    return members


def _whole(text: str, at: int) -> tuple[object, int | None]:
    try:
        return DECODER.raw_decode(text, at)
    except (json.JSONDecodeError, CaptureError, RecursionError):
        return None, None


def _start_of(text: str, at: int, under: tuple[str, ...]) -> int | None:
    """Return where the first element of a list stands that some members lead to."""
    for name in under:
        found = _value_of(text, at, name)
        if found is None:
            return None
        at = found
    return at + 1 if text[at : at + 1] == "[" else None


def _value_of(text: str, at: int, name: str) -> int | None:
    """Return where the value of a member stands; all members before it are complete."""
    if text[at : at + 1] != "{":
        return None
    at = skip(text, at + 1)
    while text[at : at + 1] == '"':
        key, end = _whole(text, at)
        at = skip(text, end) if end is not None else len(text)
        if text[at : at + 1] != ":":
            return None
        at = skip(text, at + 1)
        if key == name:
            return at
        _, end = _whole(text, at)
        at = skip(text, end) if end is not None else len(text)
        if text[at : at + 1] != ",":
            return None
        at = skip(text, at + 1)
    return None
