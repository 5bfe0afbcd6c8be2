"""What a counter is."""

from typing import Protocol


class Counter(Protocol):
    """Counts the tokens of one text. Whole blocks are counted: the counts of two halves may differ by one."""

    @property
    def name(self) -> str:
        """Return what counts, for people: the name of a vocabulary, or `estimate`."""
        ...

    @property
    def exact(self) -> bool:
        """Return whether the provider would count the same."""
        ...

    def count(self, text: str) -> int:
        """Return the number of tokens."""
        ...
