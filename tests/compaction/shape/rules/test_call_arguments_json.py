"""Arguments of calls, as text and otherwise."""

from collections.abc import Callable

import pytest

from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses

Said = Callable[..., list[tuple[str, str]]]
RULE = "call-arguments-json"
IN_CHAT, IN_ITEMS = "/messages/1/tool_calls/0/function/arguments", "/input/1/arguments"


def both(said: Said, arguments: object, variant: str | None = None) -> list[tuple[str, str]]:
    in_chat = [chat.user("a"), chat.calling(chat.call("c", arguments)), chat.tool("c")]
    in_items = [responses.user("a"), responses.call("c", arguments), responses.output("c")]
    return [
        *said(RULE, *in_chat, dialect="openai-chat", variant=variant),
        *said(RULE, *in_items, dialect="openai-responses", variant=variant),
    ]


@pytest.mark.parametrize("arguments", [{"a": 1}, [], None, 7, True])
def test_what_is_no_text_is_refused(arguments: object, said: Said) -> None:
    assert both(said, arguments) == [(IN_CHAT, "error"), (IN_ITEMS, "error")]


@pytest.mark.parametrize("arguments", ['{"a": "b', "", "[]", '"a"', "7", "{a: 1}", '{"a": 1} x', "null"])
def test_text_that_is_no_object_is_refused_by_strict_vendors(arguments: str, said: Said) -> None:
    assert both(said, arguments) == [(IN_CHAT, "warning"), (IN_ITEMS, "warning")]
    assert both(said, arguments, "strict-arguments") == [(IN_CHAT, "error"), (IN_ITEMS, "error")]


@pytest.mark.parametrize("arguments", ["{}", ' {"a": {"b": [1, null, "\\""]}} ', '{"a": "ü🚀"}', '{"a": "\\ud83d"}'])
def test_an_object_is_fine(arguments: str, said: Said) -> None:
    assert both(said, arguments, "strict-arguments") == []


def test_free_text_of_another_kind_of_call_is_not_looked_at(said: Said) -> None:
    free = {"id": "c", "type": "custom", "custom": {"name": "sh", "input": "ls {"}}
    assert said(RULE, chat.user("a"), chat.calling(free), chat.tool("c"), dialect="openai-chat") == []
    item = {"type": "custom_tool_call", "call_id": "c", "name": "sh", "input": "ls {"}
    assert said(RULE, item, dialect="openai-responses") == []


def test_deep_nesting_does_no_harm(said: Said) -> None:
    assert both(said, '{"a":' * 5_000) == [(IN_CHAT, "warning"), (IN_ITEMS, "warning")]
