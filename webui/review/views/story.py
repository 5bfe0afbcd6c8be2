"""The history of a case: one sentence an event, and what was decided before it came back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import QueryDict

from webui.audit.models import Event
from webui.audit.trail import trail_of
from webui.audit.words import sentence
from webui.review import words
from webui.review.models import Case, Decision
from webui.review.store.moves import EVENTS
from webui.review.triage import DECISIONS, Action

SHOWN = 12
"""Events on the page, the newest ones; `events=all` shows more."""

MOST = 500
KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "decisions": (
        "Decisions",
        (
            "decided",
            "proposed",
            "covered",
            "undone",
            "reopened",
            "withdrawn",
            "superseded",
            "recurred",
            "waiver-ended",
            "confirmed",
            "refused",
            "created",
            "ended",
        ),
    ),
    "claims": ("Claims", ("claimed", "released", "lapsed", "taken-over", "assigned")),
    "comments": ("Comments", ()),
}
"""What the history can be narrowed to: its words, and the actions of cases and waivers in it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One event. `note` is what a person wrote with it, `text` the sentence without who did it.

    `step` is the version of the case that a step was taken on; None for what was no step.
    """

    number: int
    who: str
    text: str
    at: datetime
    note: str
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """One way to narrow the history."""

    text: str
    value: str
    on: bool


@dataclass(frozen=True, slots=True)
class Story:
    """The history as the page shows it; `more` events are not shown."""

    lines: Sequence[Line]
    chips: Sequence[Chip]
    more: int


def story(case: Case, query: QueryDict) -> Story:
    """Return the history, oldest first, narrowed as the address asks."""
    asked = query.get("events", "")
    rows = _narrowed(_events(case), asked)
    count = rows.count()
    shown = MOST if asked else SHOWN
    newest = list(rows.order_by("-number")[:shown])
    chips = [Chip("All", "all", asked == "all" or asked not in KINDS)]
    chips += [Chip(text, name, asked == name) for name, (text, _) in KINDS.items()]
    return Story([_line(event) for event in reversed(newest)], chips, max(0, count - shown))


def decided_before(case: Case) -> Decision | None:
    """Return the decision that a case had before it came back; None for one that never did."""
    if not case.mark or case.mark == Case.Mark.SUPERSEDED:
        return None
    back = (Action.RECUR.value, Action.WAIVER_END.value)
    last = Decision.objects.filter(case=case, action__in=back).order_by("-pk").first()
    if last is None:
        return None
    closing = [one.value for one in DECISIONS] + [Action.COVER.value]
    rows = Decision.objects.filter(case=case, pk__lt=last.pk, action__in=closing).select_related("by")
    return rows.order_by("-pk").first()


def last_decision(case: Case) -> Decision | None:
    """Return the step that brought the case into its state."""
    rows = Decision.objects.filter(case=case, now=case.state).exclude(was=case.state)
    return rows.select_related("by", "waiting_on", "waiver").order_by("-pk").first()


def decision_words(decision: Decision, thing: str) -> str:
    """Return a decision as a sentence without who took it: `rejected the run: a fact that matters was lost`."""
    action = Action(decision.action)
    past = words.STEPS[action].past_of(thing)
    reason = words.REOPENS.get(decision.reason, "") if action is Action.REOPEN else ""
    reason = reason or words.reason_text(action, decision.reason)
    return f"{past}: {reason[:1].lower()}{reason[1:]}" if reason else past


def _events(case: Case) -> QuerySet[Event]:
    comments = [str(pk) for pk in case.comments.values_list("pk", flat=True)]
    waivers = [str(pk) for pk in case.waivers.values_list("pk", flat=True)]
    wanted = Q(subject="case", subject_id=str(case.number))
    wanted |= Q(subject="comment", subject_id__in=comments) | Q(subject="waiver", subject_id__in=waivers)
    return trail_of(case.team_id).filter(wanted)


def _narrowed(rows: QuerySet[Event], asked: str) -> QuerySet[Event]:
    if asked == "comments":
        return rows.filter(subject="comment")
    if asked in KINDS:
        return rows.exclude(subject="comment").filter(action__in=KINDS[asked][1])
    return rows


def _line(event: Event) -> Line:
    text = sentence(event).removeprefix(event.actor_name).strip()
    note = event.note if event.subject != "comment" else ""
    step = event.version if event.subject == "case" and event.action in EVENTS.values() else None
    return Line(event.number, event.actor_name, text, event.at, note, step)
