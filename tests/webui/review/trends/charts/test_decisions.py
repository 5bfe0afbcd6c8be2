"""Time to decision: pauses taken off, begun anew, percentiles by hand."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests import review_rows as rows
from tests.webui.review.trends.conftest import NOW
from webui.accounts.models import Team
from webui.review.models import Case, Decision, Waiver
from webui.review.trends.charts import decisions
from webui.review.trends.charts.decisions import Closed, Turn, waited
from webui.review.trends.scope import Scope

HOUR = timedelta(hours=1)
OPENED = datetime(2026, 11, 24, 8, tzinfo=NOW.tzinfo)


def at(hours: float) -> datetime:
    return OPENED + hours * HOUR


@pytest.mark.parametrize(
    ("turns", "hours"),
    [
        ([], 10),
        ([Turn(1, at(2), pauses=True), Turn(1, at(5), resumes=True)], 7),
        (
            [Turn(1, at(1), pauses=True), Turn(1, at(2), resumes=True), Turn(1, at(3), pauses=True)]
            + [Turn(1, at(6), resumes=True)],
            6,
        ),
        ([Turn(1, at(4), anew=True)], 6),
        ([Turn(1, at(1), pauses=True), Turn(1, at(2), resumes=True), Turn(1, at(7), anew=True)], 3),
        ([Turn(1, at(8), resumes=True)], 10),
        ([Turn(1, at(11), anew=True)], 10),
    ],
    ids=[
        "none",
        "one pause",
        "two pauses",
        "anew",
        "a pause before it began anew",
        "no pause to end",
        "after the close",
    ],
)
def test_what_was_spent_in_needs_work_does_not_count(turns: list[Turn], hours: int) -> None:
    assert waited(Closed(1, at(0), at(10)), turns) == hours * 3600


def decided(team: Team, number: int, hours: float, closed: datetime = NOW - HOUR, **more: Any) -> Case:
    return rows.case(
        team, number, state=more.pop("state", "rejected"), created=closed - hours * HOUR, closed=closed, **more
    )


def chart(scope: Scope) -> Any:
    return decisions.decide(decisions.gather(scope), scope)


def test_half_and_nine_of_ten_of_ten_cases(acme: Team, rivals: Team, scope: Callable[..., Scope]) -> None:
    for number, hours in enumerate((1, 2, 3, 4, 5, 6, 7, 8, 9, 100), 1):
        decided(acme, number, hours)
    decided(rivals, 1, 500)
    rows.case(acme, 11)

    found = chart(scope())

    assert found.said == "Of 10 decisions, half took at most 5 h and nine of ten at most 9 h."
    assert [series.values[-1] for series in found.series] == [5 * 3600, 9 * 3600]
    assert [series.values[0] for series in found.series] == [None, None]
    last = found.table.rows[-1]
    assert [cell.text for cell in last] == ["24 to 30 Nov", "5 h", "9 h", "10", "0"]
    assert "closed=2026-11-24..2026-11-30" in last[0].link.replace("%3A", ":")
    assert found.table.rows[0][0].link == ""


def test_the_rows_of_a_case_tell_its_pauses(acme: Team, scope: Callable[..., Scope]) -> None:
    case = decided(acme, 1, 10)
    opened = case.created
    steps = [
        ("claim", "new", "in_review", 1),
        ("needs-work", "in_review", "needs_work", 2),
        ("withdraw", "needs_work", "in_review", 6),
        ("reject", "in_review", "rejected", 10),
    ]
    for version, (action, was, now, hours) in enumerate(steps, 1):
        moment = opened + hours * HOUR
        Decision.objects.create(case=case, action=action, was=was, now=now, version=version, created=moment)

    assert chart(scope()).figure.value == "6 h"


def test_what_a_waiver_closed_by_itself_is_told_apart(acme: Team, scope: Callable[..., Scope]) -> None:
    waived = decided(acme, 1, 4, state="waived")
    waiver = Waiver.objects.create(
        team=acme, case=waived, scope="team", code=waived.code, reason="other", ends=NOW + 9 * HOUR, created=NOW
    )
    Case.objects.filter(pk=waived.pk).update(waiver=waiver)
    decided(acme, 2, 0, state="waived", waiver=waiver)
    decided(acme, 3, 2, state="superseded")

    found = chart(scope())

    assert [cell.text for cell in found.table.rows[-1]][1:] == ["4 h", "4 h", "1", "1"]


def test_filters_narrow_and_an_empty_page_says_why(acme: Team, scope: Callable[..., Scope]) -> None:
    decided(acme, 1, 3, code="paired-tool-call")

    assert chart(scope("rule=paired-tool-call")).blank == ""
    assert chart(scope("rule=first-role")).blank == "No case that matches these filters was decided."
    Case.objects.all().delete()
    assert chart(scope()).blank == "No case was decided in these 12 weeks."


def test_of_very_many_every_nth_is_looked_at_and_the_page_says_so(
    acme: Team, scope: Callable[..., Scope], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST", 2)
    for number in (1, 2, 3, 4, 5, 6):
        decided(acme, number, number, closed=NOW - number * HOUR)

    found = chart(scope())

    # Six of which at most two are read: every third, cases 3 and 6.
    assert found.said.startswith("Of 6 decisions, half took at most 3 h and nine of ten at most 6 h")
    assert found.note.endswith("Taken from every third case.")
    assert [cell.text for cell in found.table.rows[-1]][3:] == ["6", "0"]
