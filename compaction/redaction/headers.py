"""Maps and lists of headers, where a name that only sounds secret is enough, and lists of cookies."""

import re
from collections.abc import Iterator

from compaction.redaction import patterns
from compaction.redaction.spans import LEVELS, SPACE, Candidate, View, whole_string
from compaction.redaction.undo import string_end

_OPEN = re.compile(rb"(?P<what>headers|cookies)(?P<quote>\\{0,15}\")[ \t]{0,4}:" + SPACE + rb"{0,32}+(?=[\[{])")
_TOKEN = re.compile(rb"[{}\[\]\"]")
_COLON = re.compile(SPACE + rb"{0,32}+:" + SPACE + rb"{0,32}+(?P<list>\[" + SPACE + rb"{0,32}+)?(?P<quote>\\{0,15}\")?")
_REGION = 8 * 1024


def look(view: View, place: int) -> tuple[Candidate, ...] | None:
    """Return a candidate for each value to mask, among the first 8 KiB of the headers."""
    opened = _OPEN.match(view.low, place)
    if not opened or len(opened["quote"]) - 1 not in LEVELS:
        return None
    return tuple(_values(view, opened.end(), len(opened["quote"]) - 1, opened["what"] == b"cookies"))


def _values(view: View, start: int, slashes: int, cookies: bool) -> Iterator[Candidate]:
    text = view.text
    nested = _OPEN.search(view.low, start, start + _REGION)
    stop = nested.start() if nested else start + _REGION
    depth, place, name = 0, start, b""
    while token := _TOKEN.search(text, place, stop):
        place = token.end()
        if token[0] != b'"':
            depth += 1 if token[0] in b"{[" else -1
            if depth <= 0:
                return
            continue
        end = string_end(text, place, slashes, stop)
        if end < 0 or not text.endswith(b"\\" * slashes, start, token.start()):
            return
        string = text[place:end].lower()
        place = end + slashes + 1
        colon = _COLON.match(text, place)
        if not colon or len(colon["quote"] or b"") != slashes + 1:
            continue
        value, place = colon.end(), colon.end()
        listed = colon["list"] is not None
        depth += listed
        if (kind := _kind(name if string == b"value" else string, cookies and string == b"value")) is not None:
            yield Candidate(value, whole_string(kind, slashes, listed))
        close = string_end(text, value, slashes, stop)
        if close < 0:
            return
        name = text[value:close].lower() if string in (b"name", b"key") else name
        place = close + slashes + 1


def _kind(name: bytes, cookies: bool) -> str | None:
    """Return the kind for a header of that name, None for one that may stay."""
    if cookies:
        return "cookie"
    if known := patterns.HEADERS.get(name):
        return known
    if name in (b"name", b"key") or not patterns.HEADER_WORDS.search(name) or patterns.HEADER_ALLOWED.fullmatch(name):
        return None
    return "header"
