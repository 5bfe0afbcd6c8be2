"""The facts of a run: question, answer, evidence, outcome and decision in one line; and one fact with both its ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from webui.accounts.access import may, require
from webui.accounts.models import Team, User
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.common.words import plural
from webui.runs import access
from webui.runs.models import Call, Fact, FactDecision, Pass, Run
from webui.runs.store import facts as store
from webui.runs.store import passes
from webui.runs.views import ends
from webui.runs.views.fact_list import DECISIONS, NOT_FOUND, OUTCOMES, PER_PAGE, FactList, facts_of
from webui.transcripts import listeners
from webui.transcripts.views.pages import whole

METHODS = {
    "exact": "exact match",
    "normalized": "match but for case and punctuation",
    "overlap": "shares most of its words",
}
UNSEEN = "The model was not shown these words: they were cut from what it read."
NOTE_NEEDED = "Say in the note why a fact is disputed. Nothing was decided."
NONE_PICKED = "Choose at least one fact first. Nothing was decided."
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Row:
    """One fact as the table shows it."""

    fact: Fact
    label: str
    outcome: tuple[str, str, str]
    unproven: bool
    evidence: str
    quote: ends.Quote | None
    decision: FactDecision | None
    decided: str

    @property
    def anchor(self) -> str:
        return f"fact-{self.fact.pk}"


def tab(run: Run, query: QueryDict, *, picked: frozenset[int] = frozenset()) -> dict[str, Any]:
    """Return the context of the Facts tab."""
    found = facts_of(run, query)
    shown = found.page()
    more = len(shown) > PER_PAGE
    shown = shown[:PER_PAGE]
    read = ends.sources(_source(run, found.of), run.team.slug, shown)
    return {
        "facts": found,
        "call_query": found.call_query,
        "rows": [row(fact, read) for fact in shown],
        "first_row": found.start + 1,
        "last_row": found.start + len(shown),
        "earlier": found.link(start=max(0, found.start - PER_PAGE)) if found.start else "",
        "later": found.link(start=found.start + PER_PAGE) if more else "",
        "picked": picked,
        "blank": _blank(found),
        "both": _both(run, found, whole(query.get("both"))),
    }


def _both(run: Run, found: FactList, number: int | None) -> dict[str, Any] | None:
    """Return both ends of the fact that the address selects, for the lower half of the tab. Two queries."""
    if number is None:
        return None
    fact = found.all.filter(pk=number).select_related("of__source").prefetch_related("decisions__by").first()
    return _ends(run, fact) if fact is not None else None


def _ends(run: Run, fact: Fact) -> dict[str, Any]:
    read = ends.sources(_source(run, fact.of), run.team.slug, [fact], all_hits=True)
    final = (passes.text_of(fact.of.final) if fact.of else "") or ""
    return {
        "row": row(fact, read, ends.AROUND_WIDE),
        "others": [read.quote(hit) for hit in fact.evidence[1:]],
        "folded": ends.folded(final, fact),
    }


def row(fact: Fact, read: ends.Sources, around: int = ends.AROUND) -> Row:
    """Return one fact for a page; its decisions are read by then."""
    unproven = fact.kind == Fact.Kind.QUESTION and fact.method == NOT_FOUND
    decisions = sorted(fact.decisions.all(), key=lambda one: one.pk)
    return Row(
        fact=fact,
        label=label(fact),
        outcome=OUTCOMES[fact.verdict],
        unproven=unproven,
        evidence=METHODS.get(fact.method, ""),
        quote=read.quote(fact.evidence[0], around) if fact.evidence else None,
        decision=decisions[-1] if decisions and fact.decision else None,
        decided=DECISIONS.get(fact.decision, ""),
    )


def label(fact: Fact) -> str:
    """Return what a fact is called: `f-7` for the answer to question 7, `l-3` for the third lost identifier."""
    return f"{'f' if fact.kind == Fact.Kind.QUESTION else 'l'}-{fact.number}"


def _source(run: Run, of: Pass | None) -> Any:
    """The messages that evidence counts in; those of the run are read with it."""
    if of is not None and of.source_id != run.before_id:
        return of.source
    return run.before


def _blank(found: FactList) -> tuple[str, str] | None:
    """Say why there is no fact at all; these are different states."""
    if found.total:
        return None
    if found.of is not None:
        return (
            "QA ran and found nothing missing",
            "No question was asked, and no identifier of the replaced messages is missing from the summary.",
        )
    if any(one.state in (Pass.State.QUEUED, Pass.State.ASKING) for one in found.passes):
        return "QA is at work", "Facts appear here when the pass has ended. Its steps stand on the History tab."
    if any(one.outcome == Pass.Outcome.COMPACTED for one in found.passes):
        return "Nothing is known of the captured summary", "The facts of each pass stand under its own name."
    if found.passes:
        return "QA has not compacted anything yet", "The History tab says how each pass ended."
    return "QA has not run", "A pass asks what the summary lost, answers from the source, and shows the proof here."


@require_safe
@require()
@private
def one(request: HttpRequest, team: Team, pk: str, number: int) -> HttpResponse:
    """Show one fact with both its ends in context, how it came about, and every decision."""
    run = access.run_for(request.user, team.slug, pk)
    return page(request, "runs/fact.html", _one(request, team, run, number))


def _one(request: HttpRequest, team: Team, run: Run, number: int) -> dict[str, Any]:
    rows = Fact.objects.filter(run=run, pk=number).select_related("of__source").prefetch_related("decisions__by")
    fact = rows.first() if number < 2**63 else None
    if fact is None:
        raise Http404
    back = f"?tab=facts&pass={fact.of_id or 'captured'}"
    return {
        "team": team,
        "run": run,
        **_ends(run, fact),
        "calls": _calls(fact),
        "history": sorted(fact.decisions.all(), key=lambda one: one.pk, reverse=True),
        "unseen": UNSEEN if fact.unseen else "",
        "cases": listeners.marks_of(team, run=run.pk),
        "decides": may(request.user, team, Power.DECIDE),
        "back": back,
    }


def _calls(fact: Fact) -> Sequence[Call]:
    return list(fact.of.calls.order_by("number").defer("system", "user", "reply")) if fact.of else []


@require_POST
@require(Power.DECIDE)
def decide(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Take decisions on some facts of a run; each is a row of its own, with name and time."""
    run = access.run_for(request.user, team.slug, pk)
    choice, wanted = _asked(request.POST)
    if len(wanted) > 1 and not may(request.user, team, Power.BULK):
        raise PermissionDenied
    note = request.POST.get("note", "").strip()[:LONGEST_NOTE]
    fault = NONE_PICKED if not wanted else NOTE_NEEDED if choice == Fact.Choice.DISPUTED and not note else ""
    if fault:
        return _again(request, team, run, wanted, fault)
    made = store.decide(run, wanted, choice, note, request.user if isinstance(request.user, User) else None)
    messages.success(request, f"{plural(made, 'decision')} noted." if made else "Nothing changed.")
    home = reverse("runs:detail", args=[team.slug, run.pk])
    if "fact" in request.GET and len(wanted) == 1:
        return redirect("runs:fact", team.slug, run.pk, wanted[0])
    return redirect(f"{home}{facts_of(run, request.GET).here}#fact-{wanted[0]}")


