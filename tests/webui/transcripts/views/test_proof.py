"""A span of a message that an address names, marked where it stands."""

import pytest
from django.http import QueryDict

from compaction.transcripts import Block, Image, Text, ToolResult, ToolUse
from webui.transcripts.views.blocks import Budget, faces
from webui.transcripts.views.proof import Proof, marks_of, proof


def drawn(block: Block, start: int, stop: int, budget: int = 10_000) -> list[str]:
    asked = Proof(3, 0, start, stop)
    found = faces([block], Budget(budget), frozenset(), {}, marks_of(asked, 3, [block]))
    return [str(text.markup) for text in found[0].texts]


MARK = '<mark id="proof" tabindex="-1" class="now">{}</mark>'


def test_words_of_a_text_are_marked() -> None:
    assert drawn(Text("The port is 5433."), 12, 16) == [f"The port is {MARK.format('5433')}."]


def test_a_span_far_down_is_shown_from_shortly_before_it() -> None:
    text = "line\n" * 3000 + "The port is 5433."
    (shown,) = drawn(Text(text), len(text) - 5, len(text) - 1)
    assert MARK.format("5433") in shown and len(shown) < 1000


def test_a_result_of_several_parts_counts_through_them() -> None:
    parts = (Text("First."), Image("image/png", 9, "ab"), Text("The port is 5433."))
    result = ToolResult("t1", parts)
    start = len("First.\n[image]\nThe port is ")
    shown = drawn(result, start, start + 4)
    assert shown[0] == "First." and MARK not in shown[1]
    assert shown[2] == f"The port is {MARK.format('5433')}."


def test_arguments_are_counted_in_compact_json() -> None:
    call = ToolUse("t1", "run", '{ "path": "a.py",\n "line": 41 }')
    start = '{"line":41,"path":"'
    (shown,) = drawn(call, len(start), len(start) + 4)
    assert MARK.format("a.py") in shown


@pytest.mark.parametrize("block", [Text("Short."), ToolUse("t1", "run", "{}"), ToolResult("t1", ())])
def test_a_span_beyond_the_text_marks_nothing(block: Block) -> None:
    assert not any("<mark" in text for text in drawn(block, 900, 904))


@pytest.mark.parametrize(
    "query",
    ["hl=0:1-2", "at=3", "at=3&hl=0:2-1", "at=3&hl=0:1", "at=3&hl=<b>", "at=3&hl=0:1-2x", "at=x&hl=0:1-2"],
)
def test_an_address_of_another_form_asks_for_nothing(query: str) -> None:
    assert proof(QueryDict(query)) is None


def test_an_address_says_what_it_was_made_from() -> None:
    asked = Proof(128, 4, 120, 188)
    assert asked.link == "?at=128&hl=4:120-188#proof"
    assert proof(QueryDict(asked.link[1:].partition("#")[0])) == asked
    assert marks_of(asked, 127, [Text("x")] * 5) == {}
    assert marks_of(asked, 128, [Text("x")]) == {}
