from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.qa.call import AnswerLine, Notes
from compaction.qa.calls.answer import CALL, is_unknown
from compaction.qa.counting import HEURISTIC

NOTES = Notes(50, HEURISTIC, transcript="User: hi\n", recent="", questions=("Which?", "When?"))


def answers(reply: str) -> list[tuple[int, str, bool]]:
    notes = CALL.read(NOTES, reply)
    assert isinstance(notes, Notes)
    return [(line.number, line.text, line.wrapped) for line in notes.answers]


def test_the_message_numbers_the_questions_and_repeats_the_transcript() -> None:
    assert CALL.ask(NOTES).endswith(
        "<questions>\n1. Which?\n2. When?\n</questions>\n\n<conversation>\nUser: hi\n\n</conversation>"
    )


def test_every_answer_line_is_read() -> None:
    assert answers("2. b\n 01. a\r\n2. UNKNOWN\n0. z") == [
        (2, "b", False),
        (1, "a", False),
        (2, "UNKNOWN", False),
        (0, "z", False),
    ]


@pytest.mark.parametrize("line", ["1) a", "1: a", "**1.** a", "1.a", "1.", "1. ", "- 1. a", "x", "١. a", ""])
def test_other_lines_are_no_answers(line: str) -> None:
    assert answers(line) == []


def test_text_behind_an_answer_is_seen_but_not_read() -> None:
    assert answers("1. a\nand more\n2. b\n```\n3. c\n\nmore") == [(1, "a", True), (2, "b", False), (3, "c", False)]


def test_a_number_of_any_length_can_be_read() -> None:
    assert answers(f"{'9' * 6000}. x\n{'0' * 6000}1. y") == [(1_000_000, "x", False), (1, "y", False)]


@pytest.mark.parametrize(
    ("answer", "unknown"),
    [
        ("UNKNOWN", True),
        ("uNknown", True),
        ("UNKNOWN.", False),
        ('"UNKNOWN"', False),
        ("N/A", False),
        ("un\u212anown", False),
    ],
)
def test_only_the_bare_word_is_unknown(answer: str, unknown: bool) -> None:
    assert is_unknown(answer) is unknown


@settings(max_examples=100)
@given(st.text(alphabet="0123456789. \n`ab"))
def test_any_reply_can_be_read(reply: str) -> None:
    assert all(isinstance(number, int) and text for number, text, _ in answers(reply))


def test_the_call_is_made_where_there_are_questions() -> None:
    assert CALL.due(NOTES)
    assert not CALL.due(replace(NOTES, questions=()))
    assert CALL.most_tokens(NOTES) == 4096
    assert AnswerLine(1, "a") == AnswerLine(1, "a", wrapped=False)