def _asked(given: QueryDict) -> tuple[str, list[int]]:
    """Return the choice and the facts: a button of one row names its own, the others take those that are ticked."""
    for name, choice in (("confirm", Fact.Choice.CONFIRMED), ("skip", Fact.Choice.UNIMPORTANT), ("undo", "")):
        if (number := _number(given.get(name, ""))) is not None:
            return str(choice), [number]
    choice = given.get("choice", "")
    ticked = [number for value in given.getlist("fact")[:PER_PAGE] if (number := _number(value)) is not None]
    known = {*DECISIONS} - {"open"}
    return (choice, ticked) if choice in known else ("", ticked if choice == "open" else [])


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def _again(request: HttpRequest, team: Team, run: Run, wanted: list[int], fault: str) -> HttpResponse:
    """Show the page that was sent once more, what was ticked still ticked."""
    if "fact" in request.GET and len(wanted) == 1:
        context = _one(request, team, run, wanted[0]) | {"fault": fault}
        return render(request, "runs/fact.html", context, status=422)
    context = tab(run, request.GET, picked=frozenset(wanted))
    return render(
        request,
        "runs/facts_again.html",
        {"team": team, "run": run, "fault": fault, "decides": True, "bulk": may(request.user, team, Power.BULK)}
        | context,
        status=422,
    )
