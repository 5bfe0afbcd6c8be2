"""What the decisions on its cases say of a run."""

from collections.abc import Callable

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case
from webui.review.people import person_of
from webui.review.standing import last_accepted, standing, standing_of
from webui.review.triage import Action
from webui.runs.models import Run


@pytest.mark.parametrize(
    ("states", "told"),
    [
        ([], None),
        (["superseded"], None),
        (["accepted", "waived", "superseded"], "usable"),
        (["accepted", "in_review"], "open"),
        (["needs_work"], "open"),
        (["new", "rejected"], "not-usable"),
    ],
)
def test_a_rejected_case_counts_most_and_one_that_waits_next(states: list[str], told: str | None) -> None:
    assert standing(states) == told


def test_a_run_tells_its_decision_over_the_api_and_keeps_it_when_a_newer_one_comes(
    client: Client, acme: Team, ada: User, make_case: Callable[..., Case]
) -> None:
    client.force_login(ada)
    runs = [Run.objects.create(team=acme, name="r", kind="contract", state="ready") for _ in range(2)]
    case = make_case(kind="refused", about="reason", code="wire", run=runs[0])

    def told(run: Run) -> object:
        return client.get(f"/api/v1/runs/{run.pk}").json()["decision"]

    assert (told(runs[0]), told(runs[1])) == ("open", None)
    take(person_of(ada, acme), acme, case.number, Ask(Action.REJECT, None, "contract"))
    assert told(runs[0]) == "not-usable"

    Case.objects.update(run=runs[1], state="new")
    assert [standing_of(run) for run in runs] == ["not-usable", "open"]


@pytest.fixture
def runs(acme: Team, client: Client, ada: User) -> list[Run]:
    client.force_login(ada)
    return [Run.objects.create(team=acme, name=f"r{at}", kind="contract", state="ready") for at in range(3)]


def decide(case: Case, by: User, action: Action, reason: str) -> None:
    take(person_of(by, case.team), case.team, case.number, Ask(action, None, reason, note="Read it twice, it is fine."))


def test_the_last_accepted_run_of_a_source_is_offered_for_comparison(
    acme: Team, ada: User, runs: list[Run], make_case: Callable[..., Case]
) -> None:
    first, second, third = (
        make_case(kind="loss", about="flag", code="low-identifier-recall", errors=0, run=run) for run in runs
    )
    Case.objects.update(source=first.source)
    assert last_accepted(runs[2]) is None

    for case in (first, second):
        decide(case, ada, Action.ACCEPT, "loss-acceptable")
    assert last_accepted(runs[2]) == runs[1].pk
    assert last_accepted(runs[1]) == runs[0].pk, "never itself"

    Case.objects.filter(pk=second.pk).update(run=runs[2])
    assert last_accepted(runs[2]) == runs[1].pk, "a case that went on with a newer run still tells of the older one"


def test_what_was_rejected_or_undone_is_not_accepted(
    acme: Team, ada: User, runs: list[Run], make_case: Callable[..., Case]
) -> None:
    case, other, _ = (
        make_case(kind="loss", about="flag", code="low-identifier-recall", errors=0, run=run)
        for run in (runs[0], runs[0], runs[2])
    )
    Case.objects.update(source=case.source)
    decide(case, ada, Action.ACCEPT, "loss-acceptable")
    assert last_accepted(runs[2]) == runs[0].pk

    decide(other, ada, Action.REJECT, "fact-lost")
    assert last_accepted(runs[2]) is None


def test_another_source_or_team_is_not_offered(
    acme: Team, rivals: Team, ada: User, runs: list[Run], make_case: Callable[..., Case]
) -> None:
    case = make_case(kind="loss", about="flag", code="low-identifier-recall", errors=0, run=runs[0])
    decide(case, ada, Action.ACCEPT, "loss-acceptable")

    assert last_accepted(runs[2]) is None
    theirs = Run.objects.create(team=rivals, name="r", kind="contract", state="ready")
    assert last_accepted(theirs) is None
