"""What the decisions on its cases say of a run."""

from collections.abc import Callable

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case
from webui.review.people import person_of
from webui.review.standing import standing, standing_of
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
