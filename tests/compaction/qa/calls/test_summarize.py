from dataclasses import replace

import pytest

from compaction.llm import tags
from compaction.qa.call import Notes, Refused
from compaction.qa.calls.summarize import CALL, ask_structured
from compaction.qa.counting import HEURISTIC

NOTES = Notes(budget=50, summary_counter=HEURISTIC, transcript="User: hi\n", recent="")


def test_the_message_holds_task_budget_and_transcript() -> None:
    message = CALL.ask(NOTES)
    assert message.startswith("Summarize the conversation below")
    assert "about 50 tokens" in message
    assert message.endswith("<conversation>\nUser: hi\n\n</conversation>")


def test_everything_stands_in_its_order() -> None:
    notes = replace(
        NOTES, prior="Old.", host_instructions="Host.", hook_instructions="Hook.", hook_context=("One.", "Two.")
    )
    message = CALL.ask(notes)
    order = ["An earlier summary", "<prior-summary>\nOld.", "Summarize", "<conversation>", "<host-instructions>\nHost."]
    order += ["<hook-instructions>\nHook.", "Additional context 1", "One.", "Additional context 2", "Two."]
    places = [message.index(words) for words in order]
    assert places == sorted(places)


def test_without_a_prior_and_instructions_no_tag_of_them_is_named() -> None:
    message = CALL.ask(NOTES)
    assert [tag for tag in tags.TAGS if f"<{tag}>" in message] == ["conversation"]


def test_the_structured_message_asks_for_headings() -> None:
    assert "## Open work" in ask_structured(NOTES)
    assert "## Open work" not in CALL.ask(NOTES)


def test_the_reply_is_taken_as_it_is() -> None:
    assert CALL.read(NOTES, " ```\nS\n``` \n") == replace(NOTES, draft=" ```\nS\n``` \n")


@pytest.mark.parametrize("reply", ["", " \n\t", "\u3000"])
def test_a_blank_reply_ends_the_pass(reply: str) -> None:
    refused = CALL.read(NOTES, reply)
    assert isinstance(refused, Refused) and refused.reason == "blank_summary"


def test_a_reply_at_the_budget_passes_and_one_above_does_not() -> None:
    assert isinstance(CALL.read(NOTES, "x" * 183), Notes)
    refused = CALL.read(NOTES, "x" * 184)
    assert refused == Refused("over_budget", "the summary is larger than its 50-token budget")


def test_the_reply_has_room_to_be_over_budget() -> None:
    assert CALL.due(NOTES)
    assert CALL.most_tokens(NOTES) == 1124
