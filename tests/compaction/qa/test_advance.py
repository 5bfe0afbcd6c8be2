from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import ClientError, ScriptEnded
from compaction.llm import Exchange, Reply, Request, Scripted, Usage
from compaction.qa import (
    Ask,
    CallFailed,
    Context,
    Done,
    Message,
    Outcome,
    PassState,
    PriorSummary,
    QaConfig,
    Setup,
    advance,
    resume,
    run,
)
from compaction.qa.messages import Text, ToolCall, ToolResult

Make = Callable[..., PassState]


def asked(state: PassState) -> Request:
    following = advance(state)
    assert isinstance(following, Ask)
    return following.request


def finished(state: PassState) -> Outcome:
    following = advance(state)
    assert isinstance(following, Done)
    return following.outcome


def drive(state: PassState, *replies: Reply | CallFailed) -> PassState:
    for reply in replies:
        assert isinstance(advance(state), Ask)
        state = state.with_reply(reply)
    return state


def test_a_short_talk_is_left_alone(make_state: Make) -> None:
    outcome = finished(make_state(min_messages=12))
    assert (outcome.kind, outcome.split_index, outcome.calls) == ("no_change", None, ())
    assert (outcome.tokens_before, outcome.tokens_saved) == (1200, 0)
    assert outcome.success


def test_a_cut_behind_the_system_message_alone_leaves_nothing_to_do(make_state: Make) -> None:
    state = make_state(min_messages=2, preserve_recent=2)
    talk = (
        Message("system", (Text("Metric."),)),
        Message("assistant", (ToolCall("a", "probe", "{}"),)),
        *state.messages[:5:2],
        Message("assistant", (Text("Wait."),)),
        Message("user", (ToolResult("a", "probe", "71 C"),)),
    )
    outcome = finished(replace(state, messages=talk))
    assert (outcome.kind, outcome.split_index, outcome.calls) == ("no_change", 1, ())


