"""Numbers, sizes and times in words, the same on every page."""

from datetime import datetime, timedelta

from django.utils import timezone

_UNITS = ("B", "kB", "MB", "GB", "TB")


def number(value: int) -> str:
    """Return a count with commas: `12,400`."""
    return f"{value:,}"


def size(count: int) -> str:
    """Return bytes as people say them: `41 B`, `9.4 kB`, `41 MB`. A kB has 1,000 bytes."""
    value = float(count)
    unit = 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value /= 1000
        unit += 1
    if unit == 0 or value >= 99.95:
        return f"{value:.0f} {_UNITS[unit]}"
    return f"{value:.1f}".removesuffix(".0") + f" {_UNITS[unit]}"


def plural(count: int, word: str, words: str = "") -> str:
    """Return a count with its noun: `1 error`, `2 errors`, `1,204 entries`."""
    return f"{count:,} {word if count == 1 else words or word + 's'}"


def ago(moment: datetime) -> str:
    """Return how long ago: `just now`, `40 s ago`, `2 h ago`, `yesterday`, `3 Nov`, `3 Nov 2025`."""
    now = timezone.now()
    passed = now - moment
    seconds = int(passed.total_seconds())
    if seconds < 10:
        return "just now"
    if seconds < 60:
        return f"{seconds} s ago"
    if seconds < 3600:
        return f"{seconds // 60} min ago"
    if passed < timedelta(hours=24):
        return f"{seconds // 3600} h ago"
    if now.date() - moment.date() == timedelta(days=1):
        return "yesterday"
    day = f"{moment.day} {moment:%b}"
    return day if moment.year == now.year else f"{day} {moment.year}"


def lasted(seconds: float) -> str:
    """Return a duration: `0.4 s`, `29 s`, `1 min 4 s`, `2 h 5 min`."""
    if seconds < 9.95:
        return f"{seconds:.1f}".removesuffix(".0") + " s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def percent(share: float) -> str:
    """Return a share in percent: `62.5%`, `80%`."""
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def listed(items: list[str], last: str = "and") -> str:
    """Return words joined as in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
