"""Hard facts in a text that can be found again word for word: addresses, paths, versions, names, numbers.

Source: qa-summarizer 3.1.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

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


def identifiers(text: str) -> frozenset[Identifier]:
    """Give the identifiers of a text."""
    found: set[Identifier] = set()
    for name, pattern in CLASSES:
        text = pattern.sub(_take(name, found), text)
    return frozenset(found)


def _take(name: str, found: set[Identifier]) -> Callable[[re.Match[str]], str]:
    def take(match: re.Match[str]) -> str:
        value = match[match.re.groups].rstrip(_ENDS)
        if name == "ident" and _PLAIN_WORDS.fullmatch(value):
            return match[0]
        if name == "number":
            value = value.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?%?", value) else value
        if value:
            found.add((name, value))
        return " " * len(match[0])

    return take
