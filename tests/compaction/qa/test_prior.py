import pytest

from compaction.qa.messages import Message, Part, Text, ToolCall
from compaction.qa.prior import PriorSummary, hide_prior

PRIOR = PriorSummary("Old state.", 3)
CALL = ToolCall("a", "read", "{}")


def assistant(*parts: str | Part) -> Message:
    return Message("assistant", tuple(Text(part) if isinstance(part, str) else part for part in parts), ref=7)


SAID = assistant("Old state.")
OTHER = assistant("Let me see.")
USER = Message("user", (Text("Old state."),))


def test_the_summary_message_is_hidden_anywhere() -> None:
    assert hide_prior([SAID, USER, OTHER, SAID], PRIOR) == (None, USER, OTHER, None)


def test_the_first_part_of_the_first_assistant_message_goes_alone() -> None:
    assert hide_prior([USER, assistant("Old state.", "More.", CALL)], PRIOR) == (USER, assistant("More.", CALL))


def test_a_later_message_loses_only_a_text_that_is_the_prior_and_nothing_more() -> None:
    merged = assistant("Old state.", "More.")
    assert hide_prior([OTHER, merged, assistant("Old ", CALL, "state.")], PRIOR) == (OTHER, merged, assistant(CALL))


def test_the_first_message_may_be_recognized_by_its_whole_text() -> None:
    assert hide_prior([assistant("Old ", "state.", CALL)], PRIOR) == (assistant(CALL),)


@pytest.mark.parametrize(
    "message",
    [assistant("Old state. "), assistant("Old state. And more."), assistant(CALL), assistant(), USER],
)
def test_nothing_else_is_recognized(message: Message) -> None:
    assert hide_prior([message], PRIOR) == (message,)


@pytest.mark.parametrize("prior", [None, PriorSummary("", 1)])
def test_without_a_prior_nothing_is_hidden(prior: PriorSummary | None) -> None:
    assert hide_prior([SAID, assistant("")], prior) == (SAID, assistant(""))
