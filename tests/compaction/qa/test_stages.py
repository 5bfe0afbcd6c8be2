from collections.abc import Callable

from compaction.errors import ClientError
from compaction.llm import Scripted
from compaction.qa import Message, PassState, PriorSummary, StructuredStage, TruncatingStage, default_stages, run_chain
from compaction.qa.messages import Text

Make = Callable[..., PassState]
TIMEOUT = ClientError("timeout", retryable=True)


def test_the_default_chain_has_three_stages(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    stages = default_stages(state.config, state.context, Scripted(replies), PriorSummary("Old.", 2))
    assert [stage.name for stage in stages] == ["QaSummarizer", "StructuredSummarizer", "TruncatingCompactor"]
    chain = run_chain(state.messages, stages=stages, context=state.context)
    assert chain.winner == "QaSummarizer"
    assert chain.outcome.prior is not None and chain.outcome.prior.number == 3


def test_the_structured_stage_makes_one_call(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    client = Scripted([TIMEOUT, replies[0]])
    chain = run_chain(state.messages, stages=default_stages(state.config, state.context, client), context=state.context)
    assert (chain.winner, chain.outcome.summary) == ("StructuredSummarizer", replies[0])
    assert "## Open work" in client.requests[1].user
    assert not any(flag.id == "unparsed-questions" for flag in chain.outcome.flags)


def test_the_structured_stage_fails_under_its_own_name(make_state: Make) -> None:
    state = make_state()
    outcome = StructuredStage(state.config, state.context, Scripted([" "])).run(state.messages)
    assert outcome.error == "structured summarizer summarize step failed: the model returned an empty summary"


def test_truncation_keeps_the_longest_tail_that_fits(make_state: Make) -> None:
    state = make_state(target_tokens=800)
    outcome = TruncatingStage(state.context).run(state.messages)
    assert (outcome.kind, outcome.split_index, outcome.messages) == ("compacted", 4, state.messages[4:])
    assert (outcome.evicted, outcome.evicted_at) == (state.messages[:4], (0, 1, 2, 3))
    assert (outcome.tokens_before, outcome.tokens_after, outcome.tokens_saved) == (1200, 800, 400)


def test_truncation_keeps_four_messages_at_least(make_state: Make) -> None:
    state = make_state(target_tokens=10)
    assert len(TruncatingStage(state.context).run(state.messages).messages) == 4


def test_truncation_keeps_the_system_message_and_what_is_pinned(make_state: Make) -> None:
    pinned = (Message("user", (Text("Pin."),)),)
    state = make_state(target_tokens=800, pinned=pinned)
    messages = (Message("system", (Text("Metric."),)), *state.messages)
    outcome = TruncatingStage(state.context).run(messages)
    assert outcome.messages == (messages[0], *pinned, *messages[7:])
    assert outcome.evicted_at == (1, 2, 3, 4, 5, 6)


def test_truncation_without_a_place_to_cut_changes_nothing(make_state: Make) -> None:
    state = make_state()
    users = (Message("user", (Text("x"),)),) * 9
    outcome = TruncatingStage(state.context).run(users)
    assert (outcome.kind, outcome.messages, outcome.evicted) == ("no_change", users, ())
