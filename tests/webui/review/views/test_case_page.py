"""The page of one case: what it says, what can be done, and what is not there any more."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts.models import Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case, Occurrence
from webui.review.people import person_of
from webui.review.triage import Action
from webui.transcripts.models import Transcript

HERE = "/t/acme/cases/1"


def page(client: Client, address: str = HERE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_sentence_comes_first_and_the_defect_stands_in_its_place(at_ada: Client, case: Case) -> None:
    text = page(at_ada)

    assert "<h1>Case 1: tool result without its call</h1>" in text
    assert "Would be refused" in text
    assert f"/t/acme/transcripts/{case.transcript_id}?at=1#m-1.0" in text
    assert "GRACE = 14" in text
    assert text.index("The messages around it") > text.index("Tool result without its call")


def test_buttons_stand_in_their_order_and_say_what_they_act_on(at_max: Client, case: Case) -> None:
    text = page(at_max)

    labels = ["Accept transcript", "Reject transcript", "Send back", "Waive violation"]
    places = [text.index(f'<span class="grow">{label}') for label in labels]
    assert places == sorted(places)


def test_a_button_that_is_not_possible_says_why_and_is_not_hidden(at_ada: Client, case: Case) -> None:
    text = page(at_ada)

    assert 'aria-describedby="why-accept"' in text
    assert "There are errors that no waiver covers." in text
    assert "Maintainers only: a waiver has a scope and an end date." in text


def test_a_viewer_reads_and_finds_no_step(at_vic: Client, case: Case) -> None:
    text = page(at_vic)

    assert text.count('<button class="btn" type="button" disabled') == 4
    assert 'data-step="claim"' not in text
    assert "<textarea" not in text


def test_the_likely_reason_is_chosen_and_first(at_ada: Client, case: Case) -> None:
    text = page(at_ada, f"{HERE}?form=reject")

    assert '<input type="radio" name="reason" value="message-shape" checked autofocus>' in text
    assert text.index('value="message-shape"') < text.index('value="contract"')


def test_a_waiver_says_what_each_scope_covers(at_max: Client, case: Case, make_case: Callable[..., Case]) -> None:
    make_case(number=2)
    Occurrence.of(case, created=timezone.now()).save()

    text = page(at_max, f"{HERE}?form=waive")

    assert "today 1 open case; in 30 days 1 case, seen 1 time" in text
    assert "today 2 open cases" in text
    assert f'max="{(timezone.now().date() + timedelta(days=180)).isoformat()}"' in text


def test_nothing_captured_goes_into_a_cache_or_the_history_of_the_browser(at_ada: Client, case: Case) -> None:
    answer = at_ada.get(HERE)

    assert answer["Cache-Control"] == "no-store"
    assert 'hx-history="false"' in answer.content.decode()


def test_a_case_outlives_its_transcript(at_ada: Client, case: Case) -> None:
    Case.objects.filter(pk=case.pk).update(transcript=None, capture=None, evidence="ab" * 32)

    text = page(at_ada)

    assert "The evidence was deleted" in text
    assert "Tool result without its call" in text
    assert "GRACE = 14" not in text


def test_a_defect_that_the_rules_of_today_do_not_find_is_said_to_be_gone(at_ada: Client, case: Case) -> None:
    assert case.transcript is not None
    case.transcript.violations.all().delete()

    assert "The rules of today do not find this defect any more." in page(at_ada)


def test_the_place_in_the_list_and_the_neighbours_are_named(
    at_ada: Client, case: Case, make_case: Callable[..., Case]
) -> None:
    for number in (2, 3):
        make_case(number=number, due=timezone.now() + timedelta(hours=number))
    Case.objects.filter(pk=case.pk).update(due=timezone.now() + timedelta(hours=2, minutes=30))

    text = page(at_ada, f"{HERE}?in=view%3Dunassigned")

    assert "Case 2 of 3 in Unassigned" in text
    assert 'data-previous-page href="/t/acme/cases/2?in=view%3Dunassigned#case"' in text
    assert 'data-next-page href="/t/acme/cases/3?in=view%3Dunassigned#case"' in text


def test_what_was_decided_is_said_with_the_way_back(at_ada: Client, ada: User, acme: Team, case: Case) -> None:
    take(person_of(ada, acme), acme, 1, Ask(Action.REJECT, reason="message-shape", note="Again."))

    text = page(at_ada)

    assert "rejected the transcript: a provider would refuse its messages" in text
    assert "Again." in text
    assert 'value="undo"' in text
    assert "Reopen, and claim it" in text


def test_a_case_that_came_back_tells_its_earlier_decision_first(
    at_ada: Client, ada: User, acme: Team, case: Case
) -> None:
    take(person_of(ada, acme), acme, 1, Ask(Action.REJECT, reason="message-shape"))
    from webui.accounts.actors import WORKER
    from webui.review.people import AS_WORKER
    from webui.review.store.moves import move
    from webui.review.triage import Facts, Given, State, judge

    case.refresh_from_db()
    move(case, judge(Facts(State.REJECTED, case.version), Action.RECUR, AS_WORKER, Given()), WORKER)

    text = page(at_ada)

    assert "Decided before, and here again." in text
    assert "ada rejected the transcript: a provider would refuse its messages" in text


def test_superseded_cases_are_linked_both_ways(at_ada: Client, case: Case, make_case: Callable[..., Case]) -> None:
    older = make_case(number=2, state="superseded", newer=case)

    assert f"/t/acme/cases/{older.number}" in page(at_ada)
    assert "/t/acme/cases/1" in page(at_ada, "/t/acme/cases/2")


def test_the_text_to_copy_holds_sentence_place_reason_and_link(at_ada: Client, case: Case) -> None:
    text = page(at_ada)

    copied = text[text.index('id="as-text"') : text.index("</p>", text.index('id="as-text"'))]
    assert "Case 1: tool result without its call (paired-tool-result)" in copied
    assert "message 1.0" in copied
    assert "http://testserver/t/acme/cases/1" in copied
    assert "GRACE" not in copied


def test_the_history_is_a_sentence_an_event_and_can_be_narrowed(
    at_ada: Client, ada: User, acme: Team, case: Case
) -> None:
    take(person_of(ada, acme), acme, 1, Ask(Action.CLAIM))

    assert "claimed case 1" in page(at_ada)
    assert "claimed case 1" in page(at_ada, f"{HERE}?events=claims")
    assert "Nothing of this kind happened." in page(at_ada, f"{HERE}?events=comments")


def test_a_list_shows_the_preview_of_a_case(at_ada: Client, case: Case) -> None:
    answer = at_ada.get(HERE, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="preview")

    text = answer.content.decode()
    assert "<h1" not in text
    assert "data-close-preview" in text
    assert "Reject transcript" in text
    assert "HX-Target" in answer["Vary"]


@pytest.mark.parametrize(("role", "shown"), [("reviewer", False), ("admin", True)])
def test_legal_hold_is_for_admins(at_ada: Client, ada: User, acme: Team, case: Case, role: str, shown: bool) -> None:
    acme.members.filter(user=ada).update(role=role)

    assert ("Put on hold" in page(at_ada)) is shown
    assert at_ada.post(f"{HERE}/hold", {"hold": "on"}).status_code == (303 if shown else 403)
    case.refresh_from_db()
    assert case.hold is shown


def test_another_team_finds_no_case(client: Client, rob: User, case: Case, broken: Transcript) -> None:
    client.force_login(rob)

    for path in ("", "/decision", "/claim", "/second", "/owner", "/hold", "/presence", "/comments", "/comments/1"):
        for slug in ("acme", "rivals"):
            address = f"/t/{slug}/cases/1{path}"
            assert client.get(address).status_code in (404, 405), address
            assert client.post(address).status_code in (403, 404, 405), address
