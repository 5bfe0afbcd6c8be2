"""One box for ids, codes, call ids and a provider's own error."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript

ERROR = "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each block must …"


def asked(at: Client, text: str, **more: str) -> Any:
    return at.get(f"/t/acme/search?{urlencode({'q': text, **more})}")


def test_an_error_pasted_while_reading_leads_to_its_block(at_ada: Client, broken: Transcript, address: str) -> None:
    assert asked(at_ada, ERROR, transcript=broken.pk)["Location"] == f"{address}?at=1#m-1.0"


def test_an_error_pasted_elsewhere_asks_which_transcript(
    at_ada: Client, broken: Transcript, address: str, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    deliver({**session, "messages": session["messages"][:1]}, name="short.json")

    page = asked(at_ada, ERROR).content.decode()

    assert "Which transcript is it about?" in page
    assert f'href="{address}?at=1#m-1.0"' in page
    assert "paired-tool-result" in page
    assert "short.json" not in page, "it has no message 1"


def test_an_error_of_a_chat_completion_leads_to_its_call(at_ada: Client, broken: Transcript, address: str) -> None:
    text = "Invalid parameter: messages[2].tool_calls[1].id is missing"

    answer = asked(at_ada, text, transcript=broken.pk)

    assert answer["Location"] == f"{address}?at=2#m-2.call-1"


@pytest.mark.parametrize("code", ["paired-tool-result", "role-legal"])
def test_a_code_leads_to_its_rule(at_ada: Client, code: str) -> None:
    assert asked(at_ada, f" {code} ")["Location"] == f"/rules/{code}"


def test_ids_lead_to_their_pages(at_ada: Client, broken: Transcript, address: str) -> None:
    assert asked(at_ada, broken.pk)["Location"] == address
    assert asked(at_ada, broken.capture_id)["Location"] == f"/t/acme/captures/{broken.capture_id}"


def test_ids_of_another_team_match_nothing(at_rob: Client, broken: Transcript) -> None:
    for pk in (broken.pk, broken.capture_id):
        answer = at_rob.get(f"/t/rivals/search?q={pk}")
        assert answer.status_code == 200
        assert "Nothing matches" in answer.content.decode()
    answer = at_rob.get(f"/t/rivals/search?{urlencode({'q': ERROR, 'transcript': broken.pk})}")
    assert "No transcript is that long" in answer.content.decode()


def test_a_call_id_is_found_in_the_transcript_that_is_read(at_ada: Client, broken: Transcript, address: str) -> None:
    assert asked(at_ada, "toolu_1", transcript=broken.pk)["Location"] == f"{address}?at=1#m-1"
    assert "Nothing matches" in asked(at_ada, "toolu_1").content.decode()


@pytest.mark.parametrize("text", ["", "x", "zzz" * 5000, "<script>alert(1)</script>", "\x00\u202e"])
def test_other_text_matches_nothing_and_says_what_would(at_ada: Client, text: str) -> None:
    answer = asked(at_ada, text)
    page = answer.content.decode()

    assert answer.status_code == 200
    assert "The box understands" in page
    assert "<script>alert" not in page


def test_the_box_of_a_transcript_knows_its_transcript(at_ada: Client, broken: Transcript, address: str) -> None:
    page = at_ada.get(address).content.decode()

    assert f'<input type="hidden" name="transcript" value="{broken.pk}">' in page
