"""The list of transcripts, and one transcript with its violations in place."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript

HTMX = {"HTTP_HX_REQUEST": "true"}


def test_the_first_sentence_says_that_it_would_be_refused_and_where(at_ada: Client, address: str) -> None:
    page = at_ada.get(address).content.decode()

    assert '<span class="word is-err">Would be refused.</span> 1 error.' in page
    assert 'First: <a href="?at=1#m-1.0">1.0</a>, tool result without its call.' in page
    assert " rules for Anthropic, and by the core rules." in page


def test_a_violation_stands_at_its_message_in_four_lines(at_ada: Client, address: str) -> None:
    page = at_ada.get(address).content.decode()
    message = page[page.index('id="m-1"') : page.index('id="m-2"')]

    assert 'class="block hot" id="m-1.0"' in message
    assert "Tool result without its call" in message
    assert "Message 1 (user), block 0" in message
    assert "<code>messages[1].content[0]</code>" in message
    assert "Anthropic refuses a result when no message before it holds the call with the same id." in message
    assert "Put the message with the call back before message 1, or remove block 0." in message


def test_messages_without_violations_stay_folded(at_ada: Client, address: str) -> None:
    page = at_ada.get(address).content.decode()
    message = page[page.index('id="m-2"') : page.index('id="m-3"')]

    assert "The grace is too short." in message
    assert 'class="block' not in message


def test_the_system_prompt_stands_above_message_0(at_ada: Client, address: str) -> None:
    page = at_ada.get(address).content.decode()

    assert page.index('id="m-system"') < page.index("You fix bugs.") < page.index('id="m-0"')


def test_a_clean_transcript_says_what_was_looked_at(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    transcript = deliver(session).transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()

    assert '<span class="word is-ok">Would be accepted.</span> Nothing found.' in page
    assert " rules for Anthropic, and by the core rules." in page


def test_a_list_of_unknown_dialect_does_not_pose_as_accepted(at_ada: Client, deliver: Callable[..., Capture]) -> None:
    capture = deliver([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}])
    transcript = capture.transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()

    assert transcript.dialect == ""
    assert "Not checked." in page
    assert "Would be accepted" not in page
    assert "Would be accepted" not in at_ada.get("/t/acme/captures").content.decode()
    assert "No transcript matches" in at_ada.get("/t/acme/transcripts?result=accepted").content.decode()


def test_messages_can_be_read_while_the_checks_run(at_ada: Client, broken: Transcript, address: str) -> None:
    Transcript.objects.filter(pk=broken.pk).update(checked=None, errors=0)
    Capture.objects.filter(pk=broken.capture_id).update(state="reading")
    broken.violations.all().delete()

    page = at_ada.get(address).content.decode()

    assert "Not checked yet." in page
    assert "The grace is too short." in page
    assert "data-poll" in page


def test_the_poll_ends_with_the_checks(at_ada: Client, address: str) -> None:
    part = at_ada.get(address, **HTMX).content.decode()

    assert part.strip().startswith("<section")
    assert "Would be refused." in part
    assert "data-poll" not in part
    assert "<html" not in part


def test_a_place_beyond_the_end_is_told_and_the_nearest_page_shown(at_ada: Client, address: str) -> None:
    answer = at_ada.get(f"{address}?at=7001")

    assert answer.status_code == 200
    assert "This transcript has messages 0–3; 7,001 was asked for." in answer.content.decode()


@pytest.mark.parametrize(
    "query", ["?at=-1", "?at=x", "?at=99999999999999999999", "?per=7", "?open=x&fold=y", "?at=%00"]
)
def test_odd_queries_show_the_first_page(at_ada: Client, address: str, query: str) -> None:
    answer = at_ada.get(address + query)

    assert answer.status_code == 200
    assert 'id="m-0"' in answer.content.decode()


def test_one_message_opens_and_folds_in_its_place(at_ada: Client, address: str) -> None:
    opened = at_ada.get(f"{address}?at=2&open=2", **HTMX, HTTP_HX_TARGET="m-2")
    folded = at_ada.get(f"{address}?at=1&fold=1", **HTMX, HTTP_HX_TARGET="m-1")

    assert opened.content.decode().strip().startswith('<article class="msg assistant at" id="m-2"')
    assert 'id="m-2.0"' in opened.content.decode()
    assert 'id="m-1.0"' not in folded.content.decode()
    assert "HX-Target" in opened["Vary"]


def test_the_same_address_opens_a_message_without_script(at_ada: Client, address: str) -> None:
    page = at_ada.get(f"{address}?at=2&open=2").content.decode()

    assert "<html" in page
    assert 'id="m-2.0"' in page


def test_captured_pages_are_kept_out_of_caches(at_ada: Client, address: str) -> None:
    answer = at_ada.get(address)

    assert answer["Cache-Control"] == "no-store"
    assert "HX-Request" in answer["Vary"]
    assert 'hx-history="false"' in answer.content.decode()


def test_a_role_that_the_provider_does_not_know_is_shown_at_its_message(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    session["messages"][2] = {"role": "tool", "tool_call_id": "toolu_1", "content": "GRACE = 14"}
    transcript = deliver(session).transcripts.get()

    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()

    assert transcript.wire_roles == []
    assert "Would be refused." in page
    assert '/rules/role-legal"' in page
    assert 'href="?at=2#m-2"' in page


def test_the_list_can_be_narrowed(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any], broken: Transcript
) -> None:
    deliver({**session, "messages": session["messages"][:1]}, name="clean.json")

    both = at_ada.get("/t/acme/transcripts").content.decode()
    refused = at_ada.get("/t/acme/transcripts?result=refused").content.decode()
    named = at_ada.get("/t/acme/transcripts?text=clean").content.decode()

    assert "nightly.json" in both and "clean.json" in both
    assert "nightly.json" in refused and "clean.json" not in refused
    assert "nightly.json" not in named and "clean.json" in named


def test_unknown_filter_values_stay_visible(at_ada: Client, broken: Transcript) -> None:
    page = at_ada.get("/t/acme/transcripts?dialect=mistral").content.decode()

    assert "dialect=mistral, unknown, ignored. Remove" in page
    assert "nightly.json" in page


def test_nothing_matches_and_nothing_there_are_two_sentences(
    at_ada: Client, broken: Transcript, at_rob: Client
) -> None:
    assert "No transcript matches" in at_ada.get("/t/acme/transcripts?text=zzz").content.decode()
    assert "nothing has been read yet" in at_rob.get("/t/rivals/transcripts").content.decode()


def test_a_provider_s_error_put_into_find_leads_to_its_block(at_ada: Client, address: str) -> None:
    answer = at_ada.get(
        address, {"find": "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks"}
    )

    assert (answer.status_code, answer["Location"]) == (302, f"{address}?at=1#m-1.0")
