import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.qa.messages import Media, Message, Part, Text, Thinking, ToolCall, ToolResult
from compaction.qa.rendering import fit, render, was_shown


def block(*parts: Part) -> str:
    return render(Message("assistant", parts))


def test_the_text_comes_first_and_keeps_its_line_feeds() -> None:
    assert block(ToolCall("a", "read", '{"p":1}'), Text("one\n"), Text("two")) == (
        'Assistant: one\ntwo calls: read({"p":1})\n'
    )


def test_every_role_has_its_name() -> None:
    assert [render(Message(role, (Text("x"),))) for role in ("user", "system")] == ["User: x\n", "System: x\n"]


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (Thinking("Hm."), " thought: Hm."),
        (Thinking("x" * 2001), " thought: " + "x" * 2000),
        (Thinking("Hm.", redacted=True), " thought: [redacted]"),
        (Thinking(""), ""),
        (Media("document"), " [document]"),
        (ToolCall("a", "read", "y" * 201), f" calls: read({'y' * 200})"),
        (ToolResult("a", "read", "z" * 201), " result[read, ok]: " + "z" * 200),
        (ToolResult("a", "read", "no", is_error=True), " result[read, err]: no"),
        (ToolResult("a", "read", (Text("a"), Media("image"))), " result[read, ok]: a\n[image]"),
        (ToolResult("a", "read", "secret", retention="requery"), " result[read, ok]: [re-derivable — content omitted]"),
        (ToolResult("a", "read", "kept", retention="durable"), " result[read, ok]: kept"),
    ],
)
def test_a_part_without_text_follows_two_blanks(part: Part, shown: str) -> None:
    assert block(part) == f"Assistant: {shown}\n"


BLOCKS = ["aaaa\n", "bbbb\n", "cccc\n", "dddd\n", "eeee\n"]


@pytest.mark.parametrize(
    ("cap", "text", "shown"),
    [
        (25, "aaaa\nbbbb\ncccc\ndddd\neeee\n", (5, 5, 5, 5, 5)),
        (24, "aaaa\nbbbb\n…[1 messages elided]…\ndddd\neeee\n", (5, 5, 0, 5, 5)),
        (11, "aaaa\n…[3 messages elided]…\neeee\n", (5, 0, 0, 0, 5)),
        (9, "…[4 messages elided]…\neeee\n", (0, 0, 0, 0, 5)),
        (5, "…[4 messages elided]…\neeee\n", (0, 0, 0, 0, 5)),
        (4, "aaa…[evicted 5 more messages]", (3, 0, 0, 0, 0)),
        (1, "…[evicted 5 more messages]", (0, 0, 0, 0, 0)),
    ],
)
def test_the_middle_goes_first(cap: int, text: str, shown: tuple[int, ...]) -> None:
    fitted = fit(BLOCKS, cap)
    assert (fitted.text, fitted.shown) == (text, shown)


def test_an_oversized_newest_block_loses_the_end() -> None:
    fitted = fit(["aaaa\n", "bbbb\n", "c" * 90], 14)
    assert fitted.text == "aaaa\nbbbb\nccc…[evicted 1 more messages]"
    assert fitted.shown == (5, 5, 3)


def test_whole_blocks_that_fill_the_cap_leave_no_room() -> None:
    fitted = fit(["aaaa\n", "bbbb\n", "c" * 90], 10)
    assert (fitted.text, fitted.shown) == ("aaaa\nbbbb\n…[evicted 1 more messages]", (5, 5, 0))


def test_no_blocks_are_no_text() -> None:
    assert fit([], 10).text == ""


@settings(max_examples=100)
@given(st.lists(st.text(max_size=12).map(lambda text: f"{text}\n"), max_size=9), st.integers(1, 60))
def test_what_is_shown_stands_in_the_text_and_keeps_to_the_cap(blocks: list[str], cap: int) -> None:
    fitted = fit(blocks, cap)
    assert len(fitted.shown) == len(blocks)
    assert sum(fitted.shown) <= cap
    assert all(each[:count] in fitted.text for each, count in zip(blocks, fitted.shown, strict=True))


RESULT = ToolResult("a", "read", "0123456789" * 30)


@pytest.mark.parametrize(
    ("message", "part", "end", "visible"),
    [
        (Message("user", (Text("abc"), Text("def"))), 0, 3, "User: abc"),
        (Message("user", (Text("abc"), Text("def"))), 1, 3, "User: abcdef"),
        (Message("user", (RESULT, Text("ab"))), 0, 4, "User: ab result[read, ok]: 0123"),
        (Message("user", (Media("image"), RESULT)), 1, 4, "User:  [image] result[read, ok]: 0123"),
        (Message("user", (RESULT, Text("ab"))), 1, 2, "User: ab"),
        (Message("user", (Media("image"), Text("ab"))), 1, 2, "User: ab"),
    ],
)
def test_a_part_is_shown_as_far_as_its_block_is(message: Message, part: int, end: int, visible: str) -> None:
    assert render(message).startswith(visible)
    assert was_shown(message, part, end, len(visible))
    assert not was_shown(message, part, end, len(visible) - 1)


def test_the_end_of_a_long_result_is_never_shown() -> None:
    message = Message("user", (RESULT,))
    assert was_shown(message, 0, 200, 10_000)
    assert not was_shown(message, 0, 201, 10_000)


def test_a_withheld_result_is_never_shown() -> None:
    assert not was_shown(Message("user", (ToolResult("a", "read", "x", retention="requery"),)), 0, 1, 10_000)
