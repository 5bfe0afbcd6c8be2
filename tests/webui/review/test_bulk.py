"""One step for many cases: what is left alone, what is listed, and that nothing is done twice."""

from collections.abc import Callable

import pytest

from webui.accounts.models import Team, User
from webui.audit.trail import events_of
from webui.jobs.claim import claim
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.review import bulk
from webui.review.asking import Ask
from webui.review.bulk import Form, alike, found_by, is_maintainers, numbered, outcome_of, start
from webui.review.deciding import take
from webui.review.models import Bulk, Case, Comment, Decision, Policy, Waiver
from webui.review.people import Person, person_of
from webui.review.triage import Action, Refused

Make = Callable[..., Case]
REJECT = Form("reject", reason="contract")


@pytest.fixture
def reviewer(acme: Team, ada: User) -> Person:
    return person_of(ada, acme)


@pytest.fixture
def maintainer(acme: Team, max_: User) -> Person:
    return person_of(max_, acme)


def states(*cases: Case) -> list[str]:
    for case in cases:
        case.refresh_from_db()
    return [case.state for case in cases]


def done(made: Bulk, work_off: Callable[[], int]) -> bulk.Outcome:
    assert work_off() == 1
    made.refresh_from_db()
    return outcome_of(made)


def refusal(call: Callable[..., object], *given: object) -> str:
    with pytest.raises(Refused) as raised:
        call(*given)
    return raised.value.code


def test_what_changed_meanwhile_and_what_may_not_be_is_listed(
    make_case: Make, acme: Team, maintainer: Person, reviewer: Person, work_off: Callable[[], int]
) -> None:
    new, changed, closed, held = make_case(), make_case(), make_case(state="accepted"), make_case()
    take(reviewer, acme, held.number, Ask(Action.CLAIM))
    chosen = [*numbered(acme, [1, 2, 3, 4]), (99, 1)]
    take(reviewer, acme, changed.number, Ask(Action.CLAIM))

    made = start(maintainer, acme, REJECT, chosen)
    assert outcome_of(made) == bulk.Outcome(5, (), (), (), over=False)
    outcome = done(made, work_off)

    assert (outcome.decided, outcome.changed, outcome.over) == ((1, 4), (2,), True)
    assert outcome.refused == ((3, "no-such-step"), (99, "not-found"))
    assert states(new, changed, closed, held) == ["rejected", "in_review", "accepted", "rejected"]
    last = held.decisions.get(action="reject")
    assert (last.bulk, last.by_id, last.for_holder_id) == (made, maintainer.user, reviewer.user)
    assert [event.more.get("bulk") for event in events_of(acme.pk, "case", "1")] == [made.pk, made.pk]


