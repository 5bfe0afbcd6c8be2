import json

import pytest

from compaction.shape import check

USER = {"role": "user", "content": "x"}


def use(*ids: object) -> dict[str, object]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": call} for call in ids]}


def result(*ids: object) -> dict[str, object]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call} for call in ids]}


def tool(call: object, **more: object) -> dict[str, object]:
    return {"role": "tool", "tool_call_id": call, "content": "x", **more}


def calls(*ids: object) -> dict[str, object]:
    return {"role": "assistant", "content": None, "tool_calls": [{"id": call} for call in ids]}


def places(messages: list[object], dialect: str = "anthropic") -> list[str]:
    report = check(json.dumps({"messages": messages}).encode(), dialect=dialect, layer="core")
    return [v.pointer for v in report.violations if v.rule == "paired-tool-result"]


def test_each_orphan_of_a_turn_is_named_at_its_block() -> None:
    assert places([use("a"), result("a", "b", "c")]) == ["/messages/1/content/1", "/messages/1/content/2"]


@pytest.mark.parametrize("between", [[], [USER], [USER, use("b"), result("b"), USER]])
def test_a_call_at_any_distance_before_will_do(between: list[object]) -> None:
    assert places([use("a"), *between, result("a")]) == []


def test_a_call_after_the_result_will_not_do() -> None:
    assert places([USER, result("a"), use("a"), result("a")]) == ["/messages/1/content/0"]


def test_two_results_for_one_call_are_fine() -> None:
    assert places([use("a"), result("a", "a"), USER, result("a")]) == []


@pytest.mark.parametrize("call_id", ["", None])
def test_a_result_without_an_id_makes_no_claim(call_id: object) -> None:
    assert places([result(call_id)]) == []


def test_ids_are_compared_as_they_are() -> None:
    assert places([use("a"), result("A", " a")]) == ["/messages/1/content/0", "/messages/1/content/1"]


def test_an_orphan_in_the_chat_dialect_is_the_whole_message() -> None:
    assert places([calls("a"), tool("a"), tool("b")], "openai-chat") == ["/messages/2"]


def test_a_call_in_the_tool_message_itself_is_not_earlier() -> None:
    assert places([tool("a", tool_calls=[{"id": "a"}])], "openai-chat") == ["/messages/0"]


def test_result_blocks_are_ordinary_content_in_other_roles_and_dialects() -> None:
    assert places([{**result("a"), "role": "assistant"}]) == []
    assert places([result("a")], "openai-chat") == []
