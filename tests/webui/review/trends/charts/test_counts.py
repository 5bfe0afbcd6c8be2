"""Charts that count: open cases, refused runs, violations, waivers, facts; each number leads to its cases."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests import review_rows as rows
from tests.webui.review.trends.conftest import NOW
from webui.accounts.models import Team
from webui.review import filters
from webui.review.models import Case, Occurrence, Waiver
from webui.review.trends.chart import Chart
from webui.review.trends.charts import ages, facts, refusals, rules, waivers
from webui.review.trends.scope import Scope
from webui.runs.models import Fact, Pass, Run
from webui.transcripts.models import Capture

DAY = timedelta(days=1)
Scoped = Callable[..., Scope]


def chart(module: Any, scope: Scope) -> Chart:
    found: Chart = module.TREND.decide(module.TREND.gather(scope), scope)
    return found


def behind(link: str, team: Team) -> list[int]:
    """The numbers of the cases that an address of the inbox names."""
    asked = filters.read(urlsplit(link).query, team, None, NOW)
    assert asked.strays == ()
    return sorted(asked.narrowed(Case.objects.all()).values_list("number", flat=True))


def cells(found: Chart, row: int = -1) -> list[str]:
    assert found.table is not None
    return [cell.text for cell in found.table.rows[row]]


def run(team: Team, reason: str = "", ago: float = 0, **more: Any) -> Run:
    made = Run.objects.create(
        team=team,
        name="r",
        kind="contract",
        state="ready",
        verdict="refused" if reason else "valid",
        reason=reason,
        **more,
    )
    Run.objects.filter(pk=made.pk).update(created=NOW - ago * DAY)
    return made


def seen(case: Case, ago: float = 0, **more: Any) -> None:
    Occurrence.of(case, created=NOW - ago * DAY, **more).save()


def test_open_cases_stand_in_the_days_of_their_opening(acme: Team, rivals: Team, scope: Scoped) -> None:
    midnight = datetime(2026, 11, 30, tzinfo=NOW.tzinfo)
    opened = (midnight, midnight - DAY / 24, midnight - 2 * DAY, midnight - 2 * DAY - DAY / 24, midnight - 11 * DAY)
    for number, moment in enumerate(opened, 1):
        due = NOW - DAY if number < 3 else NOW + DAY
        rows.case(acme, number, created=moment, due=due, state="in_review" if number == 5 else "new")
    rows.case(acme, 6, state="accepted", created=midnight)
    rows.case(rivals, 1, created=midnight)

    found = chart(ages, scope())

    assert [(series.name, list(series.values)) for series in found.series] == [
        ("New", [1, 2, 1, 0, 0]),
        ("In review", [0, 0, 0, 0, 1]),
    ]
    assert found.said == "5 cases open, 1 of them for more than 10 days; 2 of 5 overdue."
    assert [behind(place.link, acme) if place.link else [] for place in found.places] == [[1], [2, 3], [4], [], [5]]
    assert behind(found.figure.link, acme) == [1, 2, 3, 4, 5]
    assert chart(ages, scope("rule=first-role")).blank == "No open case matches these filters."
    Case.objects.all().delete()
    assert chart(ages, scope()).blank == "No case is open: all that came up is decided."


def test_refused_runs_are_told_out_of_all_that_were_judged(acme: Team, rivals: Team, scope: Scoped) -> None:
    first = [run(acme, "xml_structure", 80), run(acme, "xml_structure", 81), run(acme, "token_limit", 80)]
    run(acme, "", 80)
    last = [run(acme, "token_limit", 1), run(acme, "", 0), run(acme, "", 2)]
    run(acme, "", 200)
    run(rivals, "identity", 1)
    Run.objects.filter(pk=run(acme, "", 1).pk).update(verdict="not-attempted")
    rows.case(acme, 1, kind="refused", about="reason", code="token_limit", run=last[0])
    seen(Case.objects.get(number=1), 1, run=last[0])

    found = chart(refusals, scope())

    assert len(first) == 3
    assert found.title == "Refused runs a week, by reason"
    assert found.said == (
        "Refusals fell from 3 of 4 runs to 1 of 3, of them xml_structure from 2 to 0: the first week against the last."
    )
    assert (found.figure.value, found.figure.small) == ("1 of 3", "3 of 4 in the first week")
    assert [series.name for series in found.series] == ["token_limit", "xml_structure"]
    assert cells(found, 0) == ["8 to 14 Sep", "1", "2", "3", "4"]
    assert cells(found) == ["24 to 30 Nov", "1", "0", "1", "3"]
    assert behind(found.places[-1].link, acme) == [1]
    assert found.table is not None
    query = parse_qs(urlsplit(found.table.rows[-1][1].link).query)
    assert query == {"kind": ["refused"], "seen": ["2026-11-24..2026-11-30"], "reason": ["token_limit"]}
    assert found.places[-2].link == ""


def test_with_filters_refusals_are_those_of_the_cases_and_have_no_base(acme: Team, scope: Scoped) -> None:
    case = rows.case(acme, 1, kind="refused", about="reason", code="identity")
    seen(case, 1, run=run(acme, "identity", 1))
    run(acme, "identity", 1)
    run(acme, "", 1)

    found = chart(refusals, scope(f"source={case.source_id}"))

    assert found.said == "Refusals rose from 0 to 1: the first week against the last."
    assert cells(found) == ["24 to 30 Nov", "1", "1"]
    assert behind(found.places[-1].link, acme) == [1]
    assert chart(refusals, scope("reason=wire")).blank == "No refused run matches these filters."


def test_without_refusals_the_page_says_which_of_the_two_it_is(acme: Team, scope: Scoped) -> None:
    assert chart(refusals, scope()).blank == "No run was judged in these 12 weeks."
    run(acme)
    assert chart(refusals, scope()).blank == "The one run was not refused."
    run(acme)
    assert chart(refusals, scope()).blank == "None of 2 runs was refused."


def test_violations_are_counted_once_a_capture(acme: Team, rivals: Team, scope: Scoped) -> None:
    capture = Capture.objects.create(team=acme, name="a", fingerprint="f", blob="b", size=1)
    for number, code, count, ago in ((1, "paired-tool-call", 3, 0), (2, "role-legal", 2, 1), (3, "role-legal", 4, 30)):
        seen(rows.case(acme, number, code=code, created=NOW - 80 * DAY), ago, capture=capture, count=count)
    seen(rows.case(rivals, 1), 0, capture=capture)

    found = chart(rules, scope("", "4w"))

    assert found.title == "Violations a day, by rule"
    assert found.figure.value == "5"
    assert found.figure.small == "in 4 weeks, of 2 rules"
    assert [behind(place.link, acme) for place in found.places[-2:]] == [[2], [1]]
    assert cells(found) == ["30 Nov", "3", "0", "3"]
    assert (
        chart(rules, scope("rule=first-role")).blank
        == "No violation that matches these filters was seen in these 12 weeks."
    )


def test_waivers_that_end_soon_come_in_their_order(acme: Team, scope: Scoped) -> None:
    def waiver(number: int, days: float, **more: Any) -> Waiver:
        case = rows.case(acme, number, state="waived")
        given = {"scope": "source", "code": "token_limit", "reason": "other", "created": NOW, **more}
        return Waiver.objects.create(team=acme, case=case, ends=NOW + days * DAY, **given)

    assert chart(waivers, scope()).blank == "No waiver is in force."
    waiver(1, 40)
    assert chart(waivers, scope()).blank == "The one waiver in force holds longer."
    waiver(2, 7, scope="team")
    waiver(3, 3)
    waiver(4, 2, needs_second=True)
    waiver(5, 1, ended=NOW - DAY)
    waiver(6, -1)

    found = chart(waivers, scope())

    assert found.said == "2 of 3 waivers in force end by 14 Dec; the next, of token_limit, in 3 d."
    assert cells(found, 0) == ["token_limit", "its source", "3 Dec, in 3 d"]
    assert cells(found, 1) == ["token_limit", "the team", "7 Dec, in 7 d"]
    assert found.table is not None
    assert [round(width) for width in found.table.meter] == [21, 50]
    assert found.table.rows[0][0].link == "/t/acme/cases/3"
    assert chart(waivers, scope("rule=first-role")).blank == "No waiver matches these filters."


def test_facts_are_identifiers_and_questions(acme: Team, rivals: Team, scope: Scoped) -> None:
    for team, ago, identifiers, lost in ((acme, 80, 9, 3), (acme, 1, 20, 2), (rivals, 1, 50, 50)):
        run(team, "", ago, judged=NOW - ago * DAY, measures={"identifiers": identifiers, "lost": lost})
    asked = Pass.objects.create(
        team=acme, run=run(acme), attempt=1, outcome="compacted", client="extractive", target_tokens=9, ended=NOW,
        measures={"identifiers": 10, "lost": 1},
    )  # fmt: skip
    for number, verdict in enumerate(("recovered", "recovered", "missing", "shed", "unknown"), 1):
        Fact.objects.create(run=asked.run, of=asked, kind="question", number=number, verdict=verdict, text="?")
    Fact.objects.create(run=asked.run, of=asked, kind="identifier", number=1, verdict="lost", text="a.py")

    found = chart(facts, scope())

    # Checked: 20 and 10 identifiers and 5 questions; lost: 2 and 1 and 2 questions without an answer.
    assert cells(found) == ["24 to 30 Nov", "14 of 100", "6 of 100", "5", "2", "35"]
    assert cells(found, 0) == ["8 to 14 Sep", "3 of 9", "0 of 9", "3", "0", "9"]
    assert cells(found, 1) == ["15 to 21 Sep", "–", "–", "0", "0", "0"]
    assert found.said == (
        "Lost fell from 3 of 9 to 14 of 100; recovered rose from 0 of 9 to 6 of 100: the first week against the last."
    )
    assert found.figure.value == "18 of 100"
    assert found.figure.small == "8 of 44 checked"
    assert chart(facts, scope("", "4w")).said == "Lost were 14 of 100, recovered 6 of 100."


def test_facts_are_not_told_with_filters_and_none_is_said(acme: Team, scope: Scoped) -> None:
    assert chart(facts, scope()).blank == "No fact was checked in these 12 weeks."
    filtered = chart(facts, scope("kind=refused")).blank
    assert filtered == "Facts are counted for the whole team: what is valid has no case to be filtered by."
