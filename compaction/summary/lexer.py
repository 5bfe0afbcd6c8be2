"""Cuts a text into tokens, one at a time, from the left.

Places are offsets in characters. A token that cannot be read comes as `Kind.FAULT`; it starts at the first character
that cannot stand there, or, for a construct that never ends, where that construct starts.

Source: summary-validation 6.5 to 6.7.
"""

import re
from array import array
from dataclasses import dataclass
from enum import Enum, auto
from itertools import accumulate

from compaction.summary import patterns

STEPS = bytes.maketrans(b"<>", b"\x01\xff")  # one deeper, one back, as signed bytes
NOT_BRACKETS = bytes(set(range(256)) - set(b"<>"))


class Kind(Enum):
    """What a token is. A comment, a directive and a processing instruction are all ASIDE: each is refused."""

    TEXT = auto()
    START = auto()
    END = auto()
    ASIDE = auto()
    FAULT = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token, from `start` up to `end`. `attribute` is where the first attribute starts."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    attribute: int | None = None
    self_closed: bool = False


def read_token(text: str, at: int) -> Token:
    """Give the token that starts at `at`, which must lie inside the text."""
    if text[at] != "<":
        return _read_text(text, at)
    match text[at + 1 : at + 2]:
        case "/":
            return _read_end_tag(text, at)
        case "?":
            return _read_instruction(text, at)
        case "!":
            return _read_declaration(text, at)
        case _:
            return _read_start_tag(text, at)


def _fault(at: int) -> Token:
    return Token(Kind.FAULT, at, at)


def _read_text(text: str, at: int) -> Token:
    end = text.find("<", at)
    end = len(text) if end < 0 else end
    faults = [_bad_character(text, at, end), text.find("]]>", at, end)]
    first = min((place for place in faults if place >= 0), default=None)
    return Token(Kind.TEXT, at, end) if first is None else _fault(first)


def _bad_character(text: str, at: int, end: int) -> int:
    """Give the place of the first character or reference that text must not hold, or -1."""
    found = (patterns.NOT_CHARACTER.search(text, at, end), patterns.BAD_REFERENCE.search(text, at, end))
    return min((match.start() for match in found if match), default=-1)


def _read_start_tag(text: str, at: int) -> Token:
    name_end, fault = _read_name(text, at + 1)
    if fault is not None:
        return _fault(fault)
    tail = _end(patterns.ATTRIBUTES, text, name_end)
    closing = patterns.TAG_END.match(text, tail)
    if closing is None:
        return _fault(_bad_attribute(text, tail))
    first = _end(patterns.SPACES, text, name_end)
    attribute = first if first < tail else None
    return Token(Kind.START, at, closing.end(), text[at + 1 : name_end], attribute, closing.group() == "/>")


def _bad_attribute(text: str, at: int) -> int:
    """Give the place of the fault in the attribute or tag end at `at`, which is known to have one."""
    if text.startswith("/", at):
        return at + 1
    name_end, fault = _read_name(text, at)
    if fault is not None:
        return fault
    equals = _end(patterns.SPACES, text, name_end)
    if not text.startswith("=", equals):
        return equals
    value = _end(patterns.SPACES, text, equals + 1)
    return _bad_value(text, value) if text.startswith(('"', "'"), value) else value


def _bad_value(text: str, at: int) -> int:
    end = text.find(text[at], at + 1)
    limit = len(text) if end < 0 else end
    faults = (_bad_character(text, at + 1, limit), text.find("<", at + 1, limit))
    return min((place for place in faults if place >= 0), default=at)


def _read_end_tag(text: str, at: int) -> Token:
    name_end, fault = _read_name(text, at + 2)
    if fault is not None:
        return _fault(fault)
    close = _end(patterns.SPACES, text, name_end)
    if not text.startswith(">", close):
        return _fault(close)
    return Token(Kind.END, at, close + 1, text[at + 2 : name_end])


def _read_name(text: str, at: int, colons: int = 1) -> tuple[int, int | None]:
    """Give where a name ends, and the place of its fault if it has one."""
    end = _end(patterns.TAG_NAME, text, at)
    good = _end(patterns.NAME, text, at)
    if good < end or end in (at, len(text)):
        return end, min(good, end)
    if text.count(":", at, end) > colons:
        return end, text.find(":", text.find(":", at) + 1)
    return end, None


def _read_instruction(text: str, at: int) -> Token:
    name_end, fault = _read_name(text, at + 2, colons=len(text))
    if fault is not None:
        return _fault(fault)
    body = _end(patterns.SPACES, text, name_end)
    end = text.find("?>", body)
    if end < 0 or (text[at + 2 : name_end] == "xml" and not _is_plain(text, body, end)):
        return _fault(at)
    return Token(Kind.ASIDE, at, end + 2)


def _is_plain(text: str, at: int, end: int) -> bool:
    version = _find_value("version=", text, at, end)
    encoding = _find_value("encoding=", text, at, end)
    return version in ("", "1.0") and encoding.lower() in ("", "utf-8")


def _find_value(key: str, text: str, at: int, end: int) -> str:
    """Give the quoted value behind the key, found as text; empty when there is none."""
    for match in re.compile(key + "(.)", re.DOTALL).finditer(text, at, end):
        if match[1] in "\"'":
            close = text.find(match[1], match.end(), end)
            return text[match.end() : close] if close >= 0 else ""
    return ""


def _read_declaration(text: str, at: int) -> Token:
    match text[at + 2 : at + 3]:
        case "-":
            return _read_comment(text, at)
        case "[" | "":
            return _fault(at)
        case _:
            return _read_directive(text, at)


def _read_comment(text: str, at: int) -> Token:
    hyphens = text.find("--", at + 4)
    if not text.startswith("<!--", at) or hyphens < 0:
        return _fault(at)
    if not text.startswith("-->", hyphens):
        return _fault(hyphens)
    return Token(Kind.ASIDE, at, hyphens + 3)


def _read_directive(text: str, at: int) -> Token:
    """Read `<!x …>`. Where it ends does not matter, since it ends the reading: only whether it does."""
    depth = 0
    for part in patterns.DIRECTIVE_PART.finditer(text, at + 3):
        brackets = patterns.SKIPPED.sub("", part.group()).encode("ascii", "replace").translate(STEPS, NOT_BRACKETS)
        closing = brackets.count(STEPS[ord(">")])
        if closing > depth and min(accumulate(array("b", brackets), initial=depth)) < 0:
            return Token(Kind.ASIDE, at, part.end())
        depth += len(brackets) - 2 * closing
    return _fault(at)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Give where a pattern that may match nothing ends."""
    match = pattern.match(text, at)
    return match.end() if match else at
