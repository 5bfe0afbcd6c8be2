import json

import pytest

from compaction.shape import check

S, U, A = ({"role": role, "content": "x"} for role in ("system", "user", "assistant"))
CALLING = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "t", "input": {}}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}
DEVELOPER = {"role": "developer", "content": "x"}


def places(messages: list[object]) -> list[str]:
    report = check(json.dumps({"messages": messages}).encode(), dialect="anthropic", layer="core")
    return [v.pointer for v in report.violations if v.rule == "system-position"]


@pytest.mark.parametrize(
    "messages", [[S], [S, S], [S, U], [U, S], [U, S, A], [U, S, CALLING, RESULT], [S, S, A], [7, S, U]]
)
def test_first_last_or_before_an_assistant_message_is_fine(messages: list[object]) -> None:
    assert places(messages) == []


@pytest.mark.parametrize("follower", [U, S, DEVELOPER, RESULT, {"role": "tool", "content": "x"}, {}])
def test_anything_but_an_assistant_message_after_it_is_refused(follower: object) -> None:
    assert places([U, S, follower, A])[:1] == ["/messages/1"]


def test_of_several_in_a_row_only_the_last_stands_right() -> None:
    assert places([U, S, S, S, A]) == ["/messages/1", "/messages/2"]


def test_an_unreadable_message_is_not_the_follower() -> None:
    assert places([U, S, 7, A]) == []
    assert places([U, S, 7, U]) == ["/messages/1"]
