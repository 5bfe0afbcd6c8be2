"""Charts of random cases of two teams say what one finds who looks at every row, under every filter."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import product

import pytest

from tests import review_rows as rows
from tests.webui.review.trends.conftest import NOW
from webui.accounts.models import Team, User
from webui.review.models import Case, Occurrence, Waiver
from webui.review.trends.charts import ages, decisions, refusals, rules, waivers
from webui.review.trends.scope import Scope
from webui.runs.models import Run

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
FILTERS = (
    "",
    "rule=paired-tool-result",
    "rule=answered-tool-use&flag=summary-growth",
    "reason=token_limit",
    "severity=warning",
    "severity=error&kind=broken",
    "owner=ada",
    "owner=none&kind=refused",
    "source={source}",
)
STATES = ("new", "in_review", "needs_work", "accepted", "rejected", "waived", "superseded")


@pytest.fixture(params=[1, 2, 3])
def dice(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.param)  # noqa: S311 - the same cases each time


@pytest.fixture
def some(acme: Team, rivals: Team, ada: User, rob: User, dice: random.Random) -> None:
    """Ninety cases, seen up to four times each, opened and closed up to sixty days ago; many at midnight."""
    for team, person in ((acme, ada), (rivals, rob)):
        for number in range(1, 46):
            kind, about, code, severity, _ = rows.DEFECTS[dice.randrange(len(rows.DEFECTS))]
            state = dice.choice(STATES)
            opened = moment(dice)
            case = rows.case(
                team, number, rows.source_of(team, dice.choice(rows.SOURCES)), kind=kind, about=about, code=code,
                severity=severity, state=state, created=opened, changed=max(opened, moment(dice)),
                due=NOW + MINUTE * dice.randint(-50, 50), owner=dice.choice((person, None)),
            )  # fmt: skip
            see(case, dice)
            if dice.random() < 0.3:
                ends = NOW + DAY * dice.randint(-5, 30)
                waiver = Waiver.objects.create(
                    team=team, case=case, scope="team", code=code, reason="other", ends=ends, created=opened
                )
                covered = Case.objects.filter(team=team, state="waived").exclude(pk=case.pk)
                covered.filter(number=dice.randint(1, number)).update(waiver=waiver)


def moment(dice: random.Random) -> datetime:
    midnight = NOW.replace(hour=0, minute=0) - DAY * dice.randint(0, 60)
    return midnight + MINUTE * dice.choice((0, -1, 0, 1, dice.randint(0, 700)))


def see(case: Case, dice: random.Random) -> None:
    for _ in range(dice.randint(0, 4)):
        run = None
        if case.about != "rule" and dice.random() < 0.8:
            verdict, reason = ("refused", case.code) if dice.random() < 0.7 else ("valid", "")
            run = Run.objects.create(
                team=case.team, name="r", kind="contract", state="ready", verdict=verdict, reason=reason
            )
            Run.objects.filter(pk=run.pk).update(created=moment(dice))
        Occurrence.of(case, created=moment(dice), count=dice.randint(1, 5), run=run).save()


def test_charts_count_what_one_finds_who_looks_at_every_row(
    some: None, acme: Team, scope: Callable[..., Scope]
) -> None:
    for code, query in product(("4w", "12w"), FILTERS):
        asked = scope(query.format(source=rows.source_of(acme).pk), code)
        found = Case.objects.filter(team=acme).select_related("owner", "waiver", "source")
        cases = [case for case in found.prefetch_related("occurrences", "waivers") if meets(case, query)]

        said, counted = told(asked), by_hand(cases, acme, asked, query)

        assert said == counted, (code, query)
        assert query != "" or all(counted.values()), "these cases try nothing"


def told(asked: Scope) -> dict[str, object]:
    closed = decisions.gather(asked)
    return {
        "open": summed((age, state, count) for age, state, count, _ in ages.gather(asked)),
        "late": sum(late for *_, late in ages.gather(asked)),
        "decided": list(closed.decided),
        "covered": list(closed.covered),
        "closed": sorted((one.pk, one.opened, one.closed) for one in closed.closed),
        "rules": summed(rules.gather(asked)),
        "refused": summed(refusals.gather(asked).refused),
        "waivers": waivers.gather(asked).in_force,
    }


def by_hand(cases: list[Case], team: Team, asked: Scope, query: str) -> dict[str, object]:
    closed = [case for case in cases if decided(case) and inside(case.closed, asked)]
    return {
        "open": summed((age(case), case.state, 1) for case in cases if case.closed is None),
        "late": sum(case.closed is None and case.due is not None and case.due < NOW for case in cases),
        "decided": spans((case.closed for case in closed if not covered(case)), asked),
        "covered": spans((case.closed for case in closed if covered(case)), asked),
        "closed": sorted((case.pk, case.created, case.closed) for case in closed if not covered(case)),
        "rules": summed(violations(cases, asked)),
        "refused": summed(refused(cases, team, asked, query)),
        "waivers": sum(one.ends > NOW for case in cases for one in case.waivers.all()),
    }


def summed(found: Iterable[tuple[int, str, int]]) -> Counter[tuple[int, str]]:
    """Add up the counts of rows that begin alike."""
    total: Counter[tuple[int, str]] = Counter()
    for first, second, count in found:
        total[first, second] += count
    return total


def meets(case: Case, query: str) -> bool:
    """Whether a case is among those of a query, read with no help from the product."""
    if query == "source={source}":
        return case.source.name == rows.SOURCES[0]
    pairs = [pair.split("=") for pair in query.split("&") if pair]
    codes = [value for name, value in pairs if name in ("rule", "reason", "flag")]
    own = {"severity": case.severity, "kind": case.kind, "owner": case.owner.username if case.owner else "none"}
    return (not codes or case.code in codes) and all(own[name] == value for name, value in pairs if name in own)


def inside(at: datetime | None, asked: Scope) -> bool:
    return at is not None and asked.period.start <= at < asked.period.end


def span(at: datetime, asked: Scope) -> int:
    return next(index for index, one in enumerate(asked.period.spans) if one.start <= at < one.end)


def age(case: Case) -> int:
    days = (NOW.date() - case.created.date()).days
    return 0 if days < 1 else 1 if days < 3 else 2 if days < 6 else 3 if days < 11 else 4


def decided(case: Case) -> bool:
    return case.state in ("accepted", "rejected", "waived")


def covered(case: Case) -> bool:
    return case.state == "waived" and case.waiver is not None and case.waiver.case_id != case.pk


def spans(moments: Iterable[datetime | None], asked: Scope) -> list[int]:
    counts = [0] * len(asked.period.spans)
    for at in moments:
        assert at is not None
        counts[span(at, asked)] += 1
    return counts


def violations(cases: list[Case], asked: Scope) -> Iterator[tuple[int, str, int]]:
    for case in cases:
        for one in case.occurrences.all() if case.about == "rule" else ():
            if inside(one.created, asked):
                yield span(one.created, asked), case.code, one.count


def refused(cases: list[Case], team: Team, asked: Scope, query: str) -> Iterator[tuple[int, str, int]]:
    seen = {one.run_id for case in cases for one in case.occurrences.all() if one.created >= asked.period.start}
    for run in Run.objects.filter(team=team, verdict="refused"):
        if inside(run.created, asked) and (not query or run.pk in seen):
            yield span(run.created, asked), run.reason, 1