def test_the_three_calls_come_one_by_one(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    first = asked(state)
    assert (first.step, first.budget, first.earlier) == ("summarize", 250, ())
    assert "User: Keep the branch fix/export-lock." in first.user
    second = asked(state.with_reply(Reply(replies[0])))
    assert second.step == "question"
    assert second.earlier == (Exchange("summarize", first.user, replies[0]),)
    third = asked(state.with_reply(Reply(replies[0])).with_reply(Reply(replies[1])))
    assert third.step == "answer"
    assert third.earlier == (*second.earlier, Exchange("question", second.user, replies[1]))
    assert first.system == second.system == third.system


def test_the_number_of_a_call_counts_from_one(make_state: Make, replies: list[str]) -> None:
    following = advance(make_state().with_reply(Reply(replies[0])))
    assert isinstance(following, Ask) and following.number == 2


def test_a_finished_pass_says_what_became_of_each_question(make_state: Make, replies: list[str]) -> None:
    outcome = finished(drive(make_state(), *map(Reply, replies)))
    assert [(each.number, each.status, each.answer, each.folded) for each in outcome.questions] == [
        (1, "recovered", "fix/export-lock", True),
        (2, "unknown", None, False),
        (3, "missing", None, False),
    ]
    assert outcome.draft == replies[0]
    assert (
        outcome.summary
        == f"{replies[0]}\n\n## Facts recovered from the dropped context\n- Which branch?: fix/export-lock"
    )
    assert outcome.prior == PriorSummary(outcome.summary, 1)


def test_evidence_names_message_part_and_place(make_state: Make, replies: list[str]) -> None:
    first = finished(drive(make_state(), *map(Reply, replies))).questions[0]
    hit = first.evidence.primary
    assert hit is not None
    assert (hit.message, hit.part, hit.start, hit.end, hit.method) == (5, 0, 12, 27, "exact")
    assert not first.unseen


def test_evidence_that_the_transcript_cut_out_is_unseen(make_state: Make, replies: list[str]) -> None:
    outcome = finished(
        drive(make_state(transcript_max_chars=110), *map(Reply, [*replies[:2], "1. lock table is held"]))
    )
    assert outcome.transcript.startswith("…[4 messages elided]…")
    assert outcome.questions[0].evidence.hits
    assert outcome.questions[0].unseen


def test_evidence_in_the_hidden_prior_is_unseen(make_state: Make, replies: list[str]) -> None:
    prior = PriorSummary("Depot 12 is closed.", 1)
    state = make_state(prior=prior)
    talk = (Message("assistant", (Text(prior.text),)), *state.messages[1:])
    outcome = finished(drive(replace(state, messages=talk), *map(Reply, [*replies[:2], "1. Depot 12"])))
    assert prior.text not in outcome.transcript
    assert (outcome.questions[0].evidence.hits[0].message, outcome.questions[0].unseen) == (0, True)


def test_evidence_behind_a_hidden_part_is_seen(make_state: Make, replies: list[str]) -> None:
    prior = PriorSummary("Old.", 1)
    state = make_state(prior=prior)
    talk = (Message("assistant", (Text("Old."), Text("Depot 12 is closed."))), *state.messages[1:])
    outcome = finished(drive(replace(state, messages=talk), *map(Reply, [*replies[:2], "1. Depot 12"])))
    assert (outcome.questions[0].evidence.hits[0].part, outcome.questions[0].unseen) == (1, False)


def test_an_answer_that_quotes_a_fenced_tag_is_found(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    talk = (Message("user", (Text("Use <summary> there."),)), *state.messages[1:])
    outcome = finished(drive(replace(state, messages=talk), *map(Reply, [*replies[:2], "1. Use ‹summary> there."])))
    assert outcome.questions[0].answer == "Use ‹summary> there."
    assert outcome.questions[0].evidence.hits[0].message == 0


def test_no_questions_end_the_pass_after_two_calls(make_state: Make, replies: list[str]) -> None:
    outcome = finished(drive(make_state(), Reply(replies[0]), Reply("[]")))
    assert [call.step for call in outcome.calls] == ["summarize", "question"]
    assert outcome.summary == replies[0]


@pytest.mark.parametrize(("failing", "step"), [(0, "summarize"), (1, "question"), (2, "answer")])
def test_a_call_without_a_reply_fails_the_pass(make_state: Make, replies: list[str], failing: int, step: str) -> None:
    prior = PriorSummary("Old.", 4)
    state = drive(make_state(prior=prior), *map(Reply, replies[:failing]), CallFailed("timeout", "No reply came."))
    outcome = finished(state)
    assert (outcome.kind, outcome.step, outcome.reason) == ("failed", step, "api_error")
    assert outcome.error == f"qa summarizer {step} step failed: No reply came."
    assert (outcome.messages, outcome.prior, outcome.tokens_after) == (state.messages, prior, outcome.tokens_before)
    assert (outcome.calls[-1].error, outcome.calls[-1].usage) == ("timeout", None)
    assert not outcome.success


def test_a_failed_pass_records_what_it_spent(make_state: Make, replies: list[str]) -> None:
    state = drive(make_state(), Reply(replies[0], Usage(300, 20)), Reply(replies[1]), CallFailed("timeout", "x"))
    outcome = finished(state)
    assert outcome.spend.input_tokens == 300 + len(outcome.calls[1].user) // 4
    assert outcome.spend.output_tokens == 20 + len(replies[1]) // 4
    assert outcome.spend.estimated
    assert outcome.events == ()
    assert [question.text for question in outcome.questions] == ["Which branch?", "Which host?", "Who asked?"]


def test_reported_usage_is_no_estimate(make_state: Make, replies: list[str]) -> None:
    outcome = finished(drive(make_state(), *(Reply(reply, Usage(10, 2)) for reply in replies)))
    assert (outcome.spend.input_tokens, outcome.spend.output_tokens, outcome.spend.estimated) == (30, 6, False)
    assert [dict(event.fields)["tokens"] for event in outcome.events] == [30, 6]


def test_events_carry_tokens_and_the_size_of_the_pass(make_state: Make, replies: list[str]) -> None:
    outcome = finished(drive(make_state(), *map(Reply, replies)))
    assert [dict(event.fields)["direction"] for event in outcome.events] == ["in", "out"]
    assert outcome.debug_event is not None
    assert outcome.debug_event.fields == (("steps", 3), ("questions", 3), ("budget", 250))


def test_pinned_messages_stand_in_front_of_the_summary(make_state: Make, replies: list[str]) -> None:
    pinned = (Message("user", (Text("Never touch billing."),)),)
    outcome = finished(drive(make_state(pinned=pinned), *map(Reply, replies)))
    assert outcome.messages[0] == pinned[0]
    assert outcome.tail_budget == 650


def test_a_blank_reply_fails_and_keeps_the_record(make_state: Make) -> None:
    outcome = finished(drive(make_state(), Reply(" ")))
    assert (outcome.reason, outcome.draft, outcome.calls[0].reply) == ("blank_summary", None, " ")


def test_a_client_drives_the_same_pass(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    client = Scripted(replies)
    outcome = run(state.messages, config=state.config, context=state.context, client=client)
    assert outcome == finished(drive(state, *map(Reply, replies)))
    assert client.left == []


def test_an_error_of_the_client_ends_the_pass(make_state: Make) -> None:
    state = make_state()
    client = Scripted([ClientError("timeout", retryable=True)])
    outcome = run(state.messages, config=state.config, context=state.context, client=client)
    assert outcome.error == "qa summarizer summarize step failed: The model gave no reply: timeout."


def test_any_other_error_passes_through(make_state: Make) -> None:
    state = make_state()
    with pytest.raises(ScriptEnded):
        run(state.messages, config=state.config, context=state.context, client=Scripted([]))


TALK = tuple(
    Message("assistant" if place % 2 else "user", (Text(f"Line {place} names item-{place}."),)) for place in range(12)
)


@settings(max_examples=50)
@given(
    st.builds(QaConfig, st.floats(0.05, 0.9), preserve_recent=st.integers(1, 9), accumulate=st.booleans()),
    st.lists(st.text(max_size=60) | st.sampled_from(['["a?", "b?"]', "1. item-3\n2. UNKNOWN"]), min_size=3, max_size=3),
    st.none() | st.builds(PriorSummary, st.text(max_size=20), st.integers(1, 4)),
)
def test_a_pass_that_restarts_before_every_call_ends_like_one_that_does_not(
    config: QaConfig, replies: list[str], prior: PriorSummary | None
) -> None:
    setup = Setup(config, 400, "heuristic", "Keep ports.", ("Ticket 7",))
    whole = run(TALK, config=config, context=setup.context(), prior=prior, client=Scripted(replies))
    rows: dict[str, Reply | CallFailed] = {}
    stored = setup.to_bytes()
    while True:
        read = Setup.from_bytes(stored)
        state, following = resume(PassState(TALK, read.config, read.context(), prior), rows)
        if isinstance(following, Done):
            break
        assert len(state.replies) == len(rows) == following.number - 1
        rows[following.request.digest()] = Reply(replies[len(rows)])
    assert following.outcome == whole


def test_a_stored_reply_to_another_request_is_not_used(make_state: Make, replies: list[str]) -> None:
    state = make_state()
    rows: dict[str, Reply | CallFailed] = {asked(state).digest(): Reply(replies[0])}
    assert resume(state, rows)[0].replies == (Reply(replies[0]),)
    other = replace(state, context=Context(900, state.context.counter))
    assert resume(other, rows)[0].replies == ()
