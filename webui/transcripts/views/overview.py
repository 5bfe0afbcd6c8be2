"""The whole transcript at a glance: the map of its messages, and the outline of its user turns."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from webui.transcripts import access
from webui.transcripts.models import Transcript
from webui.transcripts.views.breaches import TITLES
from webui.transcripts.views.pages import Span, whole
from webui.transcripts.views.places import place

WIDTH, HEIGHT = 1000, 30
"""Of the drawing of the map, before it is stretched."""

TURNS = 200
TURN_CHARACTERS = 60
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
    """The strip. `every` and `assistant` are paths; `left` and `width` are this page, in percent."""

    every: str
    assistant: str
    left: str
    width: str
    marks: Sequence[MapMark]
    parts: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the outline."""

    index: int
    text: str
    link: str
    here: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """Some user turns: number `first` to `last` of `total`, and the addresses of those before and after."""

    turns: Sequence[Turn]
    first: int
    last: int
    total: int
    earlier: str
    later: str


def strip(transcript: Transcript, shown: Span) -> Map | None:
    """Return the map of a transcript; None where nothing was worked out."""
    sketch = transcript.sketch
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
        parts=[_part(number, total, shown) for number in range(PARTS)] if total > shown.size else [],
    )


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


def outline(transcript: Transcript, query: QueryDict, shown: Span) -> Outline | None:
    """Return the user turns around this page, or the part that `?outline=` asks for. At most one query."""
    places = [at for at in transcript.sketch.get("turns") or [] if at < transcript.messages]
    if len(places) < 2:
        return None
    asked = whole(query.get("outline"))
    near = max(0, bisect_right(places, shown.start if shown.at is None else shown.at) - 1)
    first = min(asked - 1 if asked else near, len(places) - 1) // TURNS * TURNS
    some = places[first : first + TURNS]
    turns = [
        Turn(index, _said(brief, preview), shown.link(index), index == places[near])
        for index, brief, preview in access.turns_at(transcript, some)
    ]
    last = first + len(some)
    return Outline(
        turns,
        first + 1,
        last,
        len(places),
        _part_link(shown, first - TURNS + 1) if first else "",
        _part_link(shown, last + 1) if last < len(places) else "",
    )


def _part_link(shown: Span, number: int) -> str:
    at = shown.start if shown.at is None else shown.at
    return shown.link(at, "outline", outline=number)


def _said(brief: Sequence[dict[str, Any]], preview: str) -> str:
    words = next((str(block["preview"]) for block in brief if block["kind"] == "text" and block["preview"]), preview)
    return words[:TURN_CHARACTERS] + ("…" if len(words) > TURN_CHARACTERS else "")
