"""What the provider said, on the page of a transcript."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture

ORPHAN = "messages.1.content.0: unexpected tool_use_id found in tool_result blocks: toolu_1."
Show = Callable[..., str]


@pytest.fixture
def show(at_ada: Client, deliver: Callable[..., Capture]) -> Show:
    """The page of a request and its refusal, from the first sentence on."""

    def page(body: dict[str, Any], message: str, status: int = 400) -> str:
        response = {"status_code": status, "body": {"error": {"message": message}}}
        request = {"url": "https://api.anthropic.com/v1/messages", "body": body}
        transcript = deliver({"request": request, "response": response}).transcripts.get()
        text = at_ada.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()
        return text[text.index('id="outcome"') :]

    return page


def test_words_place_rule_and_agreement_stand_in_the_header(show: Show, orphan: dict[str, Any]) -> None:
    page = show(orphan, ORPHAN)

    assert '<b>The provider said: 400</b>, about <a href="?at=1#m-1.0">1.0</a>' in page
    assert f">{ORPHAN}</pre>" in page
    assert "We predict the same: this rule, at this place." in page
    assert '<a href="/rules/paired-tool-result">Tool result without its call' in page


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (ORPHAN.partition(": ")[2], "We predict the same rule; the provider names no place."),
        (ORPHAN.replace("messages.1", "messages.2"), "We predict this rule too, at another place."),
        ("messages: text content blocks must be non-empty", "We predict a refusal as well, by other rules."),
        ("Something new.", "It matches no pattern that we know, and is shown as it was said."),
    ],
)
def test_how_both_differ_is_said(show: Show, orphan: dict[str, Any], message: str, sentence: str) -> None:
    assert sentence in show(orphan, message)


def test_a_refusal_that_we_do_not_predict_is_a_disagreement(show: Show, session: dict[str, Any]) -> None:
    page = show(session, ORPHAN)

    assert "Would be accepted." in page
    assert "We disagree: we found nothing here that would be refused." in page


def test_words_are_captured_text(show: Show, session: dict[str, Any]) -> None:
    page = show(session, "<script>alert(1)</script> \u202eevil")

    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "\u202e" not in page


def test_a_place_beyond_the_list_is_no_link(show: Show, session: dict[str, Any]) -> None:
    page = show(session, "messages.77: something new")

    assert "<b>The provider said: 400</b></p>" in page


def test_no_answer_and_one_that_accepts_say_nothing(
    show: Show, at_ada: Client, address: str, session: dict[str, Any]
) -> None:
    assert "The provider said" not in at_ada.get(address).content.decode()
    assert "The provider said" not in show(session, "", status=200)
