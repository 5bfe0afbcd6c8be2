"""Words of a text that look like a secret, as far as a page shows the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from compaction.redaction.suspects import BEHIND, LONGEST, suspects

ENDS = 4
"""Characters of either end by which a word is told from others."""


@dataclass(frozen=True, slots=True)
class Suspected:
    """One such word: its place, both ends of it, and why it is flagged."""

    block: int
    slot: int
    start: int
    stop: int
    words: str
    why: str

    @property
    def query(self) -> str:
        """The place as an address holds it."""
        return urlencode({"block": self.block, "slot": self.slot, "start": self.start, "stop": self.stop})


def suspected(text: str, start: int, stop: int, place: tuple[int, int]) -> Sequence[Suspected]:
    """Return what looks like a secret among the characters from `start` up to `stop`; `place` is block and slot."""
    first = max(0, start - BEHIND - LONGEST)
    found = []
    for one in suspects(text[first : stop + LONGEST]):
        begin, end = first + one.start, first + one.stop
        if start <= begin and end <= stop:
            ends = f"{text[begin : begin + ENDS]}…{text[end - ENDS : end]}"
            why = "the text calls it one" if one.called else "it is long and random"
            found.append(Suspected(*place, begin, end, ends, why))
    return tuple(found)
