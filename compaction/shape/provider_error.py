"""What a provider said about a request: the place that it names, and the rules whose wording it has.

Source: provider-rules 1, ux 4.
"""

import re
from dataclasses import dataclass

from compaction.shape.places import PARTS, place_of
from compaction.shape.registry import RULES

READ_CHARACTERS = 8_000
"""How much of a pasted text is looked at; the longest error seen takes 3,000."""

DOTTED = re.compile(r"\b(messages|input|contents)((?:\.?\[\d{1,9}\]|\.\d{1,9})(?:\.?\[\d{1,9}\]|\.\w+)*)", re.ASCII)
LISTED = re.compile(r"""['"](messages|input|contents)['"]((?:\s*,\s*(?:\d{1,9}|['"]\w+['"]))+)""", re.ASCII)
ID = re.compile(r"\b(?:toolu|srvtoolu|tooluse|call|fc|ctc|rs|msg)_(?!ids?\b)[A-Za-z0-9_-]{1,120}", re.ASCII)
STEP = re.compile(r"\d+|[A-Za-z_]\w*", re.ASCII)


def without_ticks(pattern: str) -> str:
    """Drop backticks, which are lost where an error was shown as formatted text."""
    return pattern.replace("`?", "").replace("`", "")


PATTERNS = tuple(
    (rule.id, re.compile(without_ticks(pattern)))
    for rule, pattern in sorted(
        ((rule, pattern) for rule in RULES for pattern in rule.patterns), key=lambda pair: len(pair[1]), reverse=True
    )
)
"""The most specific pattern first, which is the longest one; of equal ones, in the order of the catalogue."""


@dataclass(frozen=True, slots=True)
class ProviderError:
    """A provider's error as far as it can be read; `rules` begin with the one whose wording fits best.

    `position` and `block` count from 0. `pointer` is the place as a JSON Pointer, empty where none was named.
    """

    rules: tuple[str, ...]
    position: int | None = None
    block: int | None = None
    pointer: str = ""


def read_error(text: str) -> ProviderError | None:
    """Read an error that somebody pasted, or return None where the text is none: no known wording and no place."""
    plain = without_ticks(text[:READ_CHARACTERS])
    rules = tuple(dict.fromkeys(rule for rule, pattern in PATTERNS if pattern.search(plain)))
    pointer = pointer_in(plain)
    if not rules and not pointer:
        return None
    place = place_of(pointer)
    return ProviderError(rules, place.position, place.number if place.kind == "block" else None, pointer)


def ids_in(text: str) -> tuple[str, ...]:
    """Return the ids of calls and items that an error names, in order: they tell the place where no path does."""
    return tuple(dict.fromkeys(ID.findall(text[:READ_CHARACTERS])))


def pointer_in(text: str) -> str:
    """Return the first place that a text names: the message, and its block or call if it says which."""
    found = DOTTED.search(text) or LISTED.search(text)
    if not found:
        return ""
    steps = STEP.findall(found[2])
    if not steps[0].isdecimal():
        return ""
    part = steps[1:3]
    named = len(part) == 2 and part[0] in PARTS and part[1].isdecimal()
    return "/".join(["", found[1], steps[0], *(part if named else [])])
