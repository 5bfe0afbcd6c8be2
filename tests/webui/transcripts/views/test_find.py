"""Find in transcript: on all pages, literal or by regular expression, with steps and marks."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.finding import Hit
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.views.find import Find


@pytest.fixture
def long(deliver: Callable[..., Capture], session: dict[str, Any]) -> Transcript:
    """301 messages. `retry_limit` stands at 1 (input, twice), 2 (output), 150 (text) and 299 (far down its text)."""
    call = {
        "type": "tool_use",
        "id": "toolu_Find",
        "name": "grep",
        "input": {"for": "retry_limit", "not": "retry_limit"},
    }
    answer = {"type": "tool_result", "tool_use_id": "toolu_Find", "content": 'a "quoted"\nRETRY_LIMIT = 3 <b>'}
    turns = [{"role": ("user", "assistant")[number % 2], "content": f"Turn {number}."} for number in range(301)]
    turns[1]["content"], turns[2]["content"] = [call], [answer]
    turns[150]["content"] = "Raise retry_limit, больше."
    turns[299]["content"] = "line\n" * 2000 + "the last retry_limit"
    return deliver({**session, "system": "Mind the retry budget.", "messages": turns}).transcripts.get()


@pytest.fixture
def there(long: Transcript) -> str:
    return f"/t/acme/transcripts/{long.pk}"


def found(at: Client, address: str) -> str:
    answer = at.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def said(page: str) -> str:
    return re.findall(r'role="status">(\d[^<]*|No hits)</span>', page)[0]


def test_words_are_found_on_all_pages_whatever_their_case(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=Retry_Limit")

    assert said(page) == "1 of 5 hits in 4 messages"
    assert '<mark id="hit-1" tabindex="-1" class="now">retry_limit</mark>' in page
    assert '<mark id="hit-3" tabindex="-1">RETRY_LIMIT</mark> = 3 &lt;b&gt;' in page
    assert '<a class="hits" href="?find=Retry_Limit&amp;at=1&amp;hit=1#hit-1">2 hits</a>' in page


def test_steps_lead_across_pages(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry_limit&hit=4")

    assert said(page) == "4 of 5 hits in 4 messages"
    assert "Page 2 of 4" in page
    assert re.findall(r'href="([^"]*)" title="Previous hit"', page) == ["?find=retry_limit&amp;at=2&amp;hit=3#hit-3"]
    assert re.findall(r'href="([^"]*)" title="Next hit"', page) == ["?find=retry_limit&amp;at=299&amp;hit=5#hit-5"]


def test_a_hit_far_down_a_text_is_shown(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry_limit&hit=5")

    assert 'the last <mark id="hit-5" tabindex="-1" class="now">retry_limit</mark>' in page
    assert "From line 1,922 of 2,001" in page
    assert 'title="Next hit"' not in page


def test_a_page_without_a_hit_keeps_its_place(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry_limit&at=200")

    assert said(page) == "5 hits in 4 messages"
    assert "Page 3 of 4" in page
    assert 'href="?find=retry_limit&amp;at=150&amp;hit=4#hit-4" title="Previous hit"' in page
    assert 'href="?find=retry_limit&amp;at=299&amp;hit=5#hit-5" title="Next hit"' in page


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("find=retry_limit&in=text", "1 of 2 hits in 2 messages"),
        ("find=retry_limit&in=input", "1 of 2 hits in 1 message"),
        ("find=retry_limit&in=output", "1 of 1 hit in 1 message"),
        ("find=toolu_find&in=ids", "1 of 2 hits in 2 messages"),
        ("find=toolu_find&in=text&in=input", "No hits"),
        ("find=grep", "1 of 1 hit in 1 message"),
        ("find=retry+budget", "1 of 1 hit in 1 message"),
        ("find=БОЛЬШЕ", "1 of 1 hit in 1 message"),
        ("find=%22quoted%22", "1 of 1 hit in 1 message"),
        ("find=%22quoted%22%0ARETRY", "1 of 1 hit in 1 message"),
        ("find=retry_limit.", "No hits"),
        ("find=kind&in=text", "No hits"),
        ("find=retry.%5Cw%2B&re=1", "1 of 6 hits in 5 messages"),
        ("find=^RETRY&re=1", "1 of 1 hit in 1 message"),
        ("find=x*&re=1", "No hits"),
    ],
)
def test_what_is_found(at_ada: Client, there: str, query: str, hits: str) -> None:
    assert said(found(at_ada, f"{there}?{query}")) == hits


def test_ids_and_names_are_marked_where_they_stand(at_ada: Client, there: str) -> None:
    assert 'class="now">toolu_Find</mark>' in found(at_ada, f"{there}?find=toolu_find&in=ids")
    assert 'class="now">grep</mark>' in found(at_ada, f"{there}?find=grep")


def test_the_system_prompt_is_opened_for_its_hit(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry+budget")
    system = page[page.index('id="m-system"') : page.index('id="m-0"')]

    assert 'id="hit-1" tabindex="-1" class="now">retry budget</mark>' in system


def test_what_is_no_regular_expression_is_told(at_ada: Client, there: str) -> None:
    assert "This is no regular expression." in found(at_ada, f"{there}?find=(&re=1")


def test_a_regular_expression_that_takes_too_long_is_stopped(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    session["messages"][0]["content"] = "a" * 5000
    transcript = deliver(session).transcripts.get()
    started = time.monotonic()
    page = found(at_ada, f"/t/acme/transcripts/{transcript.pk}?find=(a%2B)%2B%24b&re=1")

    assert "The find was stopped after 2 seconds, at message 0. Hits before that are shown. Make the expression" in page
    assert "No hits so far" in page
    assert 'id="m-0"' in page
    assert 2 <= time.monotonic() - started < 6


def test_how_far_a_stopped_find_came_is_told() -> None:
    hit = Hit(7, 0, 0, 0, 3)

    assert Find("fee", hits=(hit,), now=1, stopped=3120).said == "1 of 1+ hit in 1 message"
    assert Find("fee", stopped=3120).short == (
        "The find was stopped after 2 seconds, at message 3,120. Hits before that are shown. "
        "Rarer words are found faster."
    )
    assert "at the system prompt" in Find("fee", stopped=-1).short
    assert Find("fee", hits=(hit,)).short == ""


def test_messages_with_hits_are_listed_for_all_pages(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry_limit&hit=4")
    listed = page[page.index('id="hits"') :].split("</section>")[0]

    assert "1–4 of 4 messages" in listed
    assert re.findall(r'href="([^"]*)"( aria-current="true")?><span class="p">.*?(\d+)</span>([^<]*)<', listed) == [
        ("?find=retry_limit&amp;at=1&amp;hit=1#hit-1", "", "1", "2 hits"),
        ("?find=retry_limit&amp;at=2&amp;hit=3#hit-3", "", "2", "1 hit"),
        ("?find=retry_limit&amp;at=150&amp;hit=4#hit-4", ' aria-current="true"', "150", "1 hit"),
        ("?find=retry_limit&amp;at=299&amp;hit=5#hit-5", "", "299", "1 hit"),
    ]
    assert 'id="hits"' not in found(at_ada, f"{there}?find=nowhere")


def test_many_messages_with_hits_are_listed_fifty_at_a_time(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=turn&hit=60")
    listed = page[page.index('id="hits"') :].split("</section>")[0]

    assert "51–100 of 297 messages" in listed
    assert re.findall(r'href="([^"]*)"><svg.*?</svg>(Earlier|Later) hits', listed) == [
        ("?find=turn&amp;at=51&amp;hit=50#hit-50", "Earlier"),
        ("?find=turn&amp;at=102&amp;hit=101#hit-101", "Later"),
    ]


def test_a_message_opened_in_place_keeps_its_marks(at_ada: Client, there: str) -> None:
    part = at_ada.get(
        f"{there}?find=retry_limit&at=150&open=150", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="m-150"
    ).content.decode()

    assert "<mark" in part and "<html" not in part


def test_a_find_and_a_choice_go_together(at_ada: Client, there: str) -> None:
    page = found(at_ada, f"{there}?find=retry_limit&role=assistant&at=0")

    assert 'name="role" value="assistant"' in page
    assert 'href="?find=retry_limit&amp;at=2&amp;hit=3#hit-3"' not in page[page.index('id="messages"') :]
    assert 'href="?role=assistant&amp;find=retry_limit&amp;at=1&amp;hit=1#hit-1"' in page
