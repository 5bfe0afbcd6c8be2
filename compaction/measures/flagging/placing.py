"""From offsets into joined texts to places in the bodies."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from compaction.findings import Span
from compaction.measures.flagging.parts import Part


@dataclass(frozen=True, slots=True)
class Placing:
    """The parts whose texts were joined as the source, and the part that holds the summary."""

    source: Sequence[Part]
    holder: Part | None
    summary: str

    def place(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Give spans with pointers where they lead into one of the two bodies; other spans stay."""
        starts = list(accumulate([len(part.text) + 1 for part in self.source], initial=0))
        return tuple([self._placed(span, starts) for span in spans])

    def _placed(self, span: Span, starts: Sequence[int]) -> Span:
        if span.text == "source":
            number = bisect_right(starts, span.start, hi=len(self.source)) - 1
            return _moved(span, self.source[number].pointer, -starts[number])
        if span.text == "summary" and self.holder and self.summary in self.holder.text:
            return _moved(span, self.holder.pointer, self.holder.text.index(self.summary))
        return span


def _moved(span: Span, pointer: str, by: int) -> Span:
    return Span(pointer, span.start + by, span.end + by)