def test_a_worker_that_follows_a_killed_one_repeats_nothing(
    make_case: Make, acme: Team, maintainer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        make_case()
    made = start(maintainer, acme, REJECT, numbered(acme, range(1, 6)))
    monkeypatch.setattr(bulk, "CHUNK", 2)
    job = Job.objects.get()
    held = claim(job.pk)
    assert held is not None

    class Killed(Progress):
        def count(self, done: int, total: int | None = None, *, step: str = "") -> None:
            if done == 4:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bulk.work(job, Killed(held))
    made.refresh_from_db()
    assert [number for number, *_ in made.results] == [1, 2, 3, 4]

    bulk.work(job, Progress(held))
    made.refresh_from_db()
    assert outcome_of(made).decided == (1, 2, 3, 4, 5)
    assert Decision.objects.filter(action="reject").count() == 5
    assert Job.objects.get().steps[0]["total"] == 5


def test_a_filter_and_alike_cases_choose_what_is_there_now(make_case: Make, acme: Team, ada: User) -> None:
    first, second = make_case(), make_case(version=7, owner=ada)
    make_case(state="rejected")
    make_case(code="role-legal", signature="9" * 24)

    assert found_by(acme, "state=open&rule=paired-tool-result", ada.pk) == [(1, 1), (2, 7)]
    assert found_by(acme, "owner=me", ada.pk) == [(2, 7)]
    assert alike(first) == [(2, 7)]
    assert alike(second) == [(1, 1)]


def test_many_are_waived_under_one_waiver_that_covers_them(
    make_case: Make, acme: Team, maintainer: Person, work_off: Callable[[], int]
) -> None:
    cases = [make_case() for _ in range(3)]
    beside = make_case()

    outcome = done(
        start(maintainer, acme, Form("waive", "test-traffic", scope="team"), numbered(acme, [1, 2, 3])), work_off
    )

    assert outcome.decided == (1, 2, 3)
    assert states(*cases, beside) == ["waived"] * 4
    assert Waiver.objects.count() == 1
    assert [beside.decisions.get().action, *(one.decisions.last().action for one in cases)] == ["cover"] + ["waive"] * 3


def test_each_case_has_its_own_waiver_in_the_narrowest_scope(
    make_case: Make, acme: Team, maintainer: Person, work_off: Callable[[], int]
) -> None:
    make_case(), make_case()

    done(start(maintainer, acme, Form("waive", "test-traffic", scope="case", days=3), numbered(acme, [1, 2])), work_off)

    assert [one.case.number for one in Waiver.objects.order_by("pk")] == [1, 2]


def test_cases_are_claimed_assigned_sent_back_and_commented(
    make_case: Make, acme: Team, maintainer: Person, reviewer: Person, bob: User, work_off: Callable[[], int]
) -> None:
    cases = [make_case(), make_case()]

    for form in (Form("claim"), Form("assign", owner=bob.pk), Form("comment", note="Look, @bob")):
        assert done(start(reviewer, acme, form, numbered(acme, [1, 2])), work_off).decided == (1, 2)
    back = Form("needs-work", "fix-prompt", waits_on=bob.pk)
    assert done(start(maintainer, acme, back, numbered(acme, [1, 2])), work_off).decided == (1, 2)

    assert states(*cases) == ["needs_work", "needs_work"]
    assert [case.owner for case in cases] == [bob, bob]
    assert Comment.objects.count() == 2
    assert cases[0].decisions.get(action="needs-work").breaches == [{"rule": "paired-tool-result", "pointer": ""}]


def test_undone_waivers_reopen_what_they_covered(
    make_case: Make, acme: Team, maintainer: Person, work_off: Callable[[], int]
) -> None:
    cases = [make_case(), make_case()]
    take(maintainer, acme, 1, Ask(Action.WAIVE, None, "test-traffic", scope="team"))

    assert done(start(maintainer, acme, Form("undo"), numbered(acme, [1])), work_off).decided == (1,)
    assert states(*cases) == ["in_review", "new"]


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (Form("open"), "no-such-step"),
        (Form("reject"), "reason-needed"),
        (Form("reject", "other", "short"), "note-needed"),
        (Form("waive", "test-traffic"), "scope-needed"),
        (Form("waive", "test-traffic", scope="case", days=999), "end-too-far"),
        (Form("needs-work", "fix-prompt"), "waits-on-needed"),
        (Form("comment", note=" "), "text-needed"),
        (Form("assign", owner=10**6), "owner-unknown"),
        (Form("reject", "fact-lost"), "reason-off"),
    ],
)
def test_a_form_that_fits_no_case_is_refused_at_once(
    make_case: Make, acme: Team, maintainer: Person, form: Form, code: str
) -> None:
    make_case()
    Policy.objects.create(team=acme, reasons_off=["reject/fact-lost"])

    assert refusal(start, maintainer, acme, form, numbered(acme, [1])) == code
    assert not Bulk.objects.exists()


def test_many_at_once_are_a_maintainer_s_to_decide(make_case: Make, acme: Team, reviewer: Person) -> None:
    make_case()

    assert refusal(start, reviewer, acme, REJECT, numbered(acme, [1])) == "not-permitted"
    assert [is_maintainers(one) for one in ("reject", "undo", "claim", "assign", "comment")] == [
        True,
        True,
        *[False] * 3,
    ]


def test_none_and_too_many_are_refused(acme: Team, maintainer: Person) -> None:
    assert refusal(start, maintainer, acme, REJECT, []) == "none-chosen"
    assert refusal(start, maintainer, acme, REJECT, [(n, 1) for n in range(bulk.MOST + 1)]) == "too-many"


def test_who_has_left_decides_nothing_more(
    make_case: Make, acme: Team, maintainer: Person, max_: User, work_off: Callable[[], int]
) -> None:
    case = make_case()
    made = start(maintainer, acme, REJECT, numbered(acme, [1]))
    max_.memberships.all().delete()

    assert done(made, work_off).refused == ((1, "not-permitted"),)

    make_case()
    other = start(maintainer, acme, REJECT, numbered(acme, [2]))
    max_.delete()
    assert done(other, work_off) == bulk.Outcome(1, (), (), (), over=True)
    assert states(case) == ["new"]
