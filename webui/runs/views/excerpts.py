"""Evidence of a flag: the words in their context, and where they stand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from compaction.measures import Part, read_parts
from compaction.transcripts import Message as Turn
from webui.runs.measuring import AFTER, BEFORE
from webui.runs.models import Run
from webui.transcripts import access, store
from webui.transcripts.models import Transcript
from webui.transcripts.views.places import place

AROUND = 70
"""Characters of context on each side."""

MOST = 4
"""Places that one flag is shown with; its counts tell of the others."""

LONGEST = 240
"""Characters of a place that are marked."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Captured words with their context. `label` and `link` say where they stand; empty for a text of its own."""

    before: str
    mark: str
    after: str
    label: str = ""
    link: str = ""
    cut: bool = False


def excerpts(run: Run, flags: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> list[list[Excerpt]]:
    """Return for each flag where it is seen. `texts` are those that spans name. Two queries at most."""
    wanted = [flag["spans"][:MOST] for flag in flags]
    held = dict(texts)
    for side, transcript in ((BEFORE, run.before), (AFTER, run.after)):
        pointers = {name for spans in wanted for name, _, _ in spans if name.startswith(side)}
        if transcript is not None and pointers:
            held |= {part.pointer: part.text for part in _parts(transcript, side, pointers)}
    return [list(_excerpts(spans, held)) for spans in wanted]


def cut_out(text: str, start: int, end: int) -> Excerpt:
    """Return the words at a place with what stands around them."""
    head, tail = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    shown = text[start:end]
    return Excerpt(
        ("…" if start > AROUND else "") + head,
        shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…",
        tail + ("…" if end + AROUND < len(text) else ""),
        cut=len(shown) > LONGEST,
    )


def _excerpts(spans: Iterable[Sequence[Any]], held: Mapping[str, str]) -> Iterator[Excerpt]:
    for name, start, end in spans:
        if name in held and start < len(held[name]):
            label, link = _where(name)
            yield replace(cut_out(held[name], start, end), label=label, link=link)


def _where(name: str) -> tuple[str, str]:
    side, colon, pointer = name.partition(":")
    if not colon:
        return "", ""
    at = place(pointer)
    if at.position is None:
        return f"system prompt {side}", f"?tab={side}"
    return f"message {at.position:,} {side}", f"?tab={side}&at={at.position}#m-{at.position}"


def _parts(transcript: Transcript, side: str, pointers: set[str]) -> Iterator[Part]:
    positions = {place(pointer.removeprefix(side)).position for pointer in pointers}
    rows = access.opened(transcript, [at for at in positions if at is not None])
    turns = [Turn(row.index, row.body.role, store.blocks_of(row), row.origin, b"") for row in rows]
    system = store.system_of(transcript) if None in positions else ()
    for part in read_parts(turns, system):
        if f"{side}{part.pointer}" in pointers:
            yield replace(part, pointer=f"{side}{part.pointer}")
