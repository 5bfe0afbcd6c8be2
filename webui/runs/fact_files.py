"""Facts of a run as a file: one line reads like one row of the page, from the question to the decision."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import StreamingHttpResponse
from django.urls import reverse

from webui.common.tables import CHUNK, answered, chunks
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.runs.views import ends
from webui.runs.views.fact_list import DECISIONS, KINDS, NOT_FOUND, OUTCOMES, QUESTION, RANK, UNPROVEN
from webui.runs.views.facts import label

FIELDS = (
    *("fact", "pass", "kind", "question", "category", "answer", "outcome", "evidence", "place", "words", "decision"),
    *("note", "by", "decided", "id", "url"),
)
"""The columns of a file; they are only ever added to, at the end."""


def narrowed(rows: QuerySet[Fact], outcome: str, decision: str, kind: str = "") -> QuerySet[Fact]:
    """Return the facts of an outcome, a decision and a kind, empty for any; a quote that is nowhere is an outcome."""
    if outcome == NOT_FOUND:
        rows = rows.filter(UNPROVEN)
    elif outcome in OUTCOMES:
        rows = rows.filter(verdict=outcome).exclude(UNPROVEN)
    if decision in DECISIONS:
        rows = rows.filter(decision="" if decision == "open" else decision)
    if kind in KINDS:
        rows = rows.filter(category="" if kind == QUESTION else kind)
    return rows


def answer(run: Run, of: Pass | None, rows: QuerySet[Fact], kind: str, host: str) -> StreamingHttpResponse:
    """Return facts of one pass as a file, in the order of the page: what needs a person first."""
    decisions = Prefetch("decisions", FactDecision.objects.select_related("by"))
    ordered = rows.alias(rank=RANK).order_by("rank", "number", "pk").prefetch_related(decisions)
    values = _values(run, of, ordered.iterator(chunk_size=CHUNK), host)
    return answered(values, FIELDS, kind, f"run-{run.pk}-facts")


def _values(run: Run, of: Pass | None, rows: Iterator[Fact], host: str) -> Iterator[dict[str, Any]]:
    source = of.source if of is not None else run.before
    for some in chunks(rows, 50):
        read = ends.sources(source, run.team.slug, some)
        yield from (_row(run, of, fact, read, host) for fact in some)


def _row(run: Run, of: Pass | None, fact: Fact, read: ends.Sources, host: str) -> dict[str, Any]:
    hit = fact.evidence[0] if fact.evidence else None
    told = sorted(fact.decisions.all(), key=lambda one: one.pk)
    last = told[-1] if told and fact.decision else None
    unproven = fact.kind == Fact.Kind.QUESTION and fact.method == NOT_FOUND
    return {
        "fact": label(fact),
        "pass": of.pk if of is not None else None,
        "kind": fact.kind,
        "question": fact.text,
        "category": fact.category,
        "answer": fact.answer,
        "outcome": NOT_FOUND if unproven else fact.verdict,
        "evidence": fact.method,
        "place": ends.place_of(hit) if hit else "",
        "words": read.words(hit) if hit else "",
        "decision": fact.decision,
        "note": last.note if last else "",
        "by": last.by.get_username() if last and last.by else None,
        "decided": last.created if last else None,
        "id": fact.pk,
        "url": host + reverse("runs:fact", args=[run.team.slug, run.pk, fact.pk]),
    }
