"""Refused runs, flags of valid runs and passes, and confirmed facts make cases; what was not attempted makes none."""

from collections.abc import Callable
from typing import Any

import pytest

from webui.accounts.models import Team, User
from webui.review import evidence, making
from webui.review.models import Case, Occurrence, Policy
from webui.runs.models import Fact, Pass, Run
from webui.runs.store import facts

pytestmark = pytest.mark.django_db
Contract = Callable[..., Run]


@pytest.fixture
def no_flags(acme: Team) -> None:
    Policy.objects.create(team=acme, flags=[])


def test_a_refused_run_is_a_case_of_its_reason(contract: Contract, acme: Team) -> None:
    run = contract(state=" ", name="nightly")
    case = Case.objects.get()
    assert (case.kind, case.about, case.code, case.severity) == ("refused", "reason", "xml_content", "error")
    assert (case.run, case.capture, case.transcript, case.name) == (run, None, None, "nightly")
    assert case.place == {"run": run.pk, "section": "state"}
    assert (case.errors, case.count, len(case.evidence)) == (1, 1, 64)


def test_a_request_too_large_after_replacement_is_a_case(contract: Contract) -> None:
    run = contract(measured_tokens=8000)
    case = Case.objects.get()
    assert run.verdict == "too-large"
    assert (case.kind, case.code, case.run) == ("refused", "summary-too-large", run)


def test_a_run_that_was_not_attempted_is_no_case(contract: Contract, given: dict[str, Any]) -> None:
    run = contract(input={**given, "max_summary_tokens": 0})
    assert run.verdict == "not-attempted"
    assert not Case.objects.exists()


def test_a_valid_run_without_a_flag_of_the_list_is_no_case(contract: Contract, no_flags: None) -> None:
    assert contract().verdict == "valid"
    assert not Case.objects.exists()


def test_a_valid_run_with_a_flag_of_the_list_is_a_case_of_loss(contract: Contract) -> None:
    run = contract()
    case = Case.objects.get()
    assert {flag["id"] for flag in run.flags} >= {"summary-growth"}
    assert (case.kind, case.about, case.code, case.severity) == ("loss", "flag", "summary-growth", "warning")
    assert case.run == run


def test_a_refused_run_makes_no_case_of_its_flags(contract: Contract) -> None:
    contract(state=" ")
    assert not Case.objects.filter(about="flag").exists()


def test_the_same_refusal_again_is_another_occurrence(contract: Contract) -> None:
    contract(state=" ")
    run = contract(state="  ")
    case = Case.objects.get()
    assert (case.run, case.version) == (run, 1)
    assert Occurrence.objects.count() == 2


def test_sections_are_different_defects_and_teams_are_apart(contract: Contract, rivals: Team) -> None:
    contract(state=" ")
    contract(state=" ", team=rivals)
    assert list(Case.objects.order_by("team").values_list("team__slug", "number")) == [("acme", 1), ("rivals", 1)]
    assert Case.objects.values("signature").distinct().count() == 1


def test_a_repaired_run_closes_what_needed_work(contract: Contract, no_flags: None) -> None:
    contract(state=" ")
    Case.objects.update(state="needs_work")
    run = contract()
    case = Case.objects.get()
    assert (case.state, case.newer_run, case.newer) == ("superseded", run, None)


def test_another_reason_takes_the_place_of_the_one_before(contract: Contract) -> None:
    contract(state=" ")
    Case.objects.update(state="needs_work")
    contract(measured_tokens=8000)
    old, new = Case.objects.order_by("number")
    assert (old.state, old.newer, new.code) == ("superseded", new, "summary-too-large")


def test_what_was_not_attempted_says_nothing_of_what_needed_work(contract: Contract, given: dict[str, Any]) -> None:
    contract(state=" ")
    Case.objects.update(state="needs_work")
    contract(input={**given, "max_summary_tokens": 0})
    assert Case.objects.get().state == "needs_work"


