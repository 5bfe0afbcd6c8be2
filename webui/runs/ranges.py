"""Fates of single messages -> ranges of messages that fared alike."""

from collections.abc import Iterable, Iterator
from typing import Any

from compaction.boundary import Fate, MessageFate

CAME_THROUGH = (Fate.KEPT, Fate.MOVED, Fate.REWRITTEN)


def fate_rows(fates: Iterable[MessageFate]) -> list[dict[str, Any]]:
    """Return ranges for storing, in order: `start`, `stop`, `fate`, `offset`, `others`."""
    rows: list[dict[str, Any]] = []
    known: tuple[int, ...] | None = None
    for one in fates:
        offset = one.others[0] - one.position if one.fate in CAME_THROUGH else None
        last = rows[-1] if rows else None
        alike = last is not None and (last["fate"], last["offset"]) == (one.fate.value, offset)
        # Messages of one stretch share one tuple, which may be long.
        if last is not None and alike and (offset is not None or known is one.others or known == one.others):
            last["stop"] = one.position + 1
            continue
        others = [] if offset is not None else [list(found) for found in join(one.others)]
        known = one.others
        rows.append(
            {
                "start": one.position,
                "stop": one.position + 1,
                "fate": one.fate.value,
                "offset": offset,
                "others": others,
            }
        )
    return rows


def join(positions: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of neighbouring positions as start and stop."""
    start = stop = -1
    for position in positions:
        if position != stop:
            if stop > start:
                yield start, stop
            start = position
        stop = position + 1
    if stop > start:
        yield start, stop
