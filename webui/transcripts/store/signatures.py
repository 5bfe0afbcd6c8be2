"""Stored violations -> their signatures, the same as the library gives for the uploaded list."""

from collections.abc import Iterator, Sequence

from compaction.findings import Violation as Breach
from compaction.shape.signature import Around, around, dialects_of, signature
from webui.transcripts import access
from webui.transcripts.models import Transcript, Violation
from webui.transcripts.store.values import blocks_at, violation_of

AT_ONCE = 50
"""Messages that are read at a time: one can be large."""

PLACES = 500


def signatures_of(transcript: Transcript, rows: Sequence[Violation]) -> list[str]:
    """Return the signature of each of these violations of a transcript, in their order.

    Only the messages at their positions are read.
    """
    dialect = dialects_of(transcript.dialect, transcript.dialect_alternatives)
    breaches = [violation_of(row) for row in rows]
    shapes = dict(_shapes(transcript, breaches))
    return [
        signature(breach.rule, dialect, shapes.get(number) or around(breach)) for number, breach in enumerate(breaches)
    ]


def _shapes(transcript: Transcript, breaches: Sequence[Breach]) -> Iterator[tuple[int, Around]]:
    """Yield number and shape of what stands in a message."""
    there: dict[int, list[int]] = {}
    for number, breach in enumerate(breaches):
        if breach.position is not None:
            there.setdefault(breach.position, []).append(number)
    places = sorted(there)
    for start in range(0, len(places), PLACES):
        rows = access.opened(transcript, places[start : start + PLACES])
        for row in rows.iterator(chunk_size=AT_ONCE):
            blocks = blocks_at(row.body, row.origin)
            for number in there[row.index]:
                yield number, around(breaches[number], row.body.role, blocks)
