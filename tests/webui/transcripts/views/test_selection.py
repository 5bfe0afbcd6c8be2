"""Which messages the transcript page shows: all, those that break a rule, those around them, one role."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript


def shown(at: Client, address: str) -> list[int]:
    page = at.get(address).content.decode()
    return [int(number) for number in re.findall(r'<article class="[^"]*" id="m-(\d+)"', page)]


@pytest.fixture
def long(deliver: Callable[..., Capture], session: dict[str, Any]) -> Transcript:
    """300 messages; 20, 22 and 150 are results without their calls, of users."""
    turns = [{"role": ("user", "assistant")[number % 2], "content": f"Turn {number}."} for number in range(300)]
    for at in (20, 22, 150):
        turns[at]["content"] = [{"type": "tool_result", "tool_use_id": f"toolu_{at}", "content": "left over"}]
    return deliver({**session, "messages": turns}).transcripts.get()


@pytest.fixture
def there(long: Transcript) -> str:
    return f"/t/acme/transcripts/{long.pk}"


def test_only_violations(at_ada: Client, there: str) -> None:
    assert shown(at_ada, f"{there}?show=only") == [20, 22, 150]


def test_around_violations_are_two_messages_on_either_side(at_ada: Client, there: str) -> None:
    assert shown(at_ada, f"{there}?show=around") == [*range(18, 25), *range(148, 153)]


def test_gaps_say_how_many_messages_they_hold(at_ada: Client, there: str) -> None:
    page = at_ada.get(f"{there}?show=around").content.decode()

    assert re.findall(r'<p class="gap">(\d+) messages without violations', page) == ["18", "123", "147"]
    assert page.index("18 messages without") < page.index('id="m-18"')
    assert page.index('id="m-24"') < page.index("123 messages without") < page.index('id="m-148"')
    assert page.index('id="m-152"') < page.index("147 messages without")


def test_a_gap_opens_in_place_by_its_link(at_ada: Client, there: str) -> None:
    page = at_ada.get(f"{there}?show=around").content.decode()
    link = re.findall(r'<p class="gap">18 .*?href="(\?[^"]*)"', page)[0].replace("&amp;", "&")

    assert link == "?show=around&gap=0-17&at=0#m-0"
    assert shown(at_ada, there + link.partition("#")[0])[:26] == [*range(25), 148]


def test_a_wide_gap_opens_a_hundred_messages_at_once(at_ada: Client, there: str) -> None:
    first = at_ada.get(f"{there}?show=around").content.decode()
    page = at_ada.get(f"{there}?show=around&gap=25-124&at=124").content.decode()

    assert "Open the first 100" in first
    assert "23 messages without violations" in page and "Open them" in page
    assert shown(at_ada, f"{there}?show=around&gap=25-124&at=124")[-6:] == [124, *range(148, 153)]


def test_only_one_role(at_ada: Client, there: str) -> None:
    assert shown(at_ada, f"{there}?role=assistant") == list(range(1, 200, 2))
    assert shown(at_ada, f"{there}?role=assistant&at=201") == list(range(201, 300, 2))
    assert shown(at_ada, f"{there}?role=user&show=around&at=0") == [18, 20, 22, 24, 148, 150, 152]


def test_pages_of_a_choice_keep_it(at_ada: Client, there: str) -> None:
    page = at_ada.get(f"{there}?role=assistant").content.decode()

    assert "Page 1 of 2" in page
    assert 'href="?role=assistant&amp;at=201#m-201"' in page


def test_a_link_to_a_message_that_is_not_chosen_leaves_the_choice(at_ada: Client, there: str) -> None:
    page = at_ada.get(f"{there}?role=assistant").content.decode()
    side = page[page.index('id="violations"') : page.index("</aside>")]

    assert 'href="?at=20#m-20.0"' in side
    assert 'href="?role=user&amp;at=20#m-20.0"' in at_ada.get(f"{there}?role=user").content.decode()


def test_a_place_that_is_not_chosen_shows_the_page_after_it(at_ada: Client, there: str) -> None:
    assert shown(at_ada, f"{there}?show=only&at=100") == [20, 22, 150]
    assert shown(at_ada, f"{there}?role=assistant&at=298&per=50") == list(range(201, 300, 2))


def test_nothing_chosen_says_so(at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]) -> None:
    clean = deliver(session).transcripts.get()
    page = at_ada.get(f"/t/acme/transcripts/{clean.pk}?show=only").content.decode()

    assert "No message here breaks a rule" in page
    assert "5 messages without this choice." in page


@pytest.mark.parametrize("query", ["?show=x", "?role=x", "?show=around&gap=9-1", "?gap=1-2", "?show=around&gap=0-9999"])
def test_odd_choices_are_left_out(at_ada: Client, there: str, query: str) -> None:
    places = shown(at_ada, there + query)

    assert places == (list(range(100)) if "around" not in query else [*range(18, 25), *range(148, 153)])


def test_a_gap_that_opens_in_place_gets_the_whole_page_to_choose_from(at_ada: Client, there: str) -> None:
    answer = at_ada.get(f"{there}?show=around&gap=0-17&at=0", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="messages")

    assert 'id="messages"' in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_the_size_of_a_page_keeps_the_choice(at_ada: Client, there: str) -> None:
    page = at_ada.get(f"{there}?role=assistant&at=201").content.decode()

    assert 'href="?role=assistant&amp;at=201&amp;per=50#m-201">50</a>' in page
