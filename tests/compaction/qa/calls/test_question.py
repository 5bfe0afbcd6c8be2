import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.qa.call import Notes
from compaction.qa.calls.question import CALL
from compaction.qa.counting import HEURISTIC

NOTES = Notes(50, HEURISTIC, transcript="User: dropped\n", recent="User: recent\n", draft="Summary.")


def questions(reply: str) -> tuple[str, ...]:
    notes = CALL.read(NOTES, reply)
    assert isinstance(notes, Notes)
    return notes.questions


def test_the_message_shows_summary_and_recent_messages_alone() -> None:
    message = CALL.ask(NOTES)
    assert message.endswith("<summary>\nSummary.\n</summary>\n\n<recent>\nUser: recent\n\n</recent>")
    assert "dropped" not in message


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ('["a?", " b? ", "", 7, null, "  "]', ("a?", "b?")),
        ("[]\n- not tried", ()),
        ('{"x": 1}\n- tried', ("tried",)),
        ("- a\n* b\n 12. c\n3) d\n+ e\n4.f\n-g\n-\n٣. h", ("a", "b", "c", "d")),
        ("-  a\r\n- b\r\n", ("a", "b")),
        ("", ()),
        ("Nothing is missing.", ()),
    ],
)
def test_questions_come_from_an_array_or_else_from_list_lines(reply: str, found: tuple[str, ...]) -> None:
    assert questions(reply) == found


def test_eight_are_asked_at_most() -> None:
    assert questions(str([str(number) for number in range(11)]).replace("'", '"')) == tuple("01234567")
    assert questions("\n".join(f"- {number}" for number in range(11))) == tuple("01234567")


@settings(max_examples=100)
@given(st.text())
def test_any_reply_can_be_read(reply: str) -> None:
    assert len(questions(reply)) <= 8


def test_the_call_is_always_made() -> None:
    assert CALL.due(NOTES)
    assert CALL.most_tokens(NOTES) == 1024
