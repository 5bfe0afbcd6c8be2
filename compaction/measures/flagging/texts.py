"""What the rules of flags look at when two texts decide."""

import re
from dataclasses import dataclass

from compaction.measures.material import Material

MOST_SPANS = 500
"""Places shown with one flag; the counts tell of the others."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a compaction.

    `material.summary` is all the text that stands for the replaced messages; `summary` the summary alone. `after` is
    the text of the new list, where it is known.
    """

    material: Material
    summary: str
    after: str | None = None


def collapsed(text: str) -> str:
    """Give a text in small letters, each run of white space as one blank."""
    return " ".join(text.lower().split())


def stems(text: str) -> frozenset[str]:
    """Give the beginnings of the words that say something: four letters or digits, or a whole number."""
    return frozenset(word[:4] for word in re.findall(r"\d+|\w{4,}", text.lower()))


def shared(part: frozenset[str], whole: frozenset[str]) -> float:
    """Give how much of one set of words another has: 0 to 1, and 0 where there are none."""
    return len(part & whole) / len(part) if part else 0.0
