"""Hard facts in a text that can be found again word for word: addresses, paths, versions, names, numbers.

Source: qa-summarizer 3.1.
"""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple, TypeAlias

Identifier: TypeAlias = tuple[str, str]
"""Class and value."""

_ENDS = ".,;:!?)"
_SUFFIXES = (
    "py|rs|ts|js|go|c|h|cpp|java|md|toml|json|yaml|yml|txt|log|csv|sql|sh|html|css|ini|cfg|lock|xml"  # of file names
)
_PLAIN_WORDS = re.compile(r"[A-Za-z]?[a-z]+(?:-[a-z]+)+")

CLASSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("url", re.compile(r"https?://[^\s<>\"'`)\]]+")),
    ("code", re.compile(r"`([^`\n]+)`")),
    ("path", re.compile(r"(?<![\w./~-])(?:~/|\.{1,2}/|/)?[\w.@-]+(?:/[\w.@-]+)+/?")),
    ("file", re.compile(rf"(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.(?:{_SUFFIXES})(?![\w/])")),
    ("version", re.compile(r"(?<![\w.])(?:v\d+(?:\.\d+)+|\d+(?:\.\d+){2,})(?![\w])")),
    (
        "ident",
        re.compile(
            r"(?<!\w)(?:[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[A-Za-z]+\d[A-Za-z0-9]*"
            r"|\d+[A-Za-z]+\d[A-Za-z0-9]*|[a-z]+(?:[A-Z][a-z0-9]+)+)(?!\w)"
        ),
    ),
    ("number", re.compile(r"(?<![\w.,:])(\d+(?:[.,:]\d+)*%?)[A-Za-z]{0,3}(?!\w)")),
)
"""In the order in which they are tried; what one class took, the next does not see."""


class Occurrence(NamedTuple):
    """An identifier in one of several texts: the place of the text in the list, and the span of characters in it."""

    kind: str
    value: str
    text: int
    start: int
    end: int

    @property
    def identifier(self) -> Identifier:
        """Class and value."""
        return self.kind, self.value


def identifiers(text: str) -> frozenset[Identifier]:
    """Give the identifiers of a text."""
    return frozenset(occurrence.identifier for occurrence in occurrences(text))


def occurrences(text: str, *, number: int = 0) -> list[Occurrence]:
    """Give every identifier of a text wherever it stands, class by class; `number` is the text's place in its list."""
    found: list[Occurrence] = []
    for name, pattern in CLASSES:
        text = pattern.sub(_take(name, number, found), text)
    return found


def newest_first(texts: Sequence[str], wanted: Container[Identifier]) -> list[Occurrence]:
    """Give the last occurrence of each wanted identifier in a list of texts, the newest first."""
    found = [occurrence for number, text in enumerate(texts) for occurrence in occurrences(text, number=number)]
    return last_of_each(found, wanted)


def last_of_each(found: Iterable[Occurrence], wanted: Container[Identifier]) -> list[Occurrence]:
    """Give the last of the occurrences of each wanted identifier, the newest first."""
    ordered = sorted([one for one in found if one.identifier in wanted], key=lambda one: (one.text, one.start))
    last: dict[Identifier, Occurrence] = {}
    for occurrence in reversed(ordered):
        last.setdefault(occurrence.identifier, occurrence)
    return list(last.values())


class Presence:
    """Which identifiers stand in a text, whatever class they would have there.

    A number is present as a number of the text, one in back quotes included. Anything else is present where it stands
    without word characters glued to it, case ignored.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.occurrences = occurrences(text)
        self.identifiers = frozenset(occurrence.identifier for occurrence in self.occurrences)
        self._values = {value.lower() for _, value in self.identifiers}
        quoted = " ".join(value for kind, value in self.identifiers if kind == "code")
        self._numbers = {value for kind, value in self.identifiers | identifiers(quoted) if kind == "number"}

    def has(self, identifier: Identifier) -> bool:
        """Tell whether an identifier stands in the text."""
        kind, value = identifier
        return value in self._numbers if kind == "number" else self._stands(value.lower())

    def mentions(self, identifier: Identifier) -> bool:
        """Tell whether an identifier stands in the text in any way, a number also as a part of something else."""
        return self.has(identifier) or self._stands(identifier[1].lower())

    def _stands(self, value: str) -> bool:
        if value in self._values:
            return True
        place = self.text.find(value)
        while place >= 0 and _is_glued(self.text, place, place + len(value)):
            place = self.text.find(value, place + 1)
        return place >= 0


def _is_glued(text: str, start: int, end: int) -> bool:
    return any(mark.isalnum() or mark == "_" for mark in text[max(start - 1, 0) : start] + text[end : end + 1])


def _take(name: str, number: int, found: list[Occurrence]) -> Callable[[re.Match[str]], str]:
    def take(match: re.Match[str]) -> str:
        bare = value = match[match.re.groups].rstrip(_ENDS)
        if name == "ident" and _PLAIN_WORDS.fullmatch(value):
            return match[0]
        if name == "number":
            value = value.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?%?", value) else value
        if value.strip():  # between back quotes may stand what another class took
            start = match.start(match.re.groups)
            found.append(Occurrence(name, value, number, start, start + len(bare)))
        return " " * len(match[0])

    return take
