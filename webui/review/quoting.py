"""The words under a comment as they were when it was written: read from what is stored, masked, and cut."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compaction.summary import State, outline
from webui.review.models import Case, Comment
from webui.review.triage import Refused
from webui.runs.models import Fact, Run, Summary
from webui.runs.store import summary_of, text_of
from webui.transcripts import access
from webui.transcripts.models import Transcript
from webui.transcripts.store import blocks_of, clean
from webui.transcripts.store.bodies import texts

QUOTE_CHARACTERS = 500
HIGHEST = 2**31
ORIGINS = (Summary.Origin.CAPTURED, Summary.Origin.FINAL, Summary.Origin.DRAFT)
WHOLE = ""
"""Names the text of a summary that is in no section."""

Anchor = Mapping[str, Any]
Quoted = tuple[dict[str, Any], str]


def quote(case: Case, on: str, anchor: Anchor) -> Quoted:
    """Return the anchor as it is stored, and the words under it.

    Raises: Refused `anchor-unknown` for a place that the evidence of the case does not have.
    """
    reader = _READERS.get(on)
    if reader is None:
        raise Refused("anchor-unknown", "anchor")
    kept, words = reader(case, anchor)
    return kept, clean(words[:QUOTE_CHARACTERS])


@dataclass(frozen=True, slots=True)
class Ground:
    """What comments stand on: keys of those about evidence that newer took the place of, and of those whose is gone."""

    earlier: frozenset[int]
    gone: frozenset[int]


def ground_of(case: Case, comments: Sequence[Comment]) -> Ground:
    """Return on what the comments of a case stand. At most two queries."""
    runs = {str(row.anchor["run"]) for row in comments if "run" in row.anchor}
    lists = {str(row.anchor["transcript"]) for row in comments if "transcript" in row.anchor}
    found = (
        dict(Transcript.objects.filter(team=case.team_id, pk__in=lists).values_list("pk", "capture")) if lists else {}
    )
    there = {*found, *(Run.objects.filter(team=case.team_id, pk__in=runs).values_list("pk", flat=True) if runs else ())}
    current = {case.run_id, case.place.get("run"), *_lists_of(case)}
    current |= {pk for pk, capture in found.items() if capture == case.capture_id}
    if case.newer_run_id or case.newer_capture_id:
        current = set()
    stands = {row.pk: row.anchor.get("run", row.anchor.get("transcript")) for row in comments if row.anchor}
    return Ground(
        frozenset(pk for pk, on in stands.items() if on not in current),
        frozenset(pk for pk, on in stands.items() if on not in there),
    )


def _lists_of(case: Case) -> set[str | None]:
    """Return the transcripts that a case shows: its own, or both sides of its run."""
    sides = {case.run.before_id, case.run.after_id} if case.run is not None else set()
    return {case.transcript_id, case.place.get("transcript")} | sides


def _nothing(case: Case, anchor: Anchor) -> Quoted:
    return {}, ""


def _message(case: Case, anchor: Anchor) -> Quoted:
    transcript, position = _transcript(case, anchor), _number(anchor, "position")
    row = access.rows_at(transcript, [position]).select_related("body").first()
    if row is None:
        raise Refused("anchor-unknown", "anchor")
    return {"transcript": transcript.pk, "position": position}, row.body.preview


def _block(case: Case, anchor: Anchor) -> Quoted:
    transcript, position = _transcript(case, anchor), _number(anchor, "position")
    number = _number(anchor, "block")
    row = access.rows_at(transcript, [position]).select_related("body").first()
    blocks = blocks_of(row) if row is not None else ()
    if number >= len(blocks):
        raise Refused("anchor-unknown", "anchor")
    kept = {"transcript": transcript.pk, "position": position, "block": number}
    return kept, "\n".join(texts([blocks[number]]))


def _words(case: Case, anchor: Anchor) -> Quoted:
    kept, whole = (_section if "section" in anchor else _block)(case, anchor)
    start, end = _number(anchor, "start"), _number(anchor, "end")
    if not start < end <= len(whole):
        raise Refused("anchor-unknown", "anchor")
    return {**kept, "start": start, "end": end}, whole[start:end]


def _section(case: Case, anchor: Anchor) -> Quoted:
    run, name = _run(case, anchor), str(anchor.get("section", ""))[:40]
    found = next((one for origin in ORIGINS if (one := summary_of(run, origin)) is not None), None)
    words = _section_of(text_of(found), name) if found is not None else None
    if words is None:
        raise Refused("anchor-unknown", "anchor")
    return {"run": run.pk, "section": name}, words


def _fact(case: Case, anchor: Anchor) -> Quoted:
    run = _run(case, anchor)
    fact = Fact.objects.filter(run=run, pk=_number(anchor, "fact")).first()
    if fact is None:
        raise Refused("anchor-unknown", "anchor")
    return {"run": run.pk, "fact": fact.pk}, fact.text


_READERS: Mapping[str, Callable[[Case, Anchor], Quoted]] = {
    Comment.On.CASE: _nothing,
    Comment.On.MESSAGE: _message,
    Comment.On.BLOCK: _block,
    Comment.On.WORDS: _words,
    Comment.On.SECTION: _section,
    Comment.On.FACT: _fact,
}


def _section_of(text: str, name: str) -> str | None:
    """Return what a section says, as its page shows it; without a name, all of the text."""
    if name == WHOLE:
        return text
    found = (one for one in outline(text.encode()) if one.name == name and one.state is not State.UNKNOWN)
    first = next(found, None)
    return None if first is None or first.start is None else text[first.start : first.end].strip()


def _transcript(case: Case, anchor: Anchor) -> Transcript:
    """Return a transcript that the case was seen in, or a side of its run."""
    pk = str(anchor.get("transcript", ""))
    seen = pk in _lists_of(case) or case.occurrences.filter(transcript=pk.replace("\0", "")).exists()
    found = Transcript.objects.filter(team=case.team_id, pk=pk).first() if seen else None
    if found is None:
        raise Refused("anchor-unknown", "anchor")
    return found


def _run(case: Case, anchor: Anchor) -> Run:
    pk = str(anchor.get("run", ""))
    seen = pk == case.run_id or case.occurrences.filter(run=pk.replace("\0", "")).exists()
    found = Run.objects.filter(team=case.team_id, pk=pk).first() if seen else None
    if found is None:
        raise Refused("anchor-unknown", "anchor")
    return found


def _number(anchor: Anchor, name: str) -> int:
    value = anchor.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 11:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < HIGHEST:
        raise Refused("anchor-unknown", "anchor")
    return value
