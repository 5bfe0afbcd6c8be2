"""What a measure is."""

from collections.abc import Callable
from dataclasses import dataclass

from compaction.measures.material import Material


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example. `words` says in a sentence how the value comes about."""

    words: str
    given: Material
    value: float | None


@dataclass(frozen=True, slots=True)
class Measure:
    """One number with a unit and a formula. `compute` gives it with four decimals, or nothing where it is undefined."""

    id: str
    title: str
    unit: str
    formula: str
    source: str
    example: Example
    compute: Callable[[Material], float | None]
