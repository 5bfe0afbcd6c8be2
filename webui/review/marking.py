"""What pages of transcripts, runs and rules say of cases: number, state, decision, and what a waiver covers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q, Subquery, Sum
from django.urls import reverse

from webui.accounts.models import Team
from webui.review import words
from webui.review.models import Case, Decision, Occurrence, Waiver
from webui.review.triage import DECISIONS, Action, State
from webui.transcripts.listeners import Mark
from webui.transcripts.models import Transcript, Violation

MOST = 20
"""Cases that one page tells of."""

SAID: Mapping[str, str] = {"reason": "reason", "detail": "detail", "by": "by__username"}
"""What is told of the decision that a case stands on, and the columns that hold it."""


def marks_of(team: Team, thing: str, pk: str) -> Sequence[Mark]:
    """Return the cases about a transcript, a run or a capture, the open ones first, then what else it shows. One query.

    A transcript also shows the cases of its capture whose defect it has, wherever that was seen first; each shows last
    those whose evidence it took the place of.
    """
    newer = _newer(thing, pk)
    made = Decision.objects.filter(case=OuterRef("pk"), now=OuterRef("state"), action__in=DECISIONS).order_by("-pk")
    said = {f"said_{name}": Subquery(made.values(field)[:1]) for name, field in SAID.items()}
    rows = Case.objects.filter(_shown_in(thing, pk), team=team).select_related("waiver__by")
    rows = rows.annotate(replaced=ExpressionWrapper(newer, BooleanField()), **said)
    cases = sorted(rows.order_by("-number")[:MOST], key=lambda case: case.closed is not None)
    here = {case.pk for case in cases if getattr(case, f"{thing}_id") == pk}
    own = [_mark(team, case, f"{thing}={pk}") for case in cases if case.pk in here]
    others = [case for case in cases if case.pk not in here]
    elsewhere = [_elsewhere(team, case) for case in others if not case.replaced]
    return [*own, *elsewhere, *(_replaced(team, case, thing) for case in others if case.replaced)]


def waived(team: Team, rule: str) -> int:
    """Return how many violations of a rule stand in cases that a waiver covers."""
    rows = Case.objects.filter(team=team, about=Case.About.RULE, code=rule, state=State.WAIVED.value)
    return int(rows.aggregate(count=Sum("count"))["count"] or 0)


def tolerated(team_id: int, captures: Collection[str], runs: Collection[str]) -> Mapping[str, str]:
    """Return the waivers, as sentences, of the cases that captures and runs showed and that are closed by one.

    One query. A case has its waiver exactly while it is waived: what shows more at once is open again, and so is what a
    waiver that ended covered.
    """
    shown = Q(occurrences__capture__in=captures) | Q(occurrences__run__in=runs)
    rows = Case.objects.filter(shown, team=team_id, waiver__isnull=False).select_related("waiver__by")
    return {case.signature: waiver_words(case.waiver) for case in rows if case.waiver}


def waiver_words(waiver: Waiver) -> str:
    """Return a waiver as a sentence: who, why, what it covers, until when."""
    by = waiver.by.get_username() if waiver.by is not None else "somebody who left"
    scope = words.SCOPES[Waiver.Scope(waiver.scope)].label
    reason = words.reason_text(Action.WAIVE, waiver.reason)
    return f"Waived by {by} until {waiver.ends:%-d %b %Y}, {_low(scope)}: {_low(reason)}."


def _newer(thing: str, pk: str) -> Q:
    """Select the cases whose evidence a page's thing took the place of."""
    match thing:
        case "run":
            return Q(newer_run=pk)
        case "capture":
            return Q(newer_capture=pk)
        case _:
            return Q(newer_capture__in=Transcript.objects.filter(pk=pk).values("capture"))


def _shown_in(thing: str, pk: str) -> Q:
    """Select the cases that a page tells of.

    A union, so that each part goes by its own index, however many cases the team has.
    """
    about = Case.objects.filter(**{thing: pk}).values("pk")
    replaced = Case.objects.filter(_newer(thing, pk)).values("pk")
    if thing == "run":
        return Q(pk__in=about.union(replaced))
    if thing == "capture":
        return Q(pk__in=about.union(replaced, Occurrence.objects.filter(capture=pk).values("case")))
    capture = Transcript.objects.filter(pk=pk).values("capture")
    near = about.union(replaced, Occurrence.objects.filter(capture__in=capture).values("case"))
    signatures = Violation.objects.filter(transcript=pk).values("signature")
    rule = Q(about=Case.About.RULE, signature__in=signatures)
    return Q(pk__in=near) & (Q(transcript=pk) | Q(newer_capture__in=capture) | rule)


def _mark(team: Team, case: Case, place: str) -> Mark:
    address = reverse("review:case", args=[team.slug, case.number])
    state = words.STATES[State(case.state)]
    return Mark(
        number=case.number,
        address=address,
        state=state.label,
        icon=state.icon,
        rule=case.code,
        remark=f"{address}?{place}",
        signature=case.signature,
        waiver=waiver_words(case.waiver) if case.waiver is not None else "",
        decision=_decision(case, state.label),
    )


def _elsewhere(team: Team, case: Case) -> Mark:
    """Return a case that shows its defect in another list: one speaks of it there."""
    return replace(_mark(team, case, ""), remark="")


def _replaced(team: Team, case: Case, thing: str) -> Mark:
    """Return a case of earlier evidence: its violations and waiver are not those of this, nor is this its place."""
    said = f"Stands in for an earlier {'run' if thing == 'run' else 'upload'} of its source."
    return replace(_mark(team, case, ""), icon="superseded", rule="", remark="", signature="", waiver="", decision=said)


def _decision(case: Case, label: str) -> str:
    """Return who decided and why: `Rejected by ada: fact-lost.`"""
    reason, detail, by = (getattr(case, f"said_{name}") for name in SAID)
    if not reason:
        return ""
    return f"{label} by {by or 'somebody who left'}: {reason}{f' ({detail})' if detail else ''}."


def _low(text: str) -> str:
    return text[:1].lower() + text[1:]
