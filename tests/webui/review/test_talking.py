"""What people say at a case: who is told, who may change it, and that nothing is erased."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from webui.accounts.models import Team, User
from webui.audit.trail import trail_of
from webui.review import talking
from webui.review.models import Case, Comment, Notice
from webui.review.people import Person, person_of
from webui.review.quoting import ground_of
from webui.review.triage import CLAIM_LASTS, Refused
from webui.runs.models import Fact, Run
from webui.runs.store.texts import put_text
from webui.transcripts import sample
from webui.transcripts.models import Transcript

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
START = datetime(2026, 11, 30, 12, tzinfo=UTC)
Make = Callable[..., Case]
SUMMARY = (
    "<conversation_summary><goal>Import the ledger</goal><constraints/><decisions/>"
    "<state>Parser ready</state><open_items/></conversation_summary>"
)


@pytest.fixture
def one(acme: Team, ada: User) -> Person:
    return person_of(ada, acme)


@pytest.fixture
def two(acme: Team, bob: User) -> Person:
    return person_of(bob, acme)


@pytest.fixture
def maintainer(acme: Team, max_: User) -> Person:
    return person_of(max_, acme)


def code(call: Callable[..., object], *given: object, **more: object) -> str:
    with pytest.raises(Refused) as raised:
        call(*given, **more)
    return raised.value.code


def told(user: User) -> list[tuple[str, int | None]]:
    return [(row.kind, row.comment_id) for row in Notice.objects.filter(user=user).order_by("pk")]


def test_whom_a_remark_mentions_is_told(
    make_case: Make, one: Person, bob: User, max_: User, rob: User, ada: User
) -> None:
    case = make_case()

    made = talking.say(one, case, "See @bob, (@max) and @bob. Not ops@max.example, @rob, @nobody or @ada.", at=MONDAY)

    assert told(bob) == told(max_) == [("mentioned", made.pk)]
    assert told(rob) == told(ada) == []


def test_everybody_of_a_thread_is_told_of_an_answer(
    make_case: Make, one: Person, two: Person, maintainer: Person, ada: User, bob: User
) -> None:
    case = make_case()
    first = talking.say(one, case, "Why?")
    answer = talking.say(two, case, "Because.", answers=first.pk)

    last = talking.say(maintainer, case, "@bob is right", answers=answer.pk)

    assert (answer.answers, last.answers) == (first, first)
    assert told(ada) == [("answered", answer.pk), ("answered", last.pk)]
    assert told(bob) == [("mentioned", last.pk)]


def test_an_author_edits_for_a_quarter_of_an_hour(make_case: Make, one: Person, two: Person, bob: User) -> None:
    comment = talking.say(one, make_case(), "First thought", at=MONDAY)

    assert code(talking.edit, two, comment, "Mine now", MONDAY) == "not-yours"
    edited = talking.edit(one, comment, "Second thought, @bob", MONDAY + 14 * MINUTE)
    talking.edit(one, comment, "Third thought, @bob", MONDAY + 14 * MINUTE)
    assert code(talking.edit, one, comment, "Too late", MONDAY + 15 * MINUTE) == "edit-too-late"

    comment.refresh_from_db()
    assert (comment.text, comment.edited, edited.pk) == ("Third thought, @bob", MONDAY + 14 * MINUTE, comment.pk)
    assert told(bob) == [("mentioned", comment.pk)]


def test_a_deleted_remark_stays_as_a_row_and_its_words_in_the_trail(make_case: Make, one: Person, two: Person) -> None:
    case = make_case()
    comment = talking.say(one, case, "Said too soon")

    assert code(talking.delete, two, comment) == "not-yours"
    talking.delete(one, comment)

    assert code(talking.edit, one, comment, "Again") == code(talking.delete, one, comment) == "no-such-step"
    comment.refresh_from_db()
    assert comment.deleted is not None
    events = [(event.action, event.note, event.more["on"]) for event in trail_of(case.team_id)]
    assert events == [("added", "Said too soon", "case 1"), ("deleted", "", "case 1")]


def test_a_maintainer_hides_with_a_reason_and_shows_again(make_case: Make, one: Person, maintainer: Person) -> None:
    comment = talking.say(one, make_case(), "The password is hunter2")

    assert code(talking.hide, one, comment, "because") == code(talking.show, one, comment) == "not-permitted"
    assert code(talking.hide, maintainer, comment, " ") == code(talking.hide, maintainer, comment, "y" * 201)
    hidden = talking.hide(maintainer, comment, "holds a secret")
    assert (hidden.hidden_by_id, hidden.hidden_why) == (maintainer.user, "holds a secret")
    assert code(talking.edit, one, comment, "More") == code(talking.hide, maintainer, comment, "x") == "no-such-step"

    shown = talking.show(maintainer, comment)
    assert (shown.hidden_by, shown.hidden_why) == (None, "")
    assert code(talking.show, maintainer, comment) == "no-such-step"


def test_a_thread_is_resolved_and_taken_up_again(make_case: Make, one: Person, two: Person) -> None:
    case = make_case()
    comment = talking.say(one, case, "Is this so?")
    answer = talking.say(two, case, "Yes", answers=comment.pk)

    assert code(talking.resolve, two, answer) == code(talking.reopen, two, comment) == "no-such-step"
    assert talking.resolve(two, comment, MONDAY).resolved_by_id == two.user
    assert code(talking.resolve, one, comment) == "no-such-step"
    assert talking.reopen(one, comment).resolved is None

    actions = [event.action for event in trail_of(case.team_id)]
    assert actions == ["added", "added", "resolved", "reopened"]


@pytest.mark.parametrize(
    ("text", "told"), [("", "text-needed"), (" \n", "text-needed"), ("x" * 10_001, "text-too-long")]
)
def test_a_remark_has_some_words_and_not_too_many(make_case: Make, one: Person, text: str, told: str) -> None:
    assert code(talking.say, one, make_case(), text) == told


def test_a_viewer_says_nothing(make_case: Make, acme: Team, ada: User) -> None:
    ada.memberships.update(role="viewer")

    assert code(talking.say, person_of(ada, acme), make_case(), "Hello") == "not-permitted"


def test_a_thread_of_another_case_cannot_be_answered(make_case: Make, one: Person) -> None:
    comment = talking.say(one, make_case(), "Here")

    assert code(talking.say, one, make_case(), "There", answers=comment.pk) == "thread-unknown"


def test_a_remark_of_the_holder_keeps_the_claim(make_case: Make, one: Person, ada: User) -> None:
    case = make_case(state="in_review", holder=ada, held_until=MONDAY)

    talking.say(one, case, "Still at it", at=MONDAY)

    case.refresh_from_db()
    assert (case.held_until, case.version) == (MONDAY + CLAIM_LASTS, 1)


def test_notices_are_listed_and_seen(make_case: Make, acme: Team, one: Person, bob: User) -> None:
    case, other = make_case(), make_case()
    talking.say(one, case, "@bob", at=MONDAY)
    talking.say(one, other, "@bob", at=MONDAY + MINUTE)

    assert [row.case for row in talking.notices_of(bob, acme)] == [other, case]
    assert talking.unseen(bob, acme) == 2
    assert talking.see(bob, acme, case=case) == 1
    assert talking.unseen(bob, acme) == 1
    assert talking.see(bob, acme) == 1
    assert talking.see(bob, acme) == 0


def test_comments_of_a_case_come_in_order(make_case: Make, one: Person) -> None:
    case = make_case()
    late = talking.say(one, case, "late", at=MONDAY + MINUTE)
    early = talking.say(one, case, "early", at=MONDAY)

    assert list(talking.comments_of(case)) == [early, late]


@pytest.fixture
def seen(acme: Team, make_case: Make, data_dir: Any, work_off: Callable[[], int]) -> Case:
    """A case of a transcript and of a run with a summary and a fact."""
    sample.load(acme, None)
    work_off()
    transcript = Transcript.objects.filter(errors__gt=0)[0]
    run = Run.objects.filter(team=acme)[0]
    put_text(run, "captured", SUMMARY)
    Fact.objects.create(run=run, kind="identifier", number=99, verdict="lost", text="ledger_v7")
    return make_case(transcript=transcript, run=run, kind="loss", number=40)


def test_a_remark_keeps_the_words_that_it_stands_on(seen: Case, one: Person) -> None:
    transcript, run = seen.transcript_id, seen.run_id
    fact = Fact.objects.get(text="ledger_v7")
    place = {"transcript": transcript, "position": 0}

    message = talking.say(one, seen, "Here", on="message", anchor=place)
    block = talking.say(one, seen, "Here", on="block", anchor={**place, "block": "0"})
    words = talking.say(one, seen, "Here", on="words", anchor={**place, "block": 0, "start": 2, "end": 7})
    section = talking.say(one, seen, "Here", on="section", anchor={"run": run, "section": "state"})
    on_fact = talking.say(one, seen, "Here", on="fact", anchor={"run": run, "fact": fact.pk})

    assert message.anchor == place and message.quote
    assert block.anchor == {**place, "block": 0} and block.quote
    assert words.quote == block.quote[2:7]
    assert (section.quote, section.anchor) == ("Parser ready", {"run": run, "section": "state"})
    assert (on_fact.quote, on_fact.anchor) == ("ledger_v7", {"run": run, "fact": fact.pk})
    answer = talking.say(one, seen, "There", answers=words.pk)
    assert (answer.on, answer.anchor, answer.quote) == ("words", words.anchor, words.quote)
    said = [event.more["on"] for event in trail_of(seen.team_id) if event.subject == "comment"]
    assert said[-6:] == [
        "message 0 of case 40",
        "block 0.0 of case 40",
        "words in block 0.0 of case 40",
        "section state of case 40",
        f"fact f-{fact.pk} of case 40",
        "words in block 0.0 of case 40",
    ]


@pytest.mark.parametrize(
    ("on", "anchor"),
    [
        ("world", {}),
        ("message", {"position": 0}),
        ("message", {"transcript": "0" * 12, "position": 0}),
        ("message", {"transcript": "a\0", "position": 0}),
        ("message", {"position": 100_000}),
        ("message", {"position": -1}),
        ("message", {"position": True}),
        ("message", {"position": "x"}),
        ("block", {"position": 0, "block": 99}),
        ("block", {"position": 100_000, "block": 0}),
        ("words", {"position": 0, "block": 0, "start": 5, "end": 5}),
        ("words", {"position": 0, "block": 0, "start": 0, "end": 10**9}),
        ("section", {"section": "weather"}),
        ("section", {"run": "0" * 12, "section": "state"}),
        ("fact", {"fact": 10**9}),
    ],
)
def test_a_place_that_is_not_there_is_refused(seen: Case, one: Person, on: str, anchor: dict[str, object]) -> None:
    own = {"transcript": seen.transcript_id} if on in ("message", "block", "words") else {"run": seen.run_id}
    if on == "message" and anchor == {"position": 0}:
        own = {}

    assert code(talking.say, one, seen, "Here", on=on, anchor={**own, **anchor}) == "anchor-unknown"
    assert not Comment.objects.exists()


def test_a_summary_that_cannot_be_read_has_no_sections(seen: Case, one: Person) -> None:
    assert seen.run is not None
    put_text(seen.run, "captured", "no sections here")

    anchor = {"run": seen.run_id, "section": "state"}
    assert code(talking.say, one, seen, "Here", on="section", anchor=anchor) == "anchor-unknown"


def test_a_remark_stays_with_the_earlier_run_when_a_newer_one_came(seen: Case, one: Person) -> None:
    on_run = talking.say(one, seen, "Here", on="section", anchor={"run": seen.run_id, "section": "state"})
    on_list = talking.say(one, seen, "Here", on="message", anchor={"transcript": seen.transcript_id, "position": 0})
    on_case = talking.say(one, seen, "Here")
    rows = [on_run, on_list, on_case]
    assert ground_of(seen, rows).earlier == set()

    seen.run, seen.transcript, seen.capture = Run(id="f" * 12), Transcript(id="e" * 12), None

    assert ground_of(seen, rows).earlier == {on_run.pk, on_list.pk}
    assert ground_of(seen, rows).gone == set()


def test_a_remark_on_a_side_of_the_run_or_another_list_of_the_file_is_not_about_an_earlier_one(
    seen: Case, one: Person
) -> None:
    assert seen.run is not None
    seen.run.before, seen.transcript, seen.capture = seen.transcript, None, None
    on_list = talking.say(one, seen, "Here", on="message", anchor={"transcript": seen.run.before_id, "position": 0})
    assert ground_of(seen, [on_list]).earlier == set()

    seen.capture, seen.run.before = seen.run.before and seen.run.before.capture, None
    assert ground_of(seen, [on_list]).earlier == set()
    seen.capture = None
    assert ground_of(seen, [on_list]).earlier == {on_list.pk}


def test_remarks_of_a_case_that_a_newer_run_closed_are_about_an_earlier_one(seen: Case, one: Person) -> None:
    on_run = talking.say(one, seen, "Here", on="section", anchor={"run": seen.run_id, "section": "state"})
    on_case = talking.say(one, seen, "Here")

    seen.newer_run = Run(id="f" * 12)

    assert ground_of(seen, [on_run, on_case]).earlier == {on_run.pk}


def test_words_of_a_section_and_of_a_summary_without_sections_are_quoted(seen: Case, one: Person) -> None:
    run = seen.run_id
    state = talking.say(one, seen, "Here", on="words", anchor={"run": run, "section": "state", "start": 7, "end": "12"})
    assert (state.quote, state.anchor) == ("ready", {"run": run, "section": "state", "start": 7, "end": 12})
    beyond = {"run": run, "section": "state", "start": 7, "end": 99}
    assert code(talking.say, one, seen, "Here", on="words", anchor=beyond) == "anchor-unknown"

    assert seen.run is not None
    put_text(seen.run, "captured", "no <sections> here")

    plain = talking.say(one, seen, "Here", on="words", anchor={"run": run, "section": "", "start": 3, "end": 13})
    assert plain.quote == "<sections>"
    said = [event.more["on"] for event in trail_of(seen.team_id) if event.subject == "comment"]
    assert said == ["words in section state of case 40", "words in the summary of case 40"]


def test_a_section_of_a_summary_that_the_contract_refuses_is_quoted_as_its_page_shows_it(
    seen: Case, one: Person
) -> None:
    assert seen.run is not None
    put_text(seen.run, "captured", "<conversation_summary><goal> Ship <b> it </goal><mood>fine</mood>")

    goal = talking.say(one, seen, "Here", on="section", anchor={"run": seen.run_id, "section": "goal"})

    assert goal.quote == "Ship <b> it"
    unknown = {"run": seen.run_id, "section": "mood"}
    assert code(talking.say, one, seen, "Here", on="section", anchor=unknown) == "anchor-unknown"


def test_a_remark_that_is_sent_twice_is_there_once(seen: Case, one: Person, two: Person) -> None:
    place = {"transcript": seen.transcript_id, "position": 0}
    first = talking.say(one, seen, "Here", on="message", anchor=place, at=START)

    again = talking.say(one, seen, "Here ", on="message", anchor=place, at=START + timedelta(seconds=59))
    elsewhere = talking.say(one, seen, "Here", at=START)
    other = talking.say(two, seen, "Here", on="message", anchor=place, at=START)
    later = talking.say(one, seen, "Here", on="message", anchor=place, at=START + timedelta(seconds=61))

    assert again == first
    assert len({first.pk, elsewhere.pk, other.pk, later.pk}) == 4 == Comment.objects.count()
