import pytest

from compaction.formats.compactions.summaries import asks_for_summary, holds_answer, looks_like_summary, summary_in
from compaction.transcripts import Message, Text, Thinking


def said(*texts: str, role: str = "user") -> Message:
    return Message(0, role, tuple(Text(text) for text in texts), "/messages/0", b"{}")


@pytest.mark.parametrize(
    "text",
    [
        "Your task is to create a detailed summary of the conversation so far.",
        "Summarize our session.",
        "Create a handoff summary for another LLM that will resume the task.",
        "Write down what the transcript says. Be brief in this summary.",
        "Now generate the <state_snapshot>.",
        "x" * 30_000 + "\nPlease compact the history.",
    ],
)
def test_requests_for_a_summary_are_known(text: str) -> None:
    assert asks_for_summary(said("Before.", text))
    assert not asks_for_summary(said(text, role="assistant"))


@pytest.mark.parametrize("text", ["Fix the build.", "Read the summary.", "What is this conversation about?", ""])
def test_other_requests_are_none(text: str) -> None:
    assert not asks_for_summary(said(text))


def test_only_the_last_text_asks_and_reminders_do_not() -> None:
    assert not asks_for_summary(said("Summarize the conversation.", "Go on."))
    assert not asks_for_summary(said("<system-reminder>Summarize the conversation.</system-reminder>"))
    assert not asks_for_summary(Message(0, "user", (Thinking("Summarize the conversation."),), "", b""))


@pytest.mark.parametrize(
    "text",
    [
        "This session is being continued from a previous conversation that ran out of context.\nMore",
        "Another language model started to solve this problem and left this.\nMore",
        "<state_snapshot><goal/></state_snapshot>",
        "<summary>Parts</summary>",
        "Here is a summary of what was done: parts.",
        "# Conversation summary\nParts",
        "[Previous conversation was summarized]",
    ],
)
def test_known_openings_look_like_a_summary(text: str) -> None:
    assert looks_like_summary(text)


@pytest.mark.parametrize("text", ["Summarise this.", "Please read here is a summary of it", "The session ended."])
def test_other_openings_do_not(text: str) -> None:
    assert not looks_like_summary(text)


SCRATCH = "<analysis>\nThoughts nobody needs.\n</analysis>\n\n"
ANSWER = f"{SCRATCH}<summary>\n1. Parts 1 to 4 are done.\n2. Part 5 is open.\n</summary>"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (ANSWER, True),
        ("Summary:\n## 1. Parts 1 to 4 are done.\n2. Part 5 is  open.\nGo on.", True),
        ("They said: 1. Parts 1 to 4 are done.\n2. Part 5 is open.", True),
        ("1. Parts 1 to 4 are done.\nPart 5 is open.", False),
        ("2. Part 5 is open.", False),
        ("Thoughts nobody needs.", False),
        ("", False),
    ],
)
def test_an_answer_comes_back_line_by_line(text: str, holds: bool) -> None:
    assert holds_answer(text, ANSWER) is holds


def test_an_empty_answer_comes_back_nowhere() -> None:
    assert not holds_answer("a", " <summary> </summary> ")


def test_a_summary_stands_without_what_a_tool_puts_around_it() -> None:
    assert summary_in("<summary>Parts</summary>") == "Parts"
    assert summary_in("<summary></summary>") == "<summary></summary>"
