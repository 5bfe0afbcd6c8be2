"""The whole transcript at a glance: map, outline, compactions, and pairs across pages."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.transcripts.models import Capture, Transcript


@pytest.fixture
def long(deliver: Callable[..., Capture], session: dict[str, Any]) -> Transcript:
    """600 messages; the call in 99 is answered in 100, the call in 301 is not, the result in 450 has no call."""
    turns = [{"role": ("user", "assistant")[number % 2], "content": f"Turn <{number}>."} for number in range(600)]
    for at in (99, 301):
        turns[at]["content"] = [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": f"toolu_{at}", "name": "grep", "input": {}},
        ]
    turns[100]["content"] = [{"type": "tool_result", "tool_use_id": "toolu_99", "content": "found"}]
    turns[450]["content"] = [{"type": "tool_result", "tool_use_id": "toolu_450", "content": "left over"}]
    return deliver({**session, "messages": turns}).transcripts.get()


@pytest.fixture
def there(long: Transcript) -> str:
    return f"/t/acme/transcripts/{long.pk}"


def get(at: Client, address: str) -> str:
    return str(at.get(address).content.decode())


def part(page: str, start: str, stop: str) -> str:
    return page[page.index(start) :].split(stop)[0]


def test_the_map_marks_violations_as_links_with_names(at_ada: Client, there: str) -> None:
    drawn = part(get(at_ada, there), '<svg class="map"', '<p class="legend"')

    assert "Map of 600 messages" in drawn
    assert re.findall(r'<a href="([^"]*)" aria-label="(Error at [\d.]+)', drawn) == [
        ("?at=301#m-301.1", "Error at 301.1"),
        ("?at=450#m-450.0", "Error at 450.0"),
    ]


def test_the_map_has_at_most_500_bins_and_shows_the_page(at_ada: Client, there: str) -> None:
    drawn = part(get(at_ada, f"{there}?at=300"), '<svg class="map"', '<p class="legend"')

    assert drawn.count("V") <= 2 * 502
    assert '<rect class="here" x="50.00%" y="13" width="16.67%"' in drawn
    assert '<a href="?at=570#m-570" tabindex="-1" aria-label="Message 570">' in drawn


def test_few_marks_stand_for_many_violations(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    left = {"type": "tool_result", "tool_use_id": "toolu_x", "content": "left over"}
    turns = [{"role": "user", "content": [left]} for _ in range(480)]
    transcript = deliver({**session, "messages": turns}).transcripts.get()
    page = get(at_ada, f"/t/acme/transcripts/{transcript.pk}")

    assert len(transcript.marks) == 48
    assert 'aria-label="Error at 10.0, tool result without its call, and 9 more up to 19"' in page


def test_the_outline_lists_turns_and_breaks_200_at_a_time(at_ada: Client, there: str) -> None:
    first = part(get(at_ada, there), 'id="outline"', "</section>")
    later = part(get(at_ada, f"{there}?at=598"), 'id="outline"', "</section>")

    assert "1–200 of 301" in first
    assert first.count("<li ") == 200
    assert '<li class="of-system"><a href="?at=0#m-system"><span class="p">sys</span>' in first
    assert '<a href="?at=2#m-2"><span class="p">2</span>' in first
    assert "Turn &lt;2&gt;." in first
    assert "201–301 of 301" in later
    assert '<a href="?at=598#m-598" aria-current="true">' in later


def test_the_answer_after_calls_is_a_line_of_the_outline(at_ada: Client, there: str) -> None:
    listed = part(get(at_ada, there), 'id="outline"', "</section>")

    assert re.findall(r'<li class="of-answer"><a href="([^"]*)".*?>(Turn [^<]*)<', listed) == [
        ("?at=101#m-101", "Turn &lt;101&gt;.")
    ]


def test_a_compaction_in_the_list_stands_in_outline_and_map(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    compaction = {"type": "compaction", "content": "The fee is early."}
    session["messages"][3]["content"] = [compaction, {"type": "text", "text": "Go on."}]
    transcript = deliver(session).transcripts.get()
    page = get(at_ada, f"/t/acme/transcripts/{transcript.pk}")
    listed = part(page, 'id="outline"', "</section>")

    assert re.findall(r'<li class="of-compaction"><a href="([^"]*)".*?</svg>([^<]*)<', listed) == [
        ("?at=3#m-3", "Compaction in the list")
    ]
    assert '<svg x="60.00%" overflow="visible"><a href="?at=3#m-3" aria-label="Compaction in the list, at 3">' in page
    assert "</svg>compaction</span>" in page


def test_a_list_without_a_compaction_shows_none(at_ada: Client, there: str) -> None:
    page = get(at_ada, there)

    assert "of-compaction" not in page and "m-cut" not in page and 'class="gap point"' not in page


def test_the_outline_can_be_paged_without_leaving_the_place(at_ada: Client, there: str) -> None:
    first = part(get(at_ada, there), 'id="outline"', "</section>")

    assert 'href="?at=0&amp;outline=201#outline"' in first
    assert "201–301 of 301" in get(at_ada, f"{there}?at=0&outline=201")
    assert "201–301 of 301" in get(at_ada, f"{there}?at=0&outline=99999")
    assert "1–200 of 301" in get(at_ada, f"{there}?at=0&outline=x")


def test_a_call_and_its_result_are_linked_across_pages(at_ada: Client, there: str) -> None:
    assert '<a href="?at=100#m-100.0">result in 100.0</a>' in get(at_ada, f"{there}?at=99")
    assert '<a href="?at=99#m-99.1">call in 99.1</a>' in get(at_ada, f"{there}?at=100")
    assert f'<a class="fine" href="{there}?at=99#m-99.1">Call in 99.1</a>' in get(at_ada, f"{there}/m/100")


def test_a_call_and_its_result_name_each_other(at_ada: Client, there: str) -> None:
    page = get(at_ada, f"{there}?per=200&at=100&open=99")

    assert 'id="m-99" aria-labelledby="h-99" data-halves="m-100.0"' in page
    assert 'id="m-99.1" data-place="position=99&amp;block=1" data-halves="m-100.0"' in page
    assert 'id="m-100.0" data-place="position=100&amp;block=0" data-halves="m-99.1"' in page
    assert 'id="m-98" aria-labelledby="h-98" tabindex' in page
    assert 'id="m-301" aria-labelledby="h-301" data-halves' not in get(at_ada, f"{there}?at=301")


def test_a_missing_half_is_told_where_it_should_have_been(at_ada: Client, there: str) -> None:
    call, answer = get(at_ada, f"{there}?at=301"), get(at_ada, f"{there}?at=450")

    assert "no result in this list" in part(call, 'id="m-301"', "</article>")
    assert "The result of the call in 301.1 is missing here." in part(call, 'id="m-302"', "</article>")
    assert "no call with this id before it" in part(answer, 'id="m-450"', "</article>")
    assert "The call of the result in 450.0 is missing here." in part(answer, 'id="m-449"', "</article>")


def test_a_call_at_the_end_waits(at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]) -> None:
    session["messages"] = session["messages"][:2]
    transcript = deliver(session).transcripts.get()

    assert "no result yet, the list ends here" in get(at_ada, f"/t/acme/transcripts/{transcript.pk}?at=1")


def test_a_page_can_be_unfolded_for_paper(at_ada: Client, there: str) -> None:
    page = get(at_ada, f"{there}?at=0&view=print")

    assert page.count('class="block') >= 100
    assert 'id="m-system.0"' in page and 'id="m-system.0"' not in get(at_ada, f"{there}?at=0")
    assert "http://testserver/t/acme/transcripts/" in page
    assert 'href="?at=0&amp;view=print#m-0">Print</a>' in page
