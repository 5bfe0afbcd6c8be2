"""What must not matter: breakpoints, and whether a text is a string or a block. Source: message-shape 7."""

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.shape import check

Message = dict[str, Any]
WORDS = st.sampled_from(["", " ", "Go on.", "\u2003"])
IDS = st.sampled_from(["", "a", "b"])
MARK = {"cache_control": {"type": "ephemeral"}}


def block(kind: str, **values: st.SearchStrategy[str]) -> st.SearchStrategy[Message]:
    return st.fixed_dictionaries({"type": st.just(kind), **values})


CONTENT = st.one_of(
    WORDS,
    st.lists(
        st.one_of(
            block("text", text=WORDS), block("tool_use", id=IDS), block("tool_result", tool_use_id=IDS), block("image")
        ),
        max_size=3,
    ),
)
ROLES = st.sampled_from(["user", "assistant", "system", "tool"])
MESSAGES = st.lists(st.fixed_dictionaries({"role": ROLES, "content": CONTENT, "tool_call_id": IDS}), max_size=6)
DIALECTS = st.sampled_from(["anthropic", "openai-chat"])
PLENTY = settings(max_examples=60, deadline=None)


def verdict(messages: list[Message], dialect: str) -> list[tuple[int | None, str, str]]:
    report = check(json.dumps({"messages": messages}).encode(), dialect=dialect, layer="core")
    return [(v.index, v.rule, v.pointer) for v in report.violations]


def changed(messages: list[Message], change: Callable[[Message], None]) -> list[Message]:
    messages = copy.deepcopy(messages)
    for message in messages:
        change(message)
    return messages


def mark(message: Message) -> None:
    if isinstance(message["content"], list):
        for part in message["content"]:
            part.update(MARK)


def wrap(message: Message) -> None:
    if isinstance(message["content"], str):
        message["content"] = [{"type": "text", "text": message["content"]}]


@PLENTY
@given(MESSAGES, DIALECTS)
def test_cache_marks_do_not_change_the_verdict(messages: list[Message], dialect: str) -> None:
    assert verdict(changed(messages, mark), dialect) == verdict(messages, dialect)


@PLENTY
@given(MESSAGES, DIALECTS)
def test_a_text_block_says_what_a_string_says(messages: list[Message], dialect: str) -> None:
    texts = {f"/messages/{at}/content" for at, message in enumerate(messages) if isinstance(message["content"], str)}
    moved = [
        (index, rule, f"{pointer}/0" if pointer in texts else pointer)
        for index, rule, pointer in verdict(messages, dialect)
    ]
    assert verdict(changed(messages, wrap), dialect) == moved
