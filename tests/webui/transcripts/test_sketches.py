"""What is worked out once of a whole list: sizes by part, user turns, pairs, marks."""

from compaction.transcripts import Block, Compaction, Message, Text, ToolResult, ToolUse
from webui.transcripts.store.sketches import Glance, glance, pairs, sketch


def message(at: int, role: str, *blocks: Block, size: int = 10) -> Glance:
    return glance(Message(at, role, blocks, f"/messages/{at}", b"x" * size))


def call(at: int, name: str, block: int = 0) -> ToolUse:
    return ToolUse(name, "grep", "{}", origin=f"/messages/{at}/content/{block}")


def result(at: int, name: str, block: int = 0) -> ToolResult:
    return ToolResult(name, (), origin=f"/messages/{at}/content/{block}")


def test_calls_and_results_are_paired_over_any_distance() -> None:
    turns = [
        message(0, "assistant", call(0, "a"), call(0, "b", 1)),
        message(1, "user", result(1, "b")),
        message(2, "user", result(2, "a")),
    ]

    assert pairs(turns) == [[0, "/content/0", 2, "/content/0"], [0, "/content/1", 1, "/content/0"]]


def test_a_missing_half_is_told() -> None:
    turns = [message(0, "user", result(0, "a")), message(1, "assistant", call(1, "a"))]

    assert pairs(turns) == [[-1, "", 0, "/content/0"], [1, "/content/0", -1, ""]]


def test_an_id_used_twice_pairs_in_order() -> None:
    turns = [
        message(0, "assistant", call(0, "a")),
        message(1, "user", result(1, "a")),
        message(2, "assistant", call(2, "a")),
        message(3, "user", result(3, "a"), result(3, "a", 1)),
    ]

    assert [(pair[0], pair[2]) for pair in pairs(turns)] == [(0, 1), (2, 3), (-1, 3)]


def test_sizes_are_summed_by_part_and_role() -> None:
    turns = [message(at, ("user", "assistant")[at % 2], size=at + 1) for at in range(1000)]
    found = sketch(turns)

    assert (found["of"], len(found["all"]), len(found["assistant"])) == (1000, 500, 500)
    assert found["all"][:2] == [3, 7]
    assert found["assistant"][:2] == [2, 4]


def test_turns_are_user_messages_with_text() -> None:
    turns = [
        message(0, "user", Text("Go.")),
        message(1, "assistant", Text("Yes.")),
        message(2, "user", result(2, "a")),
        message(3, "user", result(3, "a"), Text("And?")),
        message(4, "user", Text(" ")),
    ]

    assert sketch(turns)["turns"] == [0, 3]


def test_breaks_are_compactions_and_the_answers_after_results() -> None:
    turns = [
        message(0, "assistant", Text("Hello.")),
        message(1, "assistant", call(1, "a"), Text("I look.")),
        message(2, "user", result(2, "a")),
        message(3, "assistant", Text("And further."), call(3, "b", 1)),
        message(4, "tool", result(4, "b")),
        message(5, "model", Text("Done.")),
        message(6, "assistant", Compaction("So far.", "provider"), Text("Go on.")),
    ]

    assert sketch(turns)["breaks"] == [[5, "answer"], [6, "compaction"]]


def test_an_empty_list_has_an_empty_sketch() -> None:
    assert sketch([]) == {"of": 0, "all": [], "assistant": [], "turns": [], "breaks": [], "pairs": []}
