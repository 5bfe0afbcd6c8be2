import pytest

from compaction.formats.compactions.prints import Prints, lines_of, print_of, without_reminders
from compaction.transcripts import (
    Block,
    Compaction,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def message(*blocks: Block, role: str = "user", native: bytes = b"{}", index: int = 0) -> Message:
    return Message(index, role, blocks, f"/messages/{index}", native)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([Text("a", "/messages/0/content")], [Text("a \n", "/messages/0/content/0")]),
        ([Text("a")], [Text("<system-reminder>b</system-reminder>\n"), Text("a"), Text("<system-reminder>c")]),
        ([Image("image/png", 3, "d", "/x")], [Image("image/png", 3, "d", "/messages/4/content/1")]),
        ([ToolResult("t", (Text("a"),))], [ToolResult("t", (Text("a\n<system-reminder>b</system-reminder>"),))]),
        ([Thinking("a", "signed")], [Thinking("a ", "signed anew")]),
    ],
)
def test_what_makes_no_difference_is_not_compared(one: list[Block], other: list[Block]) -> None:
    assert print_of(message(*one)).key == print_of(message(*other)).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([Text("a")], [Text("b")]),
        ([Text("a"), Text("b")], [Text("b"), Text("a")]),
        ([ToolUse("t", "run", "{}")], [ToolUse("u", "run", "{}")]),
        ([ToolUse("t", "run", "{}")], [ToolUse("t", "run", '{"a":1}')]),
        ([ToolResult("t", (Text("a"),))], [ToolResult("t", (Text("b"),))]),
        ([RedactedThinking(3, "abc")], [RedactedThinking(3, "abd")]),
        ([Image("image/png", 3, "d")], [Image("image/png", 3, "e")]),
    ],
)
def test_what_was_said_is_compared(one: list[Block], other: list[Block]) -> None:
    assert print_of(message(*one)).key != print_of(message(*other)).key


def test_the_role_counts() -> None:
    assert print_of(message(Text("a"))).key != print_of(message(Text("a"), role="assistant")).key


def test_a_payload_is_beside_the_frame() -> None:
    long, short = (print_of(message(ToolResult("t", (Text(text),)))) for text in ("a long result", "gone"))
    assert (long.frame, [one.size for one in long.results]) == (short.frame, [13])
    assert long.key != short.key
    thought = print_of(message(Thinking("so"), Text("a"), role="assistant"))
    assert (thought.frame, thought.thoughts) == (print_of(message(Text("a"), role="assistant")).frame, 1)


def test_a_message_of_reminders_or_thoughts_alone_is_silent() -> None:
    silent = [(), (Text("<system-reminder>a"),), (Thinking("a"),), (Text(" "), RedactedThinking(1, "b"))]
    assert [print_of(message(*blocks)).silent for blocks in silent] == [True] * 4
    assert not print_of(message(ToolResult("t", ()))).silent


def test_sizes_count_characters() -> None:
    assert print_of(message(Text("four"), ToolResult("t", (Text("sixteen"),)))).size == 4 + len("result t") + 7


def test_opaque_compactions_are_told_apart_by_their_bytes() -> None:
    one, other = (print_of(message(Compaction(None, "provider"), native=native)) for native in (b"1", b"2"))
    assert one.key != other.key
    assert one.compacts and not print_of(message(Text("a"))).compacts


def test_lone_surrogates_have_a_print() -> None:
    assert print_of(message(Text("\ud800"))).key != print_of(message(Text("\ud801"))).key


def test_what_was_seen_is_remembered_up_to_a_cap() -> None:
    prints = Prints()
    first = message(Text("a"), native=b"1")
    assert prints.of([first])[0] is prints.of([first])[0]
    big = message(Text("b"), native=bytes(Prints.CAP + 1))
    prints.of([big, message(Text("c"), native=b"2")])
    assert list(prints.known) == [b"2"]


def test_lines_of_a_system_prompt_are_its_own_without_blanks_and_reminders() -> None:
    one = lines_of([Text("You help.\n\n  Be brief.\n")])
    assert one == lines_of([Text("Be brief."), Text("You help.<system-reminder>Now.</system-reminder>"), Thinking("x")])
    assert len(one) == 2


def test_a_reminder_that_is_never_closed_goes_to_the_end() -> None:
    assert without_reminders("a<system-reminder>b</system-reminder>c<system-reminder>d") == "ac"
