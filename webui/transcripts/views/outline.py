"""The outline of a transcript: its user turns, the answers after tool calls, and the compactions."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from webui.transcripts import access, store
from webui.transcripts.models import Transcript
from webui.transcripts.points import Point
from webui.transcripts.views.pages import Span, whole

LINES = 200
CHARACTERS = 60
ICONS = {"system": "system", "compaction": "diff", "turn": "user", "answer": "assistant"}
"""The kinds of lines, in the order that they have at one place."""

RANKS = {kind: rank for rank, kind in enumerate(ICONS)}
OWN = "Compaction in the list"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the outline. `words` are captured where `kind` is a turn or an answer."""

    position: int
    kind: str
    words: str = ""
    link: str = ""
    label: str = ""
    here: bool = False

    @property
    def icon(self) -> str:
        return ICONS[self.kind]


@dataclass(frozen=True, slots=True)
class Outline:
    """Some lines: number `first` to `last` of `total`, and the addresses of those before and after."""

    lines: Sequence[Line]
    first: int
    last: int
    total: int
    earlier: str
    later: str


def compactions(transcript: Transcript, points: Sequence[Point], shown: Span) -> list[Line]:
    """Return where the transcript was compacted, in order: by its own messages and by the points given."""
    own = [Line(at, kind, OWN) for at, kind in store.sketch_of(transcript).get("breaks") or () if kind == "compaction"]
    lines = [*own, *(Line(point.position, "compaction", point.words) for point in points)]
    return [_placed(line, shown) for line in sorted(lines, key=lambda line: line.position)]


def outline(transcript: Transcript, query: QueryDict, shown: Span, found: Sequence[Line] = ()) -> Outline | None:
    """Return the lines around this page, or the part that `?outline=` asks for. At most one query.

    `found` are the compactions.
    """
    lines = _lines(transcript, found, shown)
    if len(lines) < 2:
        return None
    asked = whole(query.get("outline"))
    at = shown.start if shown.at is None else shown.at
    near = max(0, bisect_right(lines, at, key=lambda line: line.position) - 1)
    first = min(asked - 1 if asked else near, len(lines) - 1) // LINES * LINES
    some = [line if line.link else _placed(line, shown) for line in lines[first : first + LINES]]
    last = first + len(some)
    said = _said(transcript, some)
    return Outline(
        [
            replace(line, words=line.words or said.get(line.position, ""), here=first + number == near)
            for number, line in enumerate(some)
        ],
        first + 1,
        last,
        len(lines),
        _part_link(shown, first - LINES + 1) if first else "",
        _part_link(shown, last + 1) if last < len(lines) else "",
    )


def _lines(transcript: Transcript, found: Sequence[Line], shown: Span) -> list[Line]:
    sketch = store.sketch_of(transcript)
    places = [(at, "turn") for at in sketch.get("turns") or ()]
    places += [(at, kind) for at, kind in sketch.get("breaks") or () if kind == "answer"]
    stored = [Line(at, kind) for at, kind in places if at < transcript.messages]
    if not stored and not found:
        return []
    lines = sorted([*stored, *found], key=lambda line: (line.position, RANKS[line.kind]))
    if transcript.system_tokens and shown.chosen is None:
        lines.insert(0, Line(0, "system", "System prompt", shown.link(0, "m-system"), "sys"))
    return lines


def _placed(line: Line, shown: Span) -> Line:
    there = min(line.position, shown.end)
    return replace(line, link=shown.link(there), label=str(line.position) if line.position <= shown.end else "end")


def _said(transcript: Transcript, lines: Sequence[Line]) -> dict[int, str]:
    wanted = [line.position for line in lines if not line.words]
    return {index: _cut(brief, preview) for index, brief, preview in access.turns_at(transcript, wanted)}


def _cut(brief: Sequence[dict[str, Any]], preview: str) -> str:
    texts = (store.begins(block, preview) for block in brief if block["kind"] == "text")
    words = next(filter(None, texts), preview)
    return words[:CHARACTERS] + ("…" if len(words) > CHARACTERS else "")


def _part_link(shown: Span, number: int) -> str:
    at = shown.start if shown.at is None else shown.at
    return shown.link(at, "outline", outline=number)
