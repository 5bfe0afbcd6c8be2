"""Elements of a line format that were seen before, so that they are neither parsed nor mapped again."""

from dataclasses import dataclass, field

from compaction.dialects import Native


@dataclass(slots=True)
class Memory:
    """Elements seen before in the same capture: request logs repeat their history on every line."""

    known: dict[str, tuple[str, Native]] = field(default_factory=dict)
    size: int = 0
    last: list[tuple[str, Native]] = field(default_factory=list)
    """The elements of the last list: the next one most often begins with them."""

    OPENING = 160
    """Characters that an element is looked up by; elements that share them replace each other."""

    CAP = 16 * 1024 * 1024
    """Characters kept."""

    def find(self, text: str, at: int, place: int) -> tuple[str, Native] | None:
        """Return the known element that stands at `at`, the one at `place` of its list.

        A complete object delimits itself, so a match is certain.
        """
        if place < len(self.last) and text.startswith(self.last[place][0], at):
            return self.last[place]
        hit = self.known.get(text[at : at + self.OPENING])
        return hit if hit is not None and text.startswith(hit[0], at) else None

    def end(self, elements: list[tuple[str, Native]]) -> None:
        """Remember a whole list, which is over."""
        self.last = elements

    def keep(self, element: str, native: Native) -> None:
        """Remember an object; when the cap is reached, begin anew."""
        if self.size + len(element) > self.CAP:
            self.known.clear()
            self.size = 0
        if self.OPENING <= len(element) <= self.CAP:
            replaced = self.known.get(element[: self.OPENING])
            self.size += len(element) - (len(replaced[0]) if replaced else 0)
            self.known[element[: self.OPENING]] = (element, native)
