"""A flag of a pass."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flag:
    """A person should look here. `evidence` are pairs of a word and a number: places from 0, counts, numbers of
    questions from 1; never text.
    """

    id: str
    candidate: bool = False
    severity: str = "warning"
    index: int | None = None
    pointer: str = ""
    evidence: tuple[tuple[str, int], ...] = ()
