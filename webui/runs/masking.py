"""What of runs may hold a reported value: their texts, those of passes and calls, and facts, whose proof moves."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from webui.runs.models import Call, Fact, FactDecision, Pass, Run, Summary
from webui.runs.proven import parts_of, text_of
from webui.transcripts import access
from webui.transcripts.maskers import Columns, Masker, Masking
from webui.transcripts.models import Transcript

COLUMNS = {
    "runs": Columns(
        lambda team: Run.objects.filter(team=team),
        texts=("name", "model", "section"),
        values=("boundary", "given", "checks", "timeline", "observed", "fates", "breaches", "carried", "flags"),
    ),
    "summaries": Columns(lambda team: Summary.objects.filter(run__team=team), packed=("text",)),
    "passes": Columns(
        lambda team: Pass.objects.filter(team=team),
        texts=("model",),
        values=("config", "flags"),
        packed=("prior_text", "draft", "final"),
    ),
    "calls": Columns(lambda team: Call.objects.filter(of__team=team), packed=("system", "user", "reply")),
    "facts": Columns(lambda team: Fact.objects.filter(run__team=team), texts=("text", "answer")),
    "notes": Columns(lambda team: FactDecision.objects.filter(fact__run__team=team), texts=("note",)),
}
LIVE = (Pass.State.QUEUED, Pass.State.ASKING)


def mask(masking: Masking) -> None:
    """Replace the value in all that runs hold. The messages still tell it by then, so the proof of facts can move."""
    if "proofs" not in masking.report.done:
        moved = list(_moved(masking))
        masking.once("proofs", lambda: Fact.objects.bulk_update(moved, ["evidence", "text"], batch_size=200))
    for counted, columns in COLUMNS.items():
        masking.columns(columns, counted)
    live = Pass.objects.filter(team=masking.report.team_id, state__in=LIVE).count()
    masking.once("passes", lambda: masking.note("live", live))


MASKER = Masker("Runs", mask, COLUMNS)


def _moved(masking: Masking) -> Iterator[Fact]:
    """Yield the facts whose proof stands in a text that holds the value, with the places it has without it."""
    runs, passes = Run.objects.filter(team=masking.report.team_id), Pass.objects.filter(team=masking.report.team_id)
    sources = Q(pk__in=runs.values("before")) | Q(pk__in=passes.values("source"))
    for source in Transcript.objects.filter(sources, team=masking.report.team_id).defer(*access.LARGE):
        rows = access.rows_of(source).values_list("index", "body")
        held = {index for index, body in rows if body in masking.bodies}
        for fact in _facts_of(source) if held else ():
            moved = [_hit(masking, source, hit) if hit["message"] in held else (hit, False) for hit in fact.evidence]
            if moved[:1] and moved[0][1] and fact.kind == Fact.Kind.IDENTIFIER:
                fact.text = masking.report.marker  # a part of the value, taken for an identifier
            if [hit for hit, _ in moved] != fact.evidence:
                fact.evidence = [hit for hit, _ in moved]
                yield fact


def _facts_of(source: Transcript) -> QuerySet[Fact]:
    of_passes = Q(of__source=source) | Q(of=None, run__before=source)
    return Fact.objects.filter(of_passes, run__team=source.team_id).only("evidence", "kind", "text")


def _hit(masking: Masking, source: Transcript, hit: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return a proof with its place after masking, and whether it lies within the value."""
    row = access.opened(source, [hit["message"]]).first()
    parts = parts_of(row) if row is not None else ()
    text = text_of(parts[hit["part"]]) if hit["part"] < len(parts) else ""
    one, places = masking.replacement, masking.replacement.places(text)
    start, end = one.moved(hit["start"], hit["end"], places)
    within = any(first <= hit["start"] and hit["end"] <= last for first, last in places)
    return {**hit, "start": start, "end": end}, within
