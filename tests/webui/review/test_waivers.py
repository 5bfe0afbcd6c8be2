"""What a waiver covers, what it would cover, and how it begins and ends."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from webui.accounts.models import Team, User
from webui.audit.trail import events_of
from webui.jobs.models import Job
from webui.review import covering, waivers
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case, Occurrence, Source, Waiver
from webui.review.people import Person, person_of
from webui.review.triage import Action
from webui.review.waivers import Preview

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)
ONE, TWO = "1" * 24, "2" * 24
Make = Callable[..., Case]


@pytest.fixture
def maintainer(acme: Team, max_: User) -> Person:
    return person_of(max_, acme)


@pytest.fixture
def elsewhere(acme: Team) -> Source:
    return Source.objects.create(team=acme, name="other.jsonl")


def waive(person: Person, case: Case, scope: str, **more: object) -> Waiver:
    ask = Ask(Action.WAIVE, None, "test-traffic", scope=scope, **more)  # type: ignore[arg-type]
    made = take(person, case.team, case.number, ask, at=MONDAY)
    assert made.waiver is not None
    return made.waiver


def states(*cases: Case) -> list[str]:
    for case in cases:
        case.refresh_from_db()
    return [case.state for case in cases]


@pytest.mark.parametrize(
    ("scope", "closed"),
    [("case", [True, False, False, False]), ("source", [True, True, False, False])]
    + [("team", [True, True, False, True]), ("rule", [True, True, True, False])],
)
def test_alike_cases_inside_the_scope_close_each_with_its_own_event(
    make_case: Make, maintainer: Person, elsewhere: Source, scope: str, closed: list[bool]
) -> None:
    cases = [make_case(signature=ONE), make_case(signature=ONE, state="needs_work"), make_case(signature=TWO)]
    cases.append(make_case(signature=ONE, source=elsewhere))
    decided = make_case(signature=ONE, state="rejected")

    waiver = waive(maintainer, cases[0], scope)

    assert states(*cases) == ["waived" if one else "needs_work" if n == 1 else "new" for n, one in enumerate(closed)]
    assert states(decided) == ["rejected"]
    assert waiver.ends == MONDAY + 30 * DAY
    for case, one in list(zip(cases, closed, strict=True))[1:]:
        events = [(event.action, event.actor_kind) for event in events_of(case.team_id, "case", str(case.number))]
        assert events == ([("covered", "worker")] if one else [])
        assert case.waiver == (waiver if one else None)


def test_a_preview_counts_what_would_close_and_what_was_seen_in_a_month(make_case: Make, elsewhere: Source) -> None:
    case, alike = make_case(signature=ONE), make_case(signature=ONE, state="rejected")
    ruled, far = make_case(signature=TWO), make_case(signature=ONE, source=elsewhere)
    make_case(signature=TWO, source=elsewhere)
    for one, age in ((case, 0), (case, 29), (case, 31), (alike, 1), (ruled, 2), (far, 40)):
        Occurrence.of(one, created=MONDAY - age * DAY).save()

    assert waivers.previews(case, MONDAY) == [
        Preview("case", today=1, cases=1, seen=2),
        Preview("source", today=1, cases=2, seen=3),
        Preview("team", today=2, cases=2, seen=3),
        Preview("rule", today=2, cases=3, seen=4),
    ]


def test_a_preview_asks_twice_however_many_cases_there_are(
    make_case: Make, django_assert_num_queries: Callable[[int], object]
) -> None:
    case = make_case()
    for _ in range(5):
        make_case()

    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        waivers.previews(case)


def test_the_narrowest_waiver_covers_until_it_ends(make_case: Make, maintainer: Person, elsewhere: Source) -> None:
    wide = waive(maintainer, make_case(signature=ONE), "team", days=40)
    narrow = waive(maintainer, make_case(signature=ONE), "source")
    here, there = make_case(signature=ONE), make_case(signature=ONE, source=elsewhere)

    assert waivers.covering(here, MONDAY) == narrow
    assert waivers.covering(there, MONDAY) == wide
    assert waivers.covering(here, MONDAY + 30 * DAY) == wide
    assert waivers.covering(here, MONDAY + 40 * DAY) is None
    assert waivers.covering(make_case(signature=TWO), MONDAY) is None
    assert waivers.covered([here, make_case(signature=TWO)], MONDAY) == [here]


@pytest.mark.parametrize(("scope", "breached"), [("case", True), ("source", True), ("team", False), ("rule", False)])
def test_more_at_once_than_was_waived_breaches_the_narrow_scopes(
    make_case: Make, maintainer: Person, scope: str, breached: bool
) -> None:
    case = make_case(count=2)
    waiver = waive(maintainer, case, scope)

    assert waivers.is_breached(waiver, 2) is False
    assert waivers.is_breached(waiver, 3) is breached
    assert (waivers.covering(case, MONDAY, count=3) is None) is breached


def test_another_team_s_case_is_never_covered(make_case: Make, maintainer: Person, rivals: Team) -> None:
    waiver = waive(maintainer, make_case(), "team")
    theirs = make_case(team=rivals, number=1)

    assert not waivers.covers(waiver, theirs)
    assert waivers.covering(theirs, MONDAY) is None
    assert states(theirs) == ["new"]


def test_many_alike_cases_close_in_a_job(make_case: Make, maintainer: Person, work_off: Callable[[], int]) -> None:
    case = make_case()
    many = [make_case() for _ in range(covering.AT_ONCE + 1)]

    waiver = waive(maintainer, case, "team", days=180)
    assert set(states(*many)) == {"new"}
    Waiver.objects.filter(pk=waiver.pk).update(ends=datetime.now(UTC) + DAY)

    assert work_off() == 1
    assert set(states(*many)) == {"waived"}
    job = Job.objects.get()
    assert (job.state, job.steps[0]["count"], job.steps[0]["total"]) == ("done", 51, 51)


def test_a_waiver_that_ends_reopens_what_it_covered(make_case: Make, maintainer: Person) -> None:
    case, alike = make_case(), make_case()
    waiver = waive(maintainer, case, "team")

    assert list(waivers.over(MONDAY + 29 * DAY)) == []
    assert list(waivers.over(MONDAY + 30 * DAY)) == [waiver]
    assert waivers.end(waiver, Waiver.End.DATE, at=MONDAY + 30 * DAY) == 2
    assert waivers.end(waiver, Waiver.End.DATE, at=MONDAY + 30 * DAY) == 0

    assert states(case, alike) == ["new", "new"]
    assert (case.mark, case.waiver, alike.mark) == ("waiver-ended", None, "waiver-ended")
    events = events_of(case.team_id, "waiver", str(waiver.pk))
    assert [(one.action, one.now, one.actor_kind) for one in events] == [
        ("created", "", "person"),
        ("ended", "date", "worker"),
    ]


def test_what_a_killed_worker_left_waived_is_found(make_case: Make, maintainer: Person) -> None:
    case = make_case()
    waiver = waive(maintainer, case, "team")
    Waiver.objects.filter(pk=waiver.pk).update(ended=MONDAY, end="date")

    assert list(waivers.left_behind()) == [case]
    assert waivers.reopen(waivers.left_behind(), MONDAY) == 1
    assert states(case) == ["new"]
    assert not waivers.left_behind().exists()


def test_a_case_that_waits_no_more_is_not_covered(make_case: Make, maintainer: Person) -> None:
    case, closed = make_case(), make_case(state="accepted")
    waiver = waive(maintainer, case, "team")

    assert not covering.cover_one(closed.pk, waiver, MONDAY)
    open_again = make_case()
    assert not covering.cover_one(open_again.pk, waiver, MONDAY + 31 * DAY)
    assert covering.cover_one(open_again.pk, waiver, MONDAY)


def test_a_rule_that_is_called_mistaken_is_reported(make_case: Make, acme: Team, maintainer: Person) -> None:
    waive(maintainer, make_case(), "case")
    take(maintainer, acme, make_case().number, Ask(Action.WAIVE, None, "rule-mistaken", scope="case"), at=MONDAY)

    assert [(one.code, one.decisions.get().detail) for one in waivers.reports(acme)] == [
        ("paired-tool-result", "paired-tool-result")
    ]
