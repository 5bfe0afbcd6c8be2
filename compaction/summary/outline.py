"""The sections of a summary for a person to look at, whether it was accepted or not.

A best effort over any bytes: it says what stands where, never whether that is valid. The verdict comes from `read`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from compaction.summary.sections import ROOT, SECTION_NAMES

MAX_EXTRAS = 32  # repeated and unknown sections that are shown: a person looks at a few, a hostile summary has millions

_TAIL = r"(?![a-zA-Z0-9_:.\-\x80-\U0010ffff])[^<>]*+>"
_KNOWN = "|".join(SECTION_NAMES)
ROOT_START = re.compile(rf"<{ROOT}{_TAIL}")
ANY_START = re.compile(rf"<(?!{ROOT}{_TAIL})([a-zA-Z_][a-zA-Z0-9_:.\-]{{0,63}}){_TAIL}")
KNOWN_START = re.compile(rf"<({_KNOWN}){_TAIL}")
NEXT = re.compile(rf"<(?:{_KNOWN}|/{ROOT}){_TAIL}")


class State(StrEnum):
    """How a section stands. `unfinished` has no end tag; `misplaced` has to move for the others to be in order."""

    PRESENT = "present"
    ABSENT = "absent"
    REPEATED = "repeated"
    MISPLACED = "misplaced"
    UNKNOWN = "unknown"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section as it stands: the line of its tag, from 1, and the offsets of its text, in characters.

    The places of an absent section are None. The name of an unknown one is content: it is for the page alone.
    """

    name: str
    state: State
    line: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    tag: int
    start: int
    end: int
    ended: bool


def outline(xml: bytes) -> tuple[SectionView, ...]:
    """Give the five sections in contract order, each with its repetitions behind it, then the unknown ones.

    Offsets count the characters of the text as UTF-8, in which each byte that is none counts as one.
    """
    text = xml.decode("utf-8", "surrogateescape")
    firsts: dict[str, _Element] = {}
    extras: list[_Element] = []
    for element in _find_elements(text):
        if element.name in SECTION_NAMES and element.name not in firsts:
            firsts[element.name] = element
        elif len(extras) < MAX_EXTRAS:
            extras.append(element)
        else:
            break
    return tuple(_arrange(text, firsts, extras))


def _arrange(text: str, firsts: dict[str, _Element], extras: list[_Element]) -> Iterator[SectionView]:
    in_order = _find_in_order(list(firsts))
    for name in SECTION_NAMES:
        if name not in firsts:
            yield SectionView(name, State.ABSENT)
            continue
        state = State.PRESENT if name in in_order else State.MISPLACED
        yield _view(text, firsts[name], state if firsts[name].ended else State.UNFINISHED)
        yield from (_view(text, extra, State.REPEATED) for extra in extras if extra.name == name)
    yield from (_view(text, extra, State.UNKNOWN) for extra in extras if extra.name not in SECTION_NAMES)


def _view(text: str, element: _Element, state: State) -> SectionView:
    return SectionView(element.name, state, text.count("\n", 0, element.tag) + 1, element.start, element.end)


def _find_in_order(names: list[str]) -> tuple[str, ...]:
    """Give as many of the names as can stay where they are; of equal choices, the one that stands first."""
    choices = (choice for size in range(len(names), 0, -1) for choice in combinations(names, size))
    return next((choice for choice in choices if list(choice) == sorted(choice, key=SECTION_NAMES.index)), ())


def _find_elements(text: str) -> Iterator[_Element]:
    """Find what looks like a section, outside of others. Without a root, only known names do."""
    root = ROOT_START.search(text)
    pattern = ANY_START if root else KNOWN_START
    endless: set[str] = set()
    tag = pattern.search(text, root.end() if root else 0)
    while tag:
        element = _read_element(text, tag, endless)
        yield element
        tag = pattern.search(text, element.end)


def _read_element(text: str, tag: re.Match[str], endless: set[str]) -> _Element:
    name, start = tag[1], tag.end()
    if tag[0].endswith("/>"):
        return _Element(name, tag.start(), start, start, ended=True)
    close = None if name in endless else re.compile(rf"</{re.escape(name)}[ \t\r\n]*+>").search(text, start)
    if close:
        return _Element(name, tag.start(), start, close.start(), ended=True)
    endless.add(name)  # no need to look again: one pass over the text a name
    if name not in SECTION_NAMES:
        return _Element(name, tag.start(), start, start, ended=False)
    following = NEXT.search(text, start)
    return _Element(name, tag.start(), start, following.start() if following else len(text), ended=False)
