"""Prompts stored apart from their request."""

import json
from typing import Any

import pytest

from compaction.formats.decoding import decode
from compaction.formats.json_text import JsonText
from compaction.formats.prompts import body_around, elements_of

USER = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize(
    "value",
    [
        [USER],
        USER,
        "Hi",
        {"messages": [USER]},
        {"input": {"messages": [USER]}},
        json.dumps([USER]),
        json.dumps({"messages": [USER]}),
        json.dumps({"messages": json.dumps([USER])}),
    ],
)
def test_the_messages_are_found_in_every_form(value: Any) -> None:
    elements = elements_of(value)
    assert elements == [USER]
    assert [json.loads(native.data) for native in elements.natives] == [USER]


def test_a_list_keeps_its_bytes() -> None:
    body, _ = decode(JsonText(b'{"messages": [{"role":  "user"}]}'))
    assert isinstance(body, dict)
    elements = elements_of(body)
    assert elements is body["messages"]
    assert elements.natives[0].data == b'{"role":  "user"}'


@pytest.mark.parametrize("value", [None, 1, {}, "", " ", "{}", {"messages": {}}])
def test_nothing_stored_is_none(value: Any) -> None:
    assert elements_of(value) is None


def test_a_text_that_only_begins_like_json_is_words() -> None:
    assert elements_of("[note] hello") == [{"role": "user", "content": "[note] hello"}]


def test_a_body_is_made_around_a_list() -> None:
    elements = elements_of([USER])
    assert elements is not None
    body = body_around("input", elements, {"model": "m", "input": 1, "n": None})
    assert body.data.count(b'"input"') == 1
    assert json.loads(body.data) == body == {"model": "m", "input": [USER], "n": None}
