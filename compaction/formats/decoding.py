"""JSON, read strictly and once: no number that is none, no key twice, and every list element with its own bytes.

Source: wire-formats 2.2.
"""

import json
import re

from compaction.dialects import Native
from compaction.errors import CaptureError
from compaction.formats.faults import located, syntax
from compaction.formats.json_text import JsonText, integer, skip
from compaction.formats.nesting import fits
from compaction.limits import MAX_MESSAGES

LISTS = frozenset({"messages", "contents", "input", "output", "before", "after", "replacement_history"})
"""Members whose list elements keep their bytes."""

CARRIERS = frozenset(
    {
        "body",
        "request",
        "response",
        "params",
        "request_body",
        "before",
        "after",
        "message",
        "messages",
        "input",
        "proxy_server_request",
        "payload",
    }
)
"""Members that may be, or hold, a request body."""

HALF = re.compile(rb"\\u[dD][89abAB]")


class Members(dict[str, object]):
    """A decoded object that may be a request body. `data` is its exact JSON."""

    data: bytes = b""


class Elements(list[object]):
    """A decoded list that may be a message list; `natives` are its elements with their exact JSON."""

    natives: tuple[Native, ...] = ()


def decode(source: JsonText, at: int = 0) -> tuple[object, int]:
    """Return the value at character `at`, and the place of the next thing after it.

    Raises: CaptureError `json-truncated`, `json-syntax`, `json-nonfinite`, `json-duplicate-key`, `json-too-deep` or
    `too-large`.
    """
    fault: tuple[str, int] | CaptureError
    try:
        value, end = _value(source, skip(source.text, at))
        return value, skip(source.text, end)
    except json.JSONDecodeError as error:  # holds the whole text
        fault = error.msg, error.pos
    except CaptureError as error:
        fault = error
    except RecursionError:
        fault = CaptureError("json-too-deep")
    raise located(source, at, fault) if isinstance(fault, CaptureError) else syntax(source, *fault)


def _value(source: JsonText, at: int) -> tuple[object, int]:
    match source.text[at : at + 1]:
        case "{":
            return _members(source, at, 0)
        case "[":
            return _elements(source, at, 0)
    return _plain(source, at, 0)


def _plain(source: JsonText, at: int, above: int) -> tuple[object, int]:
    value, end = DECODER.raw_decode(source.text, at)
    if not fits(value, above):
        raise CaptureError("json-too-deep")
    return value, end


def _members(source: JsonText, start: int, above: int) -> tuple[Members, int]:
    """Walk an object by hand, as far as lists of messages may hide in it; the parser does the rest."""
    text = source.text
    pairs: list[tuple[str, object]] = []
    at = skip(text, start + 1)
    while text[at : at + 1] != "}" or pairs:
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
        key, at = DECODER.raw_decode(text, at)
        at = _expect(text, skip(text, at), ":", "Expecting ':' delimiter")
        value, at = _member(source, key, at, above)
        pairs.append((key, value))
        at = skip(text, at)
        if text[at : at + 1] == "}":
            break
        at = _expect(text, at, ",", "Expecting ',' delimiter")
    members = Members(_object(pairs))
    members.data = source.bytes_of(start, at + 1)
    return members, at + 1


def _member(source: JsonText, key: str, at: int, above: int) -> tuple[object, int]:
    match source.text[at : at + 1]:
        case "[" if key in LISTS:
            return _elements(source, at, above + 1)
        case "{" if key in CARRIERS and above < 4:
            return _members(source, at, above + 1)
    return _plain(source, at, above + 1)


def _expect(text: str, at: int, sign: str, fault: str) -> int:
    if text[at : at + 1] != sign:
        raise json.JSONDecodeError(fault, text, at)
    return skip(text, at + 1)


def _elements(source: JsonText, start: int, above: int) -> tuple[Elements, int]:
    text = source.text
    found: list[tuple[str, Native]] = []
    at = skip(text, start + 1)
    while text[at : at + 1] != "]" or found:
        element, at = _element(source, at, above + 1, len(found))
        found.append(element)
        at = skip(text, at)
        if text[at : at + 1] == "]":
            break
        at = _expect(text, at, ",", "Expecting ',' delimiter")
    if len(found) > MAX_MESSAGES:
        raise CaptureError("too-large", kind="messages", found=(f"{len(found)} messages",))
    if source.memory is not None:
        source.memory.end(found if all(text for text, _ in found) else [])
    elements = Elements(native.value for _, native in found)
    elements.natives = tuple(native for _, native in found)
    return elements, at + 1


def _element(source: JsonText, at: int, above: int, place: int) -> tuple[tuple[str, Native], int]:
    """Return an element with its text, which is empty where nothing is remembered."""
    known = source.memory.find(source.text, at, place) if source.memory else None
    if known is not None:
        return known, at + len(known[0])
    value, end = _plain(source, at, above)
    data = source.bytes_of(at, end)
    native = Native(value, data, odd=b"\\u" in data and HALF.search(data) is not None)
    if source.memory is None or not isinstance(value, dict):
        return ("", native), end
    text = source.text[at:end]
    source.memory.keep(text, native)
    return (text, native), end


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise CaptureError("json-duplicate-key")
    return members


def _constant(name: str) -> object:
    raise CaptureError("json-nonfinite", kind=name)


DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=integer)
