"""The words under a comment as they were when it was written: read from what is stored, masked, and cut."""

from collections.abc import Callable, Mapping
from typing import Any

from compaction.errors import CompactionError
from compaction.summary import read
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
ORIGINS = (Summary.Origin.FINAL, Summary.Origin.CAPTURED, Summary.Origin.DRAFT)

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


def is_earlier(case: Case, comment: Comment) -> bool:
    """Return whether a comment speaks of evidence that a newer run or capture took the place of."""
    run, transcript = comment.anchor.get("run"), comment.anchor.get("transcript")
    if run is not None:
        return run != (case.run_id or case.place.get("run"))
    return transcript is not None and transcript not in (case.transcript_id, case.place.get("transcript"))


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
    kept, whole = _block(case, anchor)
    start, end = _number(anchor, "start"), _number(anchor, "end")
    if not start < end <= len(whole):
        raise Refused("anchor-unknown", "anchor")
    return {**kept, "start": start, "end": end}, whole[start:end]


def _section(case: Case, anchor: Anchor) -> Quoted:
    run, name = _run(case, anchor), str(anchor.get("section", ""))[:40]
    found = next((one for origin in ORIGINS if (one := summary_of(run, origin)) is not None), None)
    words = _sections(text_of(found)).get(name) if found is not None else None
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


def _sections(text: str) -> Mapping[str, str]:
    try:
        return read(text.encode()).sections
    except CompactionError:
        return {}


def _transcript(case: Case, anchor: Anchor) -> Transcript:
    """Return a transcript that the case was seen in, or a side of its run."""
    pk = str(anchor.get("transcript", ""))
    own = {case.transcript_id} | ({case.run.before_id, case.run.after_id} if case.run is not None else set())
    seen = pk in own or case.occurrences.filter(transcript=pk.replace("\0", "")).exists()
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
