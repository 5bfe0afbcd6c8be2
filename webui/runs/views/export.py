"""A run as one HTML file: read without script, without a network, and, if that is chosen, without any captured word."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from compaction.boundary import Fate
from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import private
from webui.runs import access, store, telling
from webui.runs.models import Fact, Pass, Run, Summary
from webui.runs.store.passes import text_of
from webui.runs.views import checks, ends, facts, fates, found, losses, outcome, record
from webui.runs.views.fact_list import RANK
from webui.runs.views.faults import fault_of

STYLE = "runs/export.css"
RANGES = 1_000
FACTS = 500
"""Of one pass; the file says how many more there are."""

TEXT_CHARACTERS = 400_000
TITLES = {
    Summary.Origin.CAPTURED: "Summary",
    Summary.Origin.REPLY: "Reply as received",
    Summary.Origin.DRAFT: "Draft",
    Summary.Origin.FINAL: "Final text",
    Summary.Origin.PRIOR: "The summary before it",
}


@dataclass(frozen=True, slots=True)
class Text:
    """A captured text. `shown` is empty where words are left out."""

    title: str
    shown: str
    length: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one pass, or of the captured summary; `more` are left out."""

    title: str
    rows: Sequence[facts.Row]
    more: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """One pass: what came of it, with its settings, spend, flags, measures and final text."""

    one: Pass
    said: Any
    settings: Sequence[tuple[str, str, str]]
    figures: Sequence[outcome.Figure]
    questions: Sequence[tuple[str, int]]
    flags: Sequence[Any]
    values: Sequence[losses.Value]
    text: Text | None


@require_safe
@require()
@private
def download(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Give the file; `?redacted=1` leaves out what was captured."""
    run = access.run_for(request.user, team.slug, pk)
    return answered(run, redacted=request.GET.get("redacted", "") not in ("", "0"))


def answered(run: Run, *, redacted: bool) -> HttpResponse:
    """Return a run as a download that nobody stores on the way."""
    response = HttpResponse(written(run, redacted=redacted), content_type="text/html; charset=utf-8")
    name = f"run-{run.pk}-redacted.html" if redacted else f"run-{run.pk}.html"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def written(run: Run, *, redacted: bool) -> str:
    """Return the file. Its own policy allows the one style that stands in it, and nothing else."""
    style = render_to_string(STYLE)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return render_to_string("runs/export.html", _context(run, words=not redacted) | {"digest": digest})


def _context(run: Run, *, words: bool) -> dict[str, Any]:
    fault, made = fault_of(run), store.checks_of(run)
    sides = [(transcript, side) for side, transcript in telling.sides_of(run)]
    told, more = telling.told_of_lists(sides, "")
    passes = list(access.passes_of(run))
    return {
        "run": run,
        "words": words,
        "now": timezone.now(),
        "outcome": outcome.outcome(run, fault),
        "fault": fault,
        "figures": outcome.figures(run, made),
        "found": found.found(run),
        "ranges": _ranges(run),
        "counts": _counts(run),
        "violations": told,
        "more_violations": more,
        "checks": checks.rows(made),
        "envelope": [term for term in checks.envelope(run) if words or not term.captured],
        "texts": [_text(TITLES[Summary.Origin(one.origin)], store.text_of(one), words) for one in run.summaries.all()],
        "facts": [one for one in (_facts(run, of) for of in (None, *_compacted(passes))) if one.rows],
        "flags": [_flag(row) for row in run.flags or []],
        "values": losses.values(run.measures or {}),
        "passes": [_attempt(one, words) for one in passes],
    }


def _ranges(run: Run) -> list[fates.Range]:
    explained = store.explanation_of(run)
    ranges: list[fates.Range] = []
    start: int | None = 0
    while explained is not None and start is not None and len(ranges) < RANGES:
        page = fates.told(explained, start=start)
        ranges += page.ranges
        start = page.later
    return ranges


def _counts(run: Run) -> list[tuple[str, int, str]]:
    """Fate, messages, and what the word means."""
    explained = store.explanation_of(run)
    if explained is None:
        return []
    return [(fate, count, fates.MEANING[Fate(fate)]) for fate, count in fates.counted(explained).items() if count]


def _compacted(passes: Sequence[Pass]) -> list[Pass]:
    return [one for one in passes if one.outcome == Pass.Outcome.COMPACTED]


def _facts(run: Run, of: Pass | None) -> Facts:
    rows = Fact.objects.filter(run=run, of=of).alias(rank=RANK).order_by("rank", "number", "pk")
    shown = list(rows.prefetch_related("decisions__by")[:FACTS])
    read = ends.sources(run.before if of is None else of.source, run.team.slug, shown)
    title = f"Pass {of.attempt}" if of is not None else "Summary as captured"
    return Facts(title, [facts.row(fact, read) for fact in shown], max(0, rows.count() - len(shown)))


def _attempt(one: Pass, words: bool) -> Attempt:
    final = text_of(Pass.objects.only("final").get(pk=one.pk).final)
    return Attempt(
        one=one,
        said=record.listed([one])[0].said,
        settings=[row for row in record.settings(one) if words or row[0] != "Instructions"],
        figures=record.figures(one, list(one.calls.all())),
        questions=record.outcomes(one),
        flags=[_flag(row) for row in one.flags],
        values=losses.values(one.measures),
        text=_text("Final text", final, words) if final else None,
    )


def _text(title: str, text: str, words: bool) -> Text:
    cut = len(text) > TEXT_CHARACTERS
    return Text(title, text[:TEXT_CHARACTERS] if words else "", len(text), cut)


def _flag(row: dict[str, Any]) -> dict[str, Any]:
    return telling.flag_words_of(row) | {"candidate": row["candidate"], "severity": row["severity"]}
