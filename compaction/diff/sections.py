"""The sections of a summary, and which of two summaries' sections belong together.

Source: ux 15.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from compaction.diff.model import Range

START = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+(\S[^\n]*)|<([A-Za-z][\w.-]*)>)", re.MULTILINE)


class Pair(NamedTuple):
    """A section and where it stands; one that only one text has lacks the other range."""

    name: str
    old: Range | None
    new: Range | None


def pair_sections(old: str, new: str) -> list[Pair]:
    """Pair the sections of two texts by name, in the order of the new text; what is gone stays behind its neighbour."""
    before, after = dict(_sections(old)), dict(_sections(new))
    order = list(after)
    at = 0
    for name in before:
        if name in after:
            at = order.index(name) + 1
        else:
            order.insert(at, name)
            at += 1
    return [Pair(name[0], before.get(name), after.get(name)) for name in order]


def _sections(text: str) -> Iterator[tuple[tuple[str, int], Range]]:
    """Name and number of each section, and its range; together they are the whole text."""
    starts = [(match.start(), match[1] or match[2]) for match in START.finditer(text)]
    if text and not (starts and starts[0][0] == 0):
        starts.insert(0, (0, ""))
    seen: Counter[str] = Counter()
    ends = [*[start for start, _ in starts[1:]], len(text)]
    for (start, name), end in zip(starts, ends, strict=False):  # an empty text has no section
        title = " ".join(name.lower().split()).strip(" #:")
        yield (title, seen[title]), Range(start, end)
        seen[title] += 1