def test_a_rejected_run_is_marked_when_a_valid_one_comes(contract: Contract, no_flags: None) -> None:
    contract(state=" ")
    Case.objects.update(state="rejected")
    run = contract()
    case = Case.objects.get()
    assert (case.state, case.mark, case.newer_run) == ("rejected", "superseded", run)


def test_telling_again_of_a_run_changes_nothing(contract: Contract) -> None:
    run = contract(state=" ")
    before = Case.objects.values().get()
    making.run_judged(run)
    making.run_explained(run)
    assert Case.objects.values().get() == before
    assert Occurrence.objects.count() == 1


def passed(run: Run, **values: Any) -> Pass:
    given = {"outcome": "compacted", "flags": [{"id": "reply-continues"}, {"id": "reply-continues"}, {"id": "other"}]}
    attempt = run.passes.count() + 1
    return Pass.objects.create(
        team=run.team, run=run, attempt=attempt, client="extractive", target_tokens=9, **{**given, **values}
    )


def test_a_flag_of_a_pass_makes_a_case(contract: Contract) -> None:
    run = contract(input=None)
    Case.objects.all().delete()
    one = passed(run)
    making.pass_ended(one)
    case = Case.objects.get()
    assert (case.kind, case.code, case.count) == ("loss", "reply-continues", 2)
    assert case.place == {"run": run.pk, "pass": one.pk}


def test_a_pass_that_failed_makes_none(contract: Contract) -> None:
    run = contract(input=None)
    Case.objects.all().delete()
    making.pass_ended(passed(run, outcome="failed"))
    assert not Case.objects.exists()


def test_another_pass_closes_what_a_pass_showed_and_nothing_else(contract: Contract) -> None:
    run = contract(state=" ")
    making.pass_ended(passed(run))
    Case.objects.update(state="needs_work")
    making.pass_ended(passed(run, flags=[]))
    assert dict(Case.objects.values_list("about", "state")) == {"reason": "needs_work", "flag": "superseded"}


@pytest.mark.parametrize(
    ("verdict", "choice", "cases"),
    [
        ("lost", "confirmed", 1),
        ("missing", "confirmed", 1),
        ("recovered", "confirmed", 0),
        ("lost", "not-important", 0),
    ],
)
def test_a_fact_confirmed_as_missing_makes_a_case(
    verdict: str, choice: str, cases: int, contract: Contract, ada: User
) -> None:
    run = contract(input=None)
    Case.objects.all().delete()
    fact = Fact.objects.create(run=run, kind="identifier", number=1, verdict=verdict, text="ledger_v7")
    facts.decide(run, [fact.pk], choice, "", ada)
    assert Case.objects.count() == cases
    for case in Case.objects.all():
        assert (case.kind, case.about, case.code) == ("loss", "fact", "confirmed-fact")
        assert case.place == {"run": run.pk, "fact": fact.pk}
        assert "ledger" not in str(vars(case))


def test_confirming_a_fact_again_makes_no_second_case(contract: Contract, ada: User) -> None:
    run = contract(input=None)
    Case.objects.all().delete()
    same = [
        Fact.objects.create(run=run, kind="identifier", number=at, verdict="lost", text=text)
        for at, text in enumerate(("Ledger_v7", "other"), 1)
    ]
    facts.decide(run, [same[0].pk], "confirmed", "", ada)
    facts.decide(run, [same[0].pk], "", "", ada)
    facts.decide(run, [one.pk for one in same], "confirmed", "", ada)
    assert Case.objects.count() == 2
    assert Occurrence.objects.count() == 2


def test_the_digest_of_a_run_changes_with_what_it_says(contract: Contract) -> None:
    one, other = contract(state=" "), contract(state="   ")
    assert evidence.digest_of(one, "a") != evidence.digest_of(one, "b")
    assert evidence.digest_of(one) != evidence.digest_of(other)
