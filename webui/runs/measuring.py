"""Gather, decide: measure what a run's summary kept of the messages that it replaced, and flag where to look."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from compaction.findings import Flag
from compaction.identifiers import newest_first
from compaction.measures import (
    MEASURES,
    Counts,
    Lists,
    Material,
    Part,
    Placing,
    Texts,
    flag_read_lists,
    flag_texts,
    joined,
    read_lists,
    read_parts,
)
from compaction.transcripts import Message as Turn
from webui.runs.models import Fact, Run, Summary
from webui.runs.store import facts, passes
from webui.runs.store.values import summary_of, text_of
from webui.transcripts.models import Transcript

BEFORE, AFTER = "before:", "after:"
"""Stand before the pointers of stored spans, and say which of the two lists they lead into."""

OPAQUE = "opaque-summary"
ALONE = ("empty-summary", "summary-truncated", "scratchpad-kept", "tool-call-as-text")
"""What can be said of a summary without the messages that it replaced."""

_WRAPPER = "<conversation_summary>"
_TAG = re.compile(r"</?(?:conversation_summary|goal|constraints|decisions|state|open_items)\s*/?>")


@dataclass(frozen=True, slots=True)
class Found:
    """What is stored of a run: numbers by measure, None where nothing can be measured; flags, and what was lost."""

    measures: dict[str, Any] | None = None
    flags: list[dict[str, Any]] = field(default_factory=list)
    lost: list[Fact] = field(default_factory=list)


def measure_run(run: Run) -> Found:
    """Measure and flag a run by what is stored of it. A summary that nobody can read has flags alone."""
    summary = _text(run, Summary.Origin.CAPTURED)
    prior = _text(run, Summary.Origin.PRIOR)
    if run.before is not None and run.after is not None:
        return _lists(run, run.before, run.after, summary, prior)
    if run.before is not None and summary:
        return _texts(run, run.before, summary, prior)
    flags = flag_texts(Texts(Material("", summary), summary)) if summary else ()
    opaque = [row for row in run.flags or [] if row["id"] == OPAQUE]
    return Found(flags=[*opaque, *_rows(flag for flag in flags if flag.id in ALONE)])


def unwrapped(summary: str) -> str:
    """Return a summary with blanks in the place of the contract's tags, so that their names are no words of it."""
    return _TAG.sub(lambda tag: " " * len(tag[0]), summary) if _WRAPPER in summary else summary


def _lists(run: Run, before: Transcript, after: Transcript, summary: str, prior: str) -> Found:
    turns = passes.turns_of(before)
    old, new = _parts(turns, BEFORE), _parts(passes.turns_of(after), AFTER)
    lists = read_lists(old, new, summary=unwrapped(summary) or None, prior=unwrapped(prior))
    flags = _rows(flag_read_lists(lists))
    if lists.opaque:
        return Found(flags=flags)
    if lists.summary is None and not lists.change.replaced:
        return Found(flags=flags)
    material = replace(lists.material, counts=_counts(run))
    return Found(_numbers(material, lists), flags, _lost(run, turns, lists.change.replaced, material))


def _texts(run: Run, before: Transcript, summary: str, prior: str) -> Found:
    """Of a contract: all that its input holds is replaced."""
    turns = passes.turns_of(before)
    parts = tuple(part for part in _parts(turns, BEFORE) if part.index is not None)
    text = unwrapped(summary)
    material = Material(joined(parts), text, unwrapped(prior), "\n".join(part.tool for part in parts))
    placing = Placing(parts, None, text)
    flags = [
        replace(flag, evidence=replace(flag.evidence, spans=placing.place(flag.evidence.spans)))
        for flag in flag_texts(Texts(material, text))
    ]
    return Found(_numbers(material), _rows(flags), _lost(run, turns, parts, material))


def _numbers(material: Material, lists: Lists | None = None) -> dict[str, Any]:
    values = {measure.id: measure.compute(material) for measure in MEASURES}
    counted = {
        "identifiers": len(material.in_source.identifiers),
        "kept": len(material.kept),
        "lost": len(material.lost),
        "unsupported": len(material.unsupported),
        "source_characters": len(material.source),
        "summary_characters": len(material.summary if lists is None or lists.summary is None else lists.summary),
    }
    return {name: value for name, value in values.items() if value is not None} | counted


def _counts(run: Run) -> Counts:
    return Counts(tokens_before=run.tokens_before or 0, tokens_after=run.tokens_after or 0)


def _lost(run: Run, turns: Sequence[Turn], replaced: Iterable[Part], material: Material) -> list[Fact]:
    gone = {part.pointer for part in replaced}
    texts, places = [], []
    for place, text in _blocks(turns, gone):
        texts.append(text)
        places.append(place)
    return facts.lost(run, None, newest_first(texts, material.lost), places)


def _blocks(turns: Iterable[Turn], gone: set[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Message and block of each text that was replaced."""
    for turn in turns:
        for number, block in enumerate(turn.blocks):
            parts = _parts([replace(turn, blocks=(block,))], BEFORE)
            if any(part.pointer in gone for part in parts):
                yield (turn.index, number), joined(parts)


def _parts(turns: Sequence[Turn], side: str) -> tuple[Part, ...]:
    """The texts of a list. A system prompt beside the list has no place in it."""
    system = [block for turn in turns if turn.index == passes.SYSTEM_PLACE for block in turn.blocks]
    listed = [turn for turn in turns if turn.index != passes.SYSTEM_PLACE]
    found = read_parts(listed, system)
    return tuple(replace(part, text=unwrapped(part.text), pointer=f"{side}{part.pointer}") for part in found)


def _rows(flags: Iterable[Flag]) -> list[dict[str, Any]]:
    return [facts.flag_row(flag) for flag in flags]


def _text(run: Run, origin: str) -> str:
    found = summary_of(run, origin)
    return text_of(found) if found is not None else ""
