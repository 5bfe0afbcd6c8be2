"""What is wrong with JSON, and where: answered only when something is.

Source: wire-formats 9.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress

from compaction.errors import CaptureError
from compaction.formats.json_text import JsonText, escaped, integer, quote, skip
from compaction.formats.nesting import depth

NOT_FINITE = re.compile(r'"[^"\\]*+(?>\\.[^"\\]*+)*+"|(NaN|-?Infinity)', re.DOTALL)
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


def syntax(source: JsonText, message: str, at: int) -> CaptureError:
    """Return the error for what the parser said: the text ends too early, or is wrong where it stands."""
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


def located(source: JsonText, at: int, refused: CaptureError) -> CaptureError:
    """Find the place of what a hook refused: hooks see values, not positions."""
    match refused:
        case CaptureError(code="json-nonfinite", kind=kind):
            places = (match.start(1) for match in NOT_FINITE.finditer(source.text, at) if match[1])
            return source.refusal("json-nonfinite", next(places, at), kind)
        case CaptureError(code="json-too-deep"):
            return CaptureError("json-too-deep", found=(f"{depth(source.data)} levels",))
        case CaptureError(code="json-duplicate-key"):
            return CaptureError("json-duplicate-key", found=quote(_twice(source.text, at)))
    return refused


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
    decoder = json.JSONDecoder(object_pairs_hook=_mark, parse_int=integer)
    with suppress(ValueError, RecursionError):
        value, _ = decoder.raw_decode(text, skip(text, at))
        return next(_marked(value), ())
    return ()


def _marked(value: object) -> Iterator[tuple[str, str]]:
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:  # pragma: no branch  # the walk ends at the marked object, which is there
        pointer, inner = waiting.pop()
        if isinstance(inner, _Twice):
            yield inner.key, f"{pointer}/{escaped(inner.key)}"
        elif isinstance(inner, dict):
            waiting += [(f"{pointer}/{escaped(key)}", part) for key, part in inner.items()]
        elif isinstance(inner, list):
            waiting += [(f"{pointer}/{i}", part) for i, part in enumerate(inner)]
