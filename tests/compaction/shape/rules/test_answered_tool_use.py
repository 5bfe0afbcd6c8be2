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


def places(messages: list[object], dialect: str = "anthropic") -> list[str]:
    report = check(json.dumps({"messages": messages}).encode(), dialect=dialect, layer="core")
    return [v.pointer for v in report.violations if v.rule == "answered-tool-use"]


@pytest.mark.parametrize("answers", [[result("b", "a")], [result("b"), result("a")], [result("b"), 7, tool("a")]])
def test_the_whole_run_of_results_counts(answers: list[object]) -> None:
    assert places([use("a", "b"), *answers, USER]) == []


@pytest.mark.parametrize("between", [USER, use("b"), {"role": "system", "content": "x"}])
def test_any_other_message_ends_the_run(between: object) -> None:
    assert "/messages/0/content/0" in places([use("a"), between, result("a")])


def test_each_unanswered_call_is_named_at_its_own_block() -> None:
    message = {"role": "assistant", "content": [{"type": "text", "text": "x"}, *use("a", "b", "a")["content"]]}  # type: ignore[misc] # a list
    assert places([message, result("b"), USER]) == ["/messages/0/content/1", "/messages/0/content/3"]


def test_calls_of_both_kinds_are_named_listed_ones_first() -> None:
    message = {**use("a"), "tool_calls": [{"id": "b"}, {}]}
    assert places([message, USER]) == ["/messages/0/tool_calls/0", "/messages/0/content/0"]


def test_an_answer_given_earlier_does_not_count_again() -> None:
    assert places([use("a"), result("a"), use("a"), USER]) == ["/messages/2/content/0"]


def test_tool_use_blocks_call_in_assistant_messages_only() -> None:
    assert places([{**use("a"), "role": "user"}, USER]) == []


def test_a_tool_message_that_calls_is_answered_by_what_follows_it() -> None:
    first = tool("", tool_calls=[{"id": "a"}, {"id": "b"}])
    assert places([tool("b"), first, tool("a")], "openai-chat") == ["/messages/1/tool_calls/1"]


def test_a_chain_of_tool_messages_that_call_costs_no_more_than_its_length() -> None:
    chain = [tool(f"c{at - 1}", tool_calls=[{"id": f"c{at}"}]) for at in range(20_000)]
    assert places(chain, "openai-chat") == ["/messages/19999/tool_calls/0"]


def test_many_unanswered_calls_of_one_message_cost_no_more_than_their_number() -> None:
    assert len(places([use(*(f"c{at}" for at in range(20_000))), result("x")])) == 20_000
