import pytest

LONG = "line of output\n" * 40


def result(number: int, content: str) -> dict[str, object]:
    return {"type": "tool_result", "tool_use_id": f"t{number}", "content": content}


def work(rounds: int, cleared: int = 0, thought: bool = True) -> list[tuple[str, object]]:
    """A user's order, then calls with long results; of the first ones, the results or thoughts are gone."""
    turns: list[tuple[str, object]] = [("user", "Do it.")]
    for number in range(rounds):
        call = {"type": "tool_use", "id": f"t{number}", "name": "run", "input": {"n": number}}
        thinking = {"type": "thinking", "thinking": f"I run {number}.", "signature": "s"}
        turns.append(("assistant", [*[thinking] * thought, call]))
        turns.append(("user", [result(number, "[cleared]" if number < cleared else f"{number} {LONG}")]))
    return turns


def test_cleared_results_are_a_context_edit(find) -> None:
    (found,) = find(work(4), work(5, cleared=3), work(6, cleared=3))
    assert (found.kind, found.marker) == ("clearing", "context edit: 3 tool results cleared")
    assert (found.before_list, found.list, found.at) == (0, 1, "line 2")
    assert (found.before_messages, found.after_messages, found.kept_messages) == (9, 11, 6)
    assert (found.summary, found.summary_text, found.written_by) == ("absent", None, "client")


def test_cleared_thoughts_are_one_too(find) -> None:
    (found,) = find(work(2), [*work(2, thought=False), ("assistant", "Done."), ("user", "Go on.")])
    assert found.marker == "context edit: 2 thinking blocks cleared"


def test_both_are_told_together(find) -> None:
    (found,) = find(work(2), [*work(2, cleared=1, thought=False), ("assistant", "Done.")])
    assert found.marker == "context edit: 1 tool result and 2 thinking blocks cleared"


def test_every_edit_of_a_session_is_told(find) -> None:
    assert [one.list for one in find(work(4), work(5, cleared=2), work(6, cleared=4))] == [1, 2]


@pytest.mark.parametrize(
    "after",
    [
        [("user", "Do it."), *work(3)[1:5], ("user", "Stop.")],
        [("user", "Do it."), ("assistant", "No."), *work(3)[2:]],
        [*work(3)[:2], ("user", [result(0, "longer " + LONG * 2)]), *work(3)[3:]],
        work(3, thought=False)[:1] + work(3)[1:3],
    ],
)
def test_other_edits_are_none(find, after: list[tuple[str, object]]) -> None:
    assert find(work(3), after) == []


def test_thoughts_that_come_in_are_none(find) -> None:
    assert find(work(3, thought=False), work(3)) == []
