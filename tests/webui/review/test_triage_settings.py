"""What a team chooses for its triage: read by all, changed by maintainers, each change on the trail."""

from typing import Any

import pytest
from django.test import Client

from tests import review_rows as rows
from tests.people import browser
from webui.accounts.models import Member, Team, User
from webui.audit.trail import events_of
from webui.audit.words import sentence
from webui.review.choices import DECISIONS
from webui.review.models import Case, Policy
from webui.review.policy import FLAGS, Owner, policy_of
from webui.review.reasons import REASONS
from webui.review.store import policies

PAGE = "/t/acme/settings/triage"
ALL = [f"{decision}/{reason}" for decision in DECISIONS for reason in REASONS[decision]]
TARGETS = {"target-refused": "1", "target-broken": "2", "target-warning": "5"}


def form(**given: Any) -> dict[str, Any]:
    """The form as it stands at first, but for what is given."""
    names = {name.replace("__", "-"): value for name, value in given.items()}
    return {**TARGETS, "flag": list(FLAGS), "reason": ALL, **names}


def told(team: Team) -> list[str]:
    return [sentence(event) for event in events_of(team.pk, "setting", "triage")]


def test_everybody_reads_and_maintainers_change(at_max: Client, ada: User, rob: User, acme: Team) -> None:
    at_ada = browser(ada)

    page = at_ada.get(PAGE)

    assert page.status_code == 200
    assert "Maintainers of the team change this." in page.content.decode()
    assert '<button class="btn primary"' not in page.content.decode()
    assert at_ada.post(PAGE, form()).status_code == 403
    assert browser(rob).get(PAGE).status_code == 404
    assert browser(rob).post(PAGE, form()).status_code == 404
    assert "Save choices" in at_max.get(PAGE).content.decode()
    assert not Policy.objects.exists()


def test_every_change_is_on_the_trail_as_it_was_and_is(at_max: Client, acme: Team) -> None:
    off = [code for code in ALL if code not in ("reject/over-budget", "waive/test-traffic")]
    flags = [*FLAGS[1:], "lost-identifiers"]

    answer = at_max.post(PAGE, form(target__refused="2", flag=flags, reason=off, second_person="on"), follow=True)

    assert "Saved: 6 changes." in answer.content.decode()
    policy = policy_of(acme)
    assert dict(policy.targets) == {"refused": 2, "broken": 2, "warning": 5}
    assert set(policy.flags) == set(flags)
    assert policy.reasons_off == {"reject/over-budget", "waive/test-traffic", "propose/test-traffic"}
    assert policy.second_person
    assert told(acme) == [
        "max changed the target of a refused run from 1 day to 2 days.",
        "max changed the flag lost-identifiers from makes none to makes a case.",
        "max changed the flag empty-summary from makes a case to makes none.",
        "max changed the reason reject/over-budget from on to off.",
        "max changed the reason waive/test-traffic from on to off.",
        "max changed a second person for waivers from not needed to needed.",
    ]


def test_the_same_again_changes_nothing(at_max: Client, acme: Team) -> None:
    for _ in range(2):
        answer = at_max.post(PAGE, form(second_person="on"), follow=True)

    assert "Nothing changed." in answer.content.decode()
    assert len(told(acme)) == 1


