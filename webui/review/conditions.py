"""What each filter of cases asks of the database. Values are known by then: every condition can be answered."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import and_, or_

from django.db.models import Exists, OuterRef, Q

from webui.accounts.models import Team
from webui.common.days import before_day, from_day
from webui.review.models import Case, Comment, Occurrence
from webui.review.triage import CLOSED_STATES, OPEN_STATES
from webui.runs.models import Fact

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
NOBODY = "none"
LOST = Q(kind=Fact.Kind.QUESTION, verdict__in=(Fact.Verdict.MISSING, Fact.Verdict.SHED)) | Q(
    decision=Fact.Choice.CONFIRMED
)
"""Facts that a summary lost: questions that stay without an answer, and whatever a person confirmed."""

STILL_LOST = LOST & ~Q(decision__in=(Fact.Choice.DISPUTED, Fact.Choice.UNIMPORTANT))


@dataclass(frozen=True, slots=True)
class Ground:
    """What conditions stand on: the team, the moment, people by name, and signatures by number of a case."""

    team: Team
    now: datetime
    people: Mapping[str, int]
    signatures: Mapping[str, str]


Condition = Callable[[Ground, Sequence[str]], Q]


def is_open() -> Q:
    """Return what holds for every case that is not decided. An index is made for these words."""
    return Q(closed__isnull=True)


def in_states(states: Collection[str]) -> Q:
    """Return what holds for cases in these states, said so that the indexes of open and closed ones serve."""
    wanted = set(states)
    if wanted == {*OPEN_STATES, *CLOSED_STATES}:
        return Q()
    if wanted <= set(OPEN_STATES):
        return is_open() if wanted == set(OPEN_STATES) else is_open() & Q(state__in=sorted(wanted))
    if wanted <= set(CLOSED_STATES):
        closed = Q(closed__isnull=False)
        return closed if wanted == set(CLOSED_STATES) else closed & Q(state__in=sorted(wanted))
    return Q(state__in=sorted(wanted))


def ways_to_wait(people: Collection[int]) -> tuple[Q, Q, Q]:
    """Return the three ways in which a case can wait on one of these people; no case does in two.

    A new case waits on its owner, one in review on its holder, one that needs work on whom it was sent back to.
    """
    return (
        Q(state=Case.State.NEW, owner__in=people),
        Q(state=Case.State.IN_REVIEW, holder__in=people),
        Q(state=Case.State.NEEDS_WORK, waiting_on__in=people),
    )


def waits_on(team: Team, people: Collection[int]) -> Q:
    """Return what holds for cases that wait on one of these people, said so that each way has its index."""
    mine = Case.objects.filter(team=team).order_by()
    new, held, sent_back = (mine.filter(one).values("pk") for one in ways_to_wait(people))
    return Q(pk__in=new.union(held, sent_back, all=True))


def days(text: str) -> tuple[datetime, datetime] | None:
    """Return the moments from and before which `2026-11-03` or `2026-11-03..2026-11-09` reaches; both days count."""
    first, _, last = text.partition("..")
    try:
        start, end = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        return None
    if end < start or end.year > 9998 or start.year < 2:
        return None
    return datetime.combine(start, time(), UTC), datetime.combine(end, time(), UTC) + DAY


def _state(_: Ground, values: Sequence[str]) -> Q:
    groups: Mapping[str, Sequence[str]] = {"open": OPEN_STATES, "closed": CLOSED_STATES}
    return in_states([str(state) for value in values for state in groups.get(value, (value,))])


def _waiting(ground: Ground, values: Sequence[str]) -> Q:
    return waits_on(ground.team, [ground.people[value] for value in values])


def _owner(ground: Ground, values: Sequence[str]) -> Q:
    someone = Q(owner__in=[ground.people[value] for value in values if value != NOBODY])
    return someone | Q(owner__isnull=True) if NOBODY in values else someone


def _age(ground: Ground, values: Sequence[str]) -> Q:
    today, week = ground.now - DAY, ground.now - WEEK
    spans = {
        "today": Q(created__gt=today),
        "week": Q(created__gt=week),
        "older": Q(created__lte=week),
    }
    return _any(spans[value] for value in values)


def _due(ground: Ground, values: Sequence[str]) -> Q:
    now = ground.now
    spans = {
        "over": is_open() & Q(due__lt=now),
        "today": is_open() & Q(due__gte=now, due__lt=now + DAY),
        "week": is_open() & Q(due__gte=now, due__lt=now + WEEK),
        "paused": Q(state=Case.State.NEEDS_WORK),
    }
    return _any(spans[value] for value in values)


def _has(_: Ground, values: Sequence[str]) -> Q:
    facts = Exists(Fact.objects.filter(STILL_LOST, run=OuterRef("run")))
    said = Exists(Comment.objects.filter(case=OuterRef("pk"), deleted=None, hidden_by=None))
    known = {"lost_facts": Q(facts), "comments": Q(said)}
    met = Q()
    for value in values:
        met &= known[value]
    return met


def _text(_: Ground, values: Sequence[str]) -> Q:
    return _all(_named(value) for value in values)


def _named(text: str) -> Q:
    number = Q(number=int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else Q()
    ids = Q(run__pk__startswith=text) | Q(transcript__pk__startswith=text) | Q(capture__pk__startswith=text)
    return number | ids | Q(name__icontains=text) | Q(code__icontains=text) | Q(source__name__icontains=text)


def _between(field: str) -> Condition:
    def between(_: Ground, values: Sequence[str]) -> Q:
        spans = [span for value in values if (span := days(value))]
        return _any(Q(**{f"{field}__gte": start, f"{field}__lt": end}) for start, end in spans)

    return between


def _seen(ground: Ground, values: Sequence[str]) -> Q:
    """Cases whose defect a capture or run showed in those days, whenever they were opened."""
    spans = [span for value in values if (span := days(value))]
    within = _any(from_day("created", start.date()) & before_day("created", end.date()) for start, end in spans)
    seen = Occurrence.objects.filter(within, team=ground.team)
    return Q(pk__in=seen.values("case"))


def _one_of(field: str) -> Condition:
    return lambda _, values: Q(**{f"{field}__in": values})


def _code(about: str) -> Condition:
    return lambda _, values: Q(about=about, code__in=values)


def _alike(ground: Ground, values: Sequence[str]) -> Q:
    return Q(signature__in=[ground.signatures[value] for value in values])


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions, Q())


def _all(conditions: Iterable[Q]) -> Q:
    return reduce(and_, conditions, Q())


CODES: Mapping[str, Condition] = {
    "reason": _code(Case.About.REASON),
    "rule": _code(Case.About.RULE),
    "flag": _code(Case.About.FLAG),
}
"""A case has one code, so that these widen one another."""

CONDITIONS: Mapping[str, Condition] = {
    "state": _state,
    "waiting": _waiting,
    "owner": _owner,
    "source": _one_of("source"),
    "severity": _one_of("severity"),
    "kind": _one_of("kind"),
    "mark": _one_of("mark"),
    "age": _age,
    "due": _due,
    "has": _has,
    "alike": _alike,
    "opened": _between("created"),
    "closed": _between("closed"),
    "seen": _seen,
    "text": _text,
}


def met(ground: Ground, asked: Mapping[str, Sequence[str]]) -> Q:
    """Return what must hold: one value of each name, and all names."""
    codes = _any(CODES[name](ground, values) for name, values in asked.items() if name in CODES)
    return codes & _all(CONDITIONS[name](ground, values) for name, values in asked.items() if name in CONDITIONS)
