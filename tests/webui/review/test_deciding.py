"""One person's step on a case: what it needs, what it brings about, and what is kept when it is refused."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from webui.accounts.models import Team, User
from webui.audit.trail import events_of
from webui.review import targets, waivers
from webui.review.asking import Ask, Stale, changes_since
from webui.review.deciding import assign, refuse, release, stay, take
from webui.review.models import Case, Draft, Notice, Policy, Waiver
from webui.review.options import possible
from webui.review.people import Person, person_of
from webui.review.policy import policy_of
from webui.review.triage import Action, Refused
from webui.runs.models import Fact, Run

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
HALF = timedelta(minutes=30)
Make = Callable[..., Case]
SAID = "Nothing reads this field, see the log."


@pytest.fixture
def reviewer(acme: Team, ada: User) -> Person:
    return person_of(ada, acme)


@pytest.fixture
def other(acme: Team, bob: User) -> Person:
    return person_of(bob, acme)


@pytest.fixture
def maintainer(acme: Team, max_: User) -> Person:
    return person_of(max_, acme)


def refusal(person: Person, case: Case, ask: Ask) -> Refused:
    with pytest.raises(Refused) as raised:
        take(person, case.team, case.number, ask, at=MONDAY)
    return raised.value


def state(case: Case) -> tuple[str, int]:
    case.refresh_from_db()
    return case.state, case.version


def steps(case: Case) -> list[str]:
    return [one.action for one in case.decisions.order_by("pk")]


def test_deciding_on_a_new_case_claims_it_first(make_case: Make, reviewer: Person) -> None:
    case = make_case(version=4)

    made = take(reviewer, case.team, case.number, Ask(Action.REJECT, 4, "message-shape"), at=MONDAY)

    assert state(case) == ("rejected", 6)
    assert steps(case) == ["claim", "reject"]
    assert [one.action for one in events_of(case.team_id, "case", "1")] == ["claimed", "decided"]
    assert (made.version, made.detail, made.by_id) == (5, "paired-tool-result", reviewer.user)


def test_a_refused_decision_leaves_the_case_unclaimed(make_case: Make, reviewer: Person) -> None:
    case = make_case()

    assert refusal(reviewer, case, Ask(Action.REJECT, 1, "other", "too short")).code == "note-needed"
    assert state(case) == ("new", 1)
    assert steps(case) == []


def test_a_stale_decision_is_refused_with_the_difference_and_keeps_the_text(
    make_case: Make, reviewer: Person, maintainer: Person
) -> None:
    case = make_case()
    take(maintainer, case.team, 1, Ask(Action.REJECT, 1, "fact-lost", "gone"), at=MONDAY)

    refused = refusal(reviewer, case, Ask(Action.REJECT, 1, "other", "I had written this."))

    assert isinstance(refused, Stale)
    assert (refused.code, refused.version, refused.state) == ("stale", 3, "rejected")
    assert [(one.action, one.by, one.was, one.now, one.version) for one in refused.changes] == [
        ("claim", "max", "new", "in_review", 1),
        ("reject", "max", "in_review", "rejected", 2),
    ]
    assert (refused.changes[1].reason, refused.changes[1].at) == ("fact-lost", MONDAY)
    draft = Draft.objects.get()
    assert (draft.user_id, draft.given["note"]) == (reviewer.user, "I had written this.")
    assert state(case) == ("rejected", 3)


def test_of_the_steps_before_the_version_seen_none_is_told(make_case: Make, reviewer: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)
    take(reviewer, case.team, 1, Ask(Action.RELEASE), at=MONDAY)

    assert [one.action for one in changes_since(case, 2)] == ["release"]


def test_confirmed_facts_are_the_reason_and_the_first_to_repair(acme: Team, make_case: Make, reviewer: Person) -> None:
    run = Run.objects.create(team=acme, name="r", kind="contract", state="ready")
    facts = [Fact.objects.create(run=run, kind="identifier", number=at, verdict="lost", text="x") for at in range(120)]
    case = make_case(kind="loss", about="flag", code="low-identifier-recall", run=run)
    assert targets.lost_facts(case) == [fact.pk for fact in facts[:100]]

    Fact.objects.filter(pk__in=[facts[110].pk, facts[7].pk]).update(decision="confirmed")

    assert [one.key for one in targets.targets_of(case)][:4] == [
        "case",
        f"f-{facts[7].pk}",
        f"f-{facts[110].pk}",
        f"f-{facts[0].pk}",
    ]
    made = take(reviewer, case.team, case.number, Ask(Action.REJECT, 1, "fact-lost"), at=MONDAY)
    assert made.facts == [facts[7].pk, facts[110].pk]


def test_a_draft_is_gone_when_its_words_were_said(make_case: Make, reviewer: Person) -> None:
    case = make_case()
    refusal(reviewer, case, Ask(Action.REJECT, 1, "other", "short"))

    take(reviewer, case.team, 1, Ask(Action.REJECT, 1, "other", SAID), at=MONDAY)

    assert not Draft.objects.exists()


def test_only_the_holder_decides_but_a_maintainer_may_for_them(
    make_case: Make, reviewer: Person, other: Person, maintainer: Person
) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)

    assert refusal(other, case, Ask(Action.REJECT, 2, "contract")).code == "held-by-other"
    assert refusal(other, case, Ask(Action.CLAIM)).code == "held-by-other"

    made = take(maintainer, case.team, 1, Ask(Action.REJECT, 2, "contract"), at=MONDAY)
    assert (made.by_id, made.for_holder_id) == (maintainer.user, reviewer.user)


def test_a_claim_whose_time_is_over_lapses_for_the_next_one(make_case: Make, reviewer: Person, other: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)

    take(other, case.team, 1, Ask(Action.REJECT, 2, "contract"), at=MONDAY + HALF)

    assert steps(case) == ["claim", "lapse", "claim", "reject"]
    assert state(case) == ("rejected", 5)


def test_who_does_something_keeps_the_claim(make_case: Make, reviewer: Person, other: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)

    assert stay(case, reviewer.user, MONDAY + HALF / 2)
    assert not stay(case, other.user, MONDAY + HALF)
    case.refresh_from_db()
    assert (case.held_until, case.version) == (MONDAY + HALF + HALF / 2, 2)


def test_taking_over_tells_the_holder(make_case: Make, reviewer: Person, other: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)

    take(other, case.team, 1, Ask(Action.TAKE_OVER, 2), at=MONDAY)

    case.refresh_from_db()
    assert case.holder_id == other.user
    assert Notice.objects.get().user_id == reviewer.user


def test_releasing_keeps_what_was_written(make_case: Make, reviewer: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.CLAIM), at=MONDAY)

    release(reviewer, case.team, 1, {"note": "half a thought"})

    assert state(case) == ("new", 3)
    assert Draft.objects.get().given == {"note": "half a thought"}


def test_a_case_with_errors_cannot_be_accepted_until_each_is_waived(
    make_case: Make, acme: Team, reviewer: Person, maintainer: Person
) -> None:
    run = Run.objects.create(team=acme, name="r", kind="pair", state="ready")
    flag = {"kind": "loss", "about": "flag", "code": "summary-growth", "severity": "warning", "errors": 3}
    loss, alone = make_case(**flag, run=run, signature="1" * 64), make_case(**flag, signature="1" * 64)
    first = make_case(count=1, errors=3, run=run, signature="2" * 64)
    second = make_case(count=2, errors=3, run=run, signature="3" * 64)
    clean = Ask(Action.ACCEPT, None, "clean")

    assert refusal(reviewer, loss, clean).code == "errors-open"
    for case in (first, second):
        take(maintainer, case.team, case.number, Ask(Action.WAIVE, 1, "test-traffic", scope="case"), at=None)
        if case is first:
            assert refusal(reviewer, loss, clean).code == "errors-open"

    take(reviewer, loss.team, loss.number, clean)
    assert state(loss)[0] == "accepted"
    assert refusal(reviewer, alone, clean).code == "errors-open"


def test_what_the_contract_refused_cannot_be_accepted(make_case: Make, maintainer: Person) -> None:
    case = make_case(kind="refused", about="reason", code="token_limit", errors=0)

    assert refusal(maintainer, case, Ask(Action.ACCEPT, 1, "clean")).code == "contract-refused"


@pytest.mark.parametrize(
    ("code", "told"), [("token_limit", ""), ("xml_content", ""), ("xml_root", "not-waivable"), ("wire", "not-waivable")]
)
def test_of_the_contract_s_reasons_four_can_be_waived(
    make_case: Make, maintainer: Person, code: str, told: str
) -> None:
    case = make_case(kind="refused", about="reason", code=code)

    assert possible(maintainer, case, policy_of(case.team))[Action.WAIVE] == told


def test_needs_work_names_targets_and_somebody_of_the_team(
    make_case: Make, reviewer: Person, bob: User, rob: User
) -> None:
    case = make_case(place={"pointer": "/messages/3", "position": 3})
    ask = Ask(Action.NEEDS_WORK, 1, "fix-capture", targets=("case",), waits_on=bob.pk)

    assert refusal(reviewer, case, Ask(Action.NEEDS_WORK, 1, "fix-capture", waits_on=bob.pk)).code == "targets-needed"
    assert refusal(reviewer, case, Ask(Action.NEEDS_WORK, 1, "fix-capture", targets=("v-9",))).code == "targets-needed"
    for someone in (None, rob.pk):
        wrong = Ask(Action.NEEDS_WORK, 1, "fix-capture", targets=("case",), waits_on=someone)
        assert refusal(reviewer, case, wrong).code == "waits-on-needed"

    made = take(reviewer, case.team, 1, ask, at=MONDAY)
    assert made.breaches == [{"rule": "paired-tool-result", "pointer": "/messages/3"}]
    case.refresh_from_db()
    assert (case.state, case.waiting_on, case.due) == ("needs_work", bob, None)
    assert [(one.user, one.kind) for one in Notice.objects.all()] == [(bob, "waits")]


def test_who_decided_takes_it_back_and_others_give_a_reason(make_case: Make, reviewer: Person, other: Person) -> None:
    case = make_case()
    take(reviewer, case.team, 1, Ask(Action.REJECT, 1, "contract"), at=MONDAY)

    assert refusal(other, case, Ask(Action.UNDO)).code == "not-yours"
    take(reviewer, case.team, 1, Ask(Action.UNDO), at=MONDAY)
    take(reviewer, case.team, 1, Ask(Action.REJECT, None, "contract"), at=MONDAY)
    assert refusal(other, case, Ask(Action.REOPEN)).code == "reason-needed"
    made = take(other, case.team, 1, Ask(Action.REOPEN, note="Look again."), at=MONDAY)

    assert (made.reason, made.note) == ("", "Look again.")
    assert steps(case) == ["claim", "reject", "undo", "reject", "reopen"]
    assert [one.action for one in events_of(case.team_id, "case", "1")][-3:] == ["undone", "decided", "reopened"]


def test_a_second_person_confirms_what_the_first_proposed(
    make_case: Make, acme: Team, maintainer: Person, reviewer: Person
) -> None:
    Policy.objects.create(team=acme, second_person=True)
    User.objects.filter(username="ada").get().memberships.update(role="admin")
    second = person_of(User.objects.get(username="ada"), acme)
    case = make_case()
    waive = Ask(Action.WAIVE, 1, "test-traffic", scope="team", days=7)

    made = take(maintainer, acme, 1, waive, at=MONDAY)
    assert (made.action, made.now) == ("propose", "in_review")
    assert Notice.objects.get().kind == "second"
    assert waivers.covering(case, MONDAY) is None
    assert refusal(maintainer, case, Ask(Action.WAIVE, 3)).code == "second-person-needed"

    confirmed = take(second, acme, 1, Ask(Action.WAIVE, 3), at=MONDAY)
    waiver = Waiver.objects.get()
    assert (confirmed.action, confirmed.reason, confirmed.waiver) == ("waive", "test-traffic", waiver)
    assert (waiver.by_id, waiver.second_id, waiver.scope) == (maintainer.user, second.user, "team")
    assert [one.action for one in events_of(acme.pk, "waiver", str(waiver.pk))] == ["created", "confirmed"]


def test_a_refused_proposal_covers_nothing_and_another_may_follow(
    make_case: Make, acme: Team, maintainer: Person, reviewer: Person
) -> None:
    Policy.objects.create(team=acme, second_person=True)
    case = make_case()
    take(maintainer, acme, 1, Ask(Action.WAIVE, 1, "test-traffic", scope="case"))

    with pytest.raises(Refused, match="not-permitted"):
        refuse(reviewer, acme, 1)
    assert refuse(maintainer, acme, 1).end == Waiver.End.UNDONE
    with pytest.raises(Refused, match="no-proposal"):
        refuse(maintainer, acme, 1)
    assert take(maintainer, acme, 1, Ask(Action.WAIVE, None, "test-traffic", scope="case")).action == "propose"
    assert waivers.covering(case) is None


def test_undoing_a_waiver_reopens_what_it_covered(make_case: Make, acme: Team, maintainer: Person) -> None:
    case, alike = make_case(), make_case()
    take(maintainer, acme, 1, Ask(Action.WAIVE, 1, "test-traffic", scope="team"))
    assert [state(one)[0] for one in (case, alike)] == ["waived", "waived"]

    take(maintainer, acme, 1, Ask(Action.UNDO))

    assert [state(one)[0] for one in (case, alike)] == ["in_review", "new"]
    assert alike.mark == "waiver-ended"
    assert Waiver.objects.get().end == "undone"


def test_an_accepted_loss_lists_nothing_where_no_run_is(make_case: Make, reviewer: Person) -> None:
    case = make_case(kind="loss", about="flag", code="summary-growth", severity="warning", errors=0)

    assert take(reviewer, case.team, 1, Ask(Action.ACCEPT, 1, "loss-acceptable"), at=MONDAY).facts == []


def test_an_owner_is_somebody_of_the_team(make_case: Make, acme: Team, reviewer: Person, bob: User, rob: User) -> None:
    case = make_case()

    assign(reviewer, acme, 1, bob.pk)
    assign(reviewer, acme, 1, bob.pk)
    with pytest.raises(Refused, match="owner-unknown"):
        assign(reviewer, acme, 1, rob.pk)
    assign(reviewer, acme, 1, None)

    assert state(case) == ("new", 1)
    assert [(one.was, one.now) for one in events_of(acme.pk, "case", "1")] == [("", "bob"), ("bob", "")]


def test_a_viewer_takes_no_step(make_case: Make, acme: Team, ada: User) -> None:
    ada.memberships.update(role="viewer")
    viewer, case = person_of(ada, acme), make_case()

    for ask in (Ask(Action.CLAIM), Ask(Action.REJECT, 1, "contract")):
        assert refusal(viewer, case, ask).code == "not-permitted"
    with pytest.raises(Refused, match="not-permitted"):
        assign(viewer, acme, 1, None)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (Ask(Action.REJECT, 1, "x" * 31), "reason-needed"),
        (Ask(Action.REJECT, 1, "other", "n" * 4001), "text-too-long"),
        (Ask(Action.WAIVE, 1, "test-traffic", scope="world"), "scope-needed"),
        (Ask(Action.WAIVE, 1, "test-traffic", scope="case", days=181), "end-too-far"),
        (Ask(Action.WAIVE, 1, "test-traffic", scope="case", days=10**12), "end-too-far"),
        (Ask(Action.WAIVE, 1, "test-traffic", scope="case", days=0), "end-needed"),
        (Ask(Action.NEEDS_WORK, 1, "fix-prompt", targets=tuple(f"v-{n}" for n in range(101))), "targets-needed"),
        (Ask(Action.NEEDS_WORK, 1, "fix-prompt", targets=("w-1",)), "targets-needed"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_field(make_case: Make, maintainer: Person, ask: Ask, code: str) -> None:
    assert refusal(maintainer, make_case(), ask).code == code


def test_what_no_database_takes_is_replaced(make_case: Make, reviewer: Person) -> None:
    made = take(reviewer, make_case().team, 1, Ask(Action.REJECT, 1, "contract", "a\0b\ud800"), at=MONDAY)

    assert made.note == "a\ufffdb\ufffd"


def test_what_is_possible_says_what_stands_in_the_way(
    make_case: Make, acme: Team, reviewer: Person, other: Person, maintainer: Person
) -> None:
    case = make_case()
    policy = policy_of(acme)

    assert possible(reviewer, case, policy) == {
        Action.CLAIM: "",
        Action.ACCEPT: "errors-open",
        Action.REJECT: "",
        Action.NEEDS_WORK: "",
        Action.WAIVE: "not-permitted",
        Action.PROPOSE: "not-permitted",
    }
    take(reviewer, acme, 1, Ask(Action.CLAIM), at=MONDAY)
    case.refresh_from_db()
    assert possible(other, case, policy, MONDAY)[Action.REJECT] == "held-by-other"
    assert possible(other, case, policy, MONDAY + HALF)[Action.REJECT] == ""
    assert possible(maintainer, case, policy, MONDAY)[Action.WAIVE] == ""
    Policy.objects.create(team=acme, second_person=True)
    assert possible(maintainer, case, policy_of(acme), MONDAY)[Action.WAIVE] == ""