@pytest.mark.parametrize("days", ["", "0", "61", "-1", "two", "1.5", "١"])
def test_days_are_whole_and_few(at_max: Client, acme: Team, days: str) -> None:
    answer = at_max.post(PAGE, form(target__broken=days, second_person="on"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "A whole number of working days, 1 to 60." in page
    assert 'href="#target-broken"' in page
    assert 'name="second_person" checked' in page
    assert told(acme) == []


@pytest.mark.parametrize("decision", ["reject", "needs-work", "waive"])
def test_no_decision_loses_all_its_reasons(at_max: Client, acme: Team, decision: str) -> None:
    rest = [code for code in ALL if not code.startswith(f"{decision}/")]

    answer = at_max.post(PAGE, form(reason=rest))

    assert answer.status_code == 422
    assert f'href="#reasons-{decision}"' in answer.content.decode()
    assert policy_of(acme).reasons_off == frozenset()


def test_clean_stays_and_unknown_words_count_for_nothing(at_max: Client, acme: Team) -> None:
    asked = [code for code in ALL if not code.startswith("accept/")]

    at_max.post(PAGE, form(reason=[*asked, "accept/whatever"], flag=["nonsense"]))

    assert policy_of(acme).reasons_off == {"accept/facts-recovered", "accept/loss-acceptable"}
    assert policy_of(acme).flags == ()


def test_a_reason_that_is_off_comes_back(at_max: Client, acme: Team) -> None:
    at_max.post(PAGE, form(reason=[code for code in ALL if code != "waive/other"]))
    at_max.post(PAGE, form())

    assert policy_of(acme).reasons_off == frozenset()
    assert told(acme)[-1] == "max changed the reason waive/other from off to on."


def test_open_cases_keep_their_due_time_and_the_page_says_so(at_max: Client, acme: Team) -> None:
    case = rows.case(acme, 1)

    page = at_max.get(PAGE).content.decode()
    answer = at_max.post(PAGE, form(target__broken="9"), follow=True).content.decode()

    assert "1 open case keeps its due time." in page
    assert "1 open case keeps its due time and owner." in answer
    assert Case.objects.get().due == case.due


def owners(team: Team) -> list[tuple[str, str, int]]:
    return [(one.by, one.value, one.user) for one in policy_of(team).owners]


def act(client: Client, do: str, **given: Any) -> str:
    return client.post(PAGE, {"do": do, **given}, follow=True).content.decode()


def test_owners_are_added_at_the_end_moved_and_removed(at_max: Client, acme: Team, ada: User, max_: User) -> None:
    source = rows.source_of(acme, "night<b>ly")
    act(at_max, "add", what="rule:paired-tool-result", who=ada.pk)
    act(at_max, "add", what="rule:token_limit", who=max_.pk)
    page = act(at_max, "add", what=f"source:{source.pk}", who=ada.pk)

    assert owners(acme) == [
        ("rule", "paired-tool-result", ada.pk), ("rule", "token_limit", max_.pk), ("source", str(source.pk), ada.pk),
    ]  # fmt: skip
    assert "night&lt;b&gt;ly" in page

    act(at_max, "up", entry=f"source:{source.pk}")
    act(at_max, "down", entry="rule:paired-tool-result")
    act(at_max, "up", entry=f"source:{source.pk}")
    assert [value for _, value, _ in owners(acme)] == [str(source.pk), "paired-tool-result", "token_limit"]

    act(at_max, "remove", entry="rule:token_limit")
    assert [value for _, value, _ in owners(acme)] == [str(source.pk), "paired-tool-result"]
    assert told(acme) == [
        "max changed the default owner of rule paired-tool-result from nobody to ada.",
        "max changed the default owner of reason token_limit from nobody to max.",
        f"max changed the default owner of source {source.pk} from nobody to ada.",
        f"max changed the place of the default owner of source {source.pk} from 3 to 2.",
        "max changed the place of the default owner of rule paired-tool-result from 1 to 2.",
        "max changed the default owner of reason token_limit from max to nobody.",
    ]


def test_the_first_match_counts_the_open_cases(at_max: Client, acme: Team, ada: User, max_: User) -> None:
    for number in (1, 2, 3):
        rows.case(acme, number, rows.source_of(acme, "a" if number < 3 else "b"), code="paired-tool-result")
    rows.case(acme, 4, state="rejected")
    rows.case(acme, 5, rows.source_of(acme, "a"), code="first-role")
    act(at_max, "add", what=f"source:{rows.source_of(acme, 'a').pk}", who=ada.pk)
    page = act(at_max, "add", what="rule:paired-tool-result", who=max_.pk)

    assert 'data-label="Open now"><span>3</span>' in page
    assert 'data-label="Open now"><span>1</span>' in page


def test_what_cannot_be_is_refused_with_its_reason(at_max: Client, acme: Team, rob: User, ada: User) -> None:
    act(at_max, "add", what="rule:paired-tool-result", who=ada.pk)

    assert "has an owner already" in act(at_max, "add", what="rule:paired-tool-result", who=ada.pk)
    for given in ({}, {"what": "rule:nonsense", "who": ada.pk}, {"what": "rule:token_limit", "who": rob.pk}):
        assert "Choose what, and who gets it." in act(at_max, "add", **given)
    other = rows.source_of(Team.objects.get(slug="rivals"))
    assert "Choose what" in act(at_max, "add", what=f"source:{other.pk}", who=ada.pk)
    assert "changed meanwhile" in act(at_max, "remove", entry="rule:token_limit")
    act(at_max, "up", entry="rule:paired-tool-result")
    act(at_max, "fly", entry="rule:paired-tool-result")
    assert len(told(acme)) == 1


def test_of_two_at_once_the_second_is_told(acme: Team, ada: User, actor: Any) -> None:
    from webui.review.choices import Change

    one = Owner("rule", "token_limit", ada.pk)
    assert policies.put_owners(acme, (), (one,), Change("x", "1", "2"), actor(ada))
    assert not policies.put_owners(acme, (), (one, one), Change("x", "1", "2"), actor(ada))
    assert len(owners(acme)) == 1


def test_somebody_who_left_gets_nothing_and_the_line_says_so(at_max: Client, acme: Team, ada: User) -> None:
    act(at_max, "add", what="rule:token_limit", who=ada.pk)
    Member.objects.filter(user=ada).delete()

    assert "nobody: the person has left, or only reads" in at_max.get(PAGE).content.decode()
    assert policy_of(acme).owner("token_limit", 1) is None
