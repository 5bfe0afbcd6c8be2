"""JSON, read strictly and once: no number that is none, no key twice, and every list element with its own bytes.

Source: wire-formats 2.2.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from compaction.dialects import Native
from compaction.errors import CaptureError
from compaction.formats.encoding import decode_utf8
from compaction.formats.nesting import depth, fits
from compaction.limits import FOUND_CHARACTERS, FOUND_ITEMS, MAX_MESSAGES

LISTS = frozenset({"messages", "contents", "input", "output"})
"""Members whose list elements keep their bytes."""

CARRIERS = frozenset({"body", "request", "response", "params", "request_body", "before", "after", "message"})
"""Members that may be, or hold, a request body."""

BLANKS = re.compile(r"[ \t\n\r\x1e]*")  # with the record separator of RFC 7464
HALF = re.compile(rb"\\u[dD][89abAB]")
NOT_FINITE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(NaN|-?Infinity)', re.DOTALL)
LITERALS = ("true", "false", "null", "-")
EXPECTED = {
    "Expecting value": "value",
    "Expecting property name enclosed in double quotes": "key",
    "Expecting ':' delimiter": "colon",
    "Expecting ',' delimiter": "comma",
    "Illegal trailing comma before end of object": "key",
    "Illegal trailing comma before end of array": "value",
    "Invalid control character at": "no control character",
    "Invalid \\escape": "valid escape",
    "Invalid \\uXXXX escape": "valid escape",
    "Extra data": "nothing more",
}


class Members(dict[str, object]):
    """A decoded object that may be a request body. `data` is its exact JSON."""

    data: bytes = b""


class Elements(list[object]):
    """A decoded list that may be a message list; `natives` are its elements with their exact JSON."""

    natives: tuple[Native, ...] = ()


@dataclass(slots=True)
class Memory:
    """Elements seen before in the same capture: request logs repeat their history on every line."""

    known: dict[str, tuple[str, Native]] = field(default_factory=dict)
    size: int = 0

    OPENING = 160
    """Characters that an element is looked up by; elements that share them replace each other."""

    CAP = 16 * 1024 * 1024
    """Characters kept."""

    def find(self, text: str, at: int) -> tuple[str, Native] | None:
        """Return the known element that stands at `at`. A complete object delimits itself, so a match is certain."""
        hit = self.known.get(text[at : at + self.OPENING])
        return hit if hit is not None and text.startswith(hit[0], at) else None

    def keep(self, element: str, native: Native) -> None:
        """Remember an object; when the cap is reached, begin anew."""
        if self.size + len(element) > self.CAP:
            self.known.clear()
            self.size = 0
        if self.OPENING <= len(element) <= self.CAP:
            self.known[element[: self.OPENING]] = (element, native)
            self.size += len(element)


@dataclass(slots=True)
class JsonText:
    """A piece of a capture that holds JSON. `line` and `offset` are where it begins in the capture."""

    data: bytes
    line: int = 1
    offset: int = 0
    memory: Memory | None = None
    text: str = ""

    def __post_init__(self) -> None:
        self.text = decode_utf8(self.data, line=self.line, offset=self.offset)

    def bytes_of(self, start: int, end: int) -> bytes:
        """Return the exact bytes of characters."""
        if len(self.data) == len(self.text):
            return self.data[start:end]
        if end == len(self.text):
            return self.data[len(self.text[:start].encode()) :]
        return self.text[start:end].encode()

    def refusal(self, code: str, at: int, kind: str | None = None, found: Iterable[str] = ()) -> CaptureError:
        """Return the error for a place. Line and column count from 1, the offset is in bytes."""
        before = self.text[:at]
        return CaptureError(
            code,
            offset=self.offset + len(before.encode()),
            line=self.line + before.count("\n"),
            column=at - before.rfind("\n"),
            kind=kind,
            found=quote(found),
        )


def quote(items: Iterable[str]) -> tuple[str, ...]:
    """Cut what an uploader is shown of the capture to its limits."""
    return tuple(item[:FOUND_CHARACTERS] for _, item in zip(range(FOUND_ITEMS), items, strict=False))


def decode(source: JsonText, at: int = 0) -> tuple[object, int]:
    """Return the value at character `at`, and the place of the next thing after it.

    Raises: CaptureError `json-truncated`, `json-syntax`, `json-nonfinite`, `json-duplicate-key`, `json-too-deep` or
    `too-large`.
    """
    fault: tuple[str, int] | None = None
    refused: CaptureError | None = None
    try:
        value, end = _value(source, _skip(source.text, at))
        return value, _skip(source.text, end)
    except json.JSONDecodeError as error:  # holds the whole text
        fault = error.msg, error.pos
    except CaptureError as error:
        refused = error
    except RecursionError:
        refused = CaptureError("json-too-deep")
    raise _syntax(source, *fault) if fault else _located(source, at, refused)


def _skip(text: str, at: int) -> int:
    match = BLANKS.match(text, at)
    return match.end() if match else at


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
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}" or pairs:
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
        key, at = DECODER.raw_decode(text, at)
        at = _expect(text, _skip(text, at), ":", "Expecting ':' delimiter")
        value, at = _member(source, key, at, above)
        pairs.append((key, value))
        at = _skip(text, at)
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
    return _skip(text, at + 1)


def _elements(source: JsonText, start: int, above: int) -> tuple[Elements, int]:
    text = source.text
    natives: list[Native] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]" or natives:
        native, at = _element(source, at, above + 1)
        natives.append(native)
        at = _skip(text, at)
        if text[at : at + 1] == "]":
            break
        at = _expect(text, at, ",", "Expecting ',' delimiter")
    if len(natives) > MAX_MESSAGES:
        raise CaptureError("too-large", kind="messages", found=(f"{len(natives)} messages",))
    elements = Elements(native.value for native in natives)
    elements.natives = tuple(natives)
    return elements, at + 1


def _element(source: JsonText, at: int, above: int) -> tuple[Native, int]:
    known = source.memory.find(source.text, at) if source.memory else None
    if known is not None:
        return known[1], at + len(known[0])
    value, end = _plain(source, at, above)
    data = source.bytes_of(at, end)
    native = Native(value, data, odd=b"\\u" in data and HALF.search(data) is not None)
    if source.memory is not None and isinstance(value, dict):
        source.memory.keep(source.text[at:end], native)
    return native, end


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise CaptureError("json-duplicate-key")
    return members


def _constant(name: str) -> object:
    raise CaptureError("json-nonfinite", kind=name)


def _integer(digits: str) -> int | float:
    """Digits beyond what Python turns into an integer become a float; the exact digits stay in the bytes."""
    return int(digits) if len(digits) < 4000 else float(digits)


DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer)


def _syntax(source: JsonText, message: str, at: int) -> CaptureError:
    end = len(source.text.rstrip())
    rest = source.text[at:end]
    cut = (
        message.startswith("Unterminated string")
        or not rest
        or any(literal.startswith(rest) for literal in LITERALS)
        or (message.startswith("Invalid \\") and len(rest) < 7)
    )
    if cut:
        return source.refusal("json-truncated", end)
    return source.refusal("json-syntax", at, EXPECTED.get(message))


def _located(source: JsonText, at: int, refused: CaptureError | None) -> CaptureError:
    """Find the place of what a hook refused: hooks see values, not positions."""
    match refused:
        case CaptureError(code="json-nonfinite", kind=kind):
            places = (match.start(1) for match in NOT_FINITE.finditer(source.text, at) if match[1])
            return source.refusal("json-nonfinite", next(places, at), kind)
        case CaptureError(code="json-too-deep"):
            return CaptureError("json-too-deep", found=(f"{depth(source.data)} levels",))
        case CaptureError(code="json-duplicate-key"):
            return CaptureError("json-duplicate-key", found=quote(_twice(source.text, at)))
        case CaptureError():
            return refused
    return CaptureError("json-syntax")


class _Twice(dict[str, object]):
    key = ""


def _mark(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    keys = [key for key, _ in pairs]
    marked = _Twice()
    marked.key = next(key for i, key in enumerate(keys) if key in keys[:i])
    return marked


def _twice(text: str, at: int) -> tuple[str, ...]:
    """Return the key that stands twice and the pointer to it, read once more only for this answer."""
    value: object = None
    try:
        value, _ = json.JSONDecoder(object_pairs_hook=_mark, parse_int=_integer).raw_decode(text, _skip(text, at))
    except (ValueError, RecursionError):
        return ()
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        pointer, value = waiting.pop()
        match value:
            case _Twice():
                return (value.key, f"{pointer}/{escaped(value.key)}")
            case dict():
                waiting += [(f"{pointer}/{escaped(key)}", inner) for key, inner in value.items()]
            case list():
                waiting += [(f"{pointer}/{i}", inner) for i, inner in enumerate(value)]
    return ()


def escaped(key: str) -> str:
    """Return a key as one step of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")
