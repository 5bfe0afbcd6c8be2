"""Numbers as charts say them: shares with what they divide by, changes, durations, percentiles. Pure."""

import math
from collections.abc import Sequence

FEW = 20
"""Below so many items a share is told in items alone."""

HOUR, DAY = 3600, 86_400


def share(part: int, whole: int) -> str:
    """Return a share with its base: `3 of 9`, or out of a hundred where there are 20 or more: `12 of 100`.

    What is neither none nor all never reads as if it were.
    """
    if whole < FEW:
        return f"{part:,} of {whole:,}"
    rounded = (200 * part + whole) // (2 * whole)
    if part and not rounded:
        return "under 1 of 100"
    if part < whole and rounded == 100:
        return "over 99 of 100"
    return f"{rounded} of 100"


def change(was: int, now: int, of: tuple[int, int] | None = None, noun: str = "") -> str:
    """Return how a count moved: `fell from 31 to 19`, or with what it is out of, `from 3 of 9 runs to 2 of 8`."""
    first, last = (f" of {of[0]:,}{noun}", f" of {of[1]:,}") if of else ("", "")
    verb = verb_of(was, now)
    if verb == "stayed" and not of:
        return f"stayed at {now:,}"
    return f"{verb if verb != 'stayed' else 'went'} from {was:,}{first} to {now:,}{last}"


def verb_of(was: float, now: float) -> str:
    """Return which way a value went."""
    return "stayed" if was == now else "fell" if now < was else "rose"


def lasted(seconds: float) -> str:
    """Return a duration in at most two units: `40 s`, `35 min`, `5 h`, `2 d 4 h`, `12 d`."""
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    if seconds < HOUR - 30:
        return f"{seconds / 60:.0f} min"
    hours = round(seconds / HOUR)
    if hours < 24:
        return f"{hours} h"
    days, rest = divmod(hours, 24)
    return f"{days} d {rest} h" if rest and days < 10 else f"{days} d"


def percentile(ordered: Sequence[int], hundredth: int) -> int:
    """Return the smallest value that so many of 100 do not exceed (the nearest rank). `ordered` ascends, not empty."""
    return ordered[max(math.ceil(len(ordered) * hundredth / 100), 1) - 1]
