from collections.abc import Callable

import pytest

from compaction.llm import Scripted
from compaction.qa import Outcome, PassState, PriorSummary, run
from compaction.qa.flags import UNKNOWN_WORDS

Make = Callable[..., PassState]
OF_A_PASS = {
    "unparsed-questions",
    "duplicate-question",
    "answer-looks-unknown",
    "answer-number-reused",
    "multiline-answer",
    "evidence-not-found",
    "empty-transcript",
    "tail-over-budget",
    "nothing-saved",
}


def outcome_of(state: PassState, *replies: str) -> Outcome:
    return run(state.messages, config=state.config, context=state.context, prior=state.prior, client=Scripted(replies))


def flags(outcome: Outcome) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """The flags of calls and sizes; those that two texts decide have tests of their own."""
    return [(flag.id, flag.evidence.counts) for flag in outcome.flags if flag.id in OF_A_PASS]


def test_a_usual_pass_raises_none(make_state: Make, replies: list[str]) -> None:
    assert flags(outcome_of(make_state(), *replies)) == []


@pytest.mark.parametrize(
    ("reply", "raised"), [("Enough.", True), ("{}", True), (" [] \n", False), (" ", False), ("[[]]", True)]
)
def test_a_reply_without_questions_is_pointed_at(
    make_state: Make, replies: list[str], reply: str, raised: bool
) -> None:
    found = flags(outcome_of(make_state(), replies[0], reply))
    assert (("unparsed-questions", ()) in found) is raised


def test_equal_questions_are_pointed_at(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(), replies[0], '["Which  BRANCH?", "Else?", "which branch?"]', ""))
    assert found == [("duplicate-question", (("question", 1), ("question", 3)))]


def test_a_number_used_twice_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(), *replies[:2], "1. fix/export-lock\n2. UNKNOWN\n2. UNKNOWN"))
    assert found == [("answer-number-reused", (("question", 2), ("lines", 2)))]


def test_a_wrapped_answer_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(), *replies[:2], "1. fix/export-lock\nor so"))
    assert found == [("multiline-answer", (("question", 1),))]


def test_an_answer_that_nothing_proves_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    assert flags(outcome_of(make_state(), *replies[:2], "1. nothing like it")) == [
        ("evidence-not-found", (("question", 1),)),
    ]


def test_an_answer_that_was_shed_needs_no_proof(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(max_summary_tokens=26), *replies[:2], "1. nothing like it"))
    assert found == []


@pytest.mark.parametrize(
    "answer", ["UNKNOWN.", '"unknown"', "n/a", "NA", "not stated", "Not found here", "No information"]
)
def test_words_for_unknown(answer: str) -> None:
    assert UNKNOWN_WORDS.match(answer)


@pytest.mark.parametrize("answer", ["unknownish", "name", "nothing", "the unknown", "not there", "fix"])
def test_other_words(answer: str) -> None:
    assert not UNKNOWN_WORDS.match(answer)


def test_an_answer_in_such_words_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(), *replies[:2], "1. N/A"))
    assert ("answer-looks-unknown", (("question", 1),)) in found


def test_an_empty_transcript_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    state = make_state(preserve_recent=2, target_tokens=1600)
    talk = state.messages[1:]
    prior = PriorSummary(talk[0].text, 1)
    found = flags(outcome_of(make_state(messages=talk, prior=prior, target_tokens=1600), talk[0].text, "[]"))
    assert ("empty-transcript", ()) in found
    assert ("nothing-saved", (("before", 1100), ("after", 1100))) in found


def test_a_tail_over_its_budget_is_pointed_at(make_state: Make, replies: list[str]) -> None:
    found = flags(outcome_of(make_state(target_tokens=700), *replies))
    assert ("tail-over-budget", (("tail", 600), ("budget", 525))) in found


def test_a_cut_by_count_within_its_budget_is_not(make_state: Make, replies: list[str]) -> None:
    assert not any(name == "tail-over-budget" for name, _ in flags(outcome_of(make_state(), *replies)))


def test_what_two_texts_decide_is_raised_as_well(make_state: Make) -> None:
    outcome = outcome_of(make_state(), "Shall I go on with host-9?", "[]")
    assert {"low-identifier-recall", "ungrounded-fact", "reply-continues"} <= {flag.id for flag in outcome.flags}


def test_a_word_of_a_hook_or_the_prior_is_not_made_up(make_state: Make, replies: list[str]) -> None:
    state = make_state(
        instructions="Keep host-9.", summary_instructions="Keep host-8.", prior=PriorSummary("host-7", 1)
    )
    outcome = outcome_of(state, f"{replies[0]} host-9 host-8 host-7", "[]")
    assert "ungrounded-fact" not in {flag.id for flag in outcome.flags}
