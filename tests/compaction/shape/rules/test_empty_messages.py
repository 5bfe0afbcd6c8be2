"""A list without messages."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check
from compaction.shape.samples import user

Said = Callable[..., list[tuple[str, str]]]
RULE = "empty-messages"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "an empty list": ([], {}, [("/messages", "error")]),
    "no contents": ([], {"dialect": "gemini"}, [("/contents", "error")]),
    "no items": ([], {"dialect": "openai-responses"}, [("/input", "error")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "one message": ([user("Test it.")], {}),
    "an earlier response": ([], {"dialect": "openai-responses", "previous_response_id": "resp_1"}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []


def test_a_missing_list_is_the_fault_of_the_request() -> None:
    [violation] = check(b"{}", dialect="anthropic").violations
    assert (violation.rule, violation.pointer, violation.position) == (RULE, "", None)


def test_text_may_stand_for_the_items() -> None:
    assert check(b'{"input": "Hello"}', dialect="openai-responses").violations == ()
