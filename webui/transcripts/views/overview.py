"""The map of a transcript: how large its messages are, where rules are broken, where it was compacted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webui.transcripts import store
from webui.transcripts.models import Transcript
from webui.transcripts.views.breaches import TITLES
from webui.transcripts.views.outline import Line
from webui.transcripts.views.pages import Span
from webui.transcripts.views.places import place

WIDTH, HEIGHT = 1000, 30
"""Of the drawing of the map, before it is stretched."""

CUTS = 48
"""Parts of the map of which each has one mark for its compactions, so that each can be hit."""

SEVERITY_WORDS = {"error": "Error", "warning": "Warning", "note": "Note"}


@dataclass(frozen=True, slots=True)
class MapMark:
    """One mark of the map: percent from the left, severity, where it leads and what it is called."""

    left: str
    severity: str
    link: str
    name: str


@dataclass(frozen=True, slots=True)
class Map:
    """The strip. `every` and `assistant` are paths; `left` and `width` are this page, in percent.

    `cuts` are compactions: percent from the left, address, name.
    """

    every: str
    assistant: str
    left: str
    width: str
    marks: Sequence[MapMark]
    cuts: Sequence[tuple[str, str, str]]
    parts: Sequence[tuple[str, str, str]]


def strip(transcript: Transcript, shown: Span, compactions: Sequence[Line] = ()) -> Map | None:
    """Return the map of a transcript; None where nothing was worked out."""
    sketch = store.sketch_of(transcript)
    every, total = sketch.get("all") or [], transcript.messages
    if not total or len(every) < 2:
        return None
    kept = max(1, -(-total * len(every) // sketch["of"]))
    top = max(every) or 1
    return Map(
        every=_path(every[:kept], top),
        assistant=_path(sketch["assistant"][:kept], top),
        left=f"{100 * shown.start / total:.2f}%",
        width=f"{100 * max(1, shown.stop - shown.start) / total:.2f}%",
        marks=[_mark(mark, total, shown) for mark in transcript.marks if mark["at"] < total],
        cuts=_cuts(compactions, total),
        parts=[_part(number, total, shown) for number in range(PARTS)] if total > shown.size else [],
    )


def _cuts(compactions: Sequence[Line], total: int) -> list[tuple[str, str, str]]:
    found: dict[int, list[Line]] = {}
    for one in compactions:
        found.setdefault(one.position * CUTS // total, []).append(one)
    return [(f"{100 * some[0].position / total:.2f}%", some[0].link, _cut_name(some, total)) for some in found.values()]


def _cut_name(some: Sequence[Line], total: int) -> str:
    at = some[0].position
    more = f", and {len(some) - 1:,} more up to {some[-1].position:,}" if len(some) > 1 else ""
    return f"{some[0].words}, {f'at {at:,}' if at < total else 'at the end'}{more}"


PARTS = 20
"""Stretches of the map that lead to the messages under them."""


def _part(number: int, total: int, shown: Span) -> tuple[str, str, str]:
    at = number * total // PARTS
    return f"{100 * number / PARTS:g}%", shown.link(at), f"Message {at:,}"


def _path(sizes: Sequence[int], top: int) -> str:
    """Draw bars of equal width, their heights the roots of their sizes, so that small ones are seen beside large."""
    step = WIDTH / len(sizes)
    path = f"M0 {HEIGHT}"
    for number, size in enumerate(sizes):
        high = HEIGHT - (HEIGHT - 2) * (size / top) ** 0.5
        path += f"V{high:.1f}H{(number + 1) * step:.4g}"
    return f"{path}V{HEIGHT}z"


def _mark(mark: dict[str, Any], total: int, shown: Span) -> MapMark:
    at = place(mark["pointer"])
    what = TITLES.get(mark["rule"], mark["rule"])
    name = f"{SEVERITY_WORDS[mark['severity']]} at {at.label}, {what[:1].lower()}{what[1:]}"
    if mark["count"] > 1:
        name += f", and {mark['count'] - 1:,} more up to {mark['last']:,}"
    anchor = at.anchor if at.position == mark["at"] else ""
    return MapMark(f"{100 * (mark['at'] + 0.5) / total:.2f}%", mark["severity"], shown.link(mark["at"], anchor), name)
