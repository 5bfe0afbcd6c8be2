"""A whole pass of the library through each client."""

import json
from typing import Any

import pytest

from compaction.identifiers import identifiers
from compaction.qa import HEURISTIC, Context, Message, Outcome, QaConfig, run
from compaction.qa.messages import Text
from tests.llm_server import LlmServer, drips, says, sends
from webui.llm import EXTRACTIVE, client_for

WORDS = [
    "Move the export job to the new queue. Never push to main without asking me.",
    "The job lives in services/export/runner.py and reads the schema ledger_v7.",
    "Go on.",
    "It died with OperationalError: lock table of EXPORT-118 is held.",
    "Why?",
    "We decided to retry 3 times, because the lock is short. The port is 5433.",
    "Fine with me.",
    "I set EXPORT_RETRIES=3 on the branch fix/export-lock.",
] + ["Look at it once more.", "I look at it once more, and nothing has changed there."] * 6
MESSAGES = tuple(Message("assistant" if n % 2 else "user", (Text(text),)) for n, text in enumerate(WORDS))


def a_pass(client: Any, target: int) -> Outcome:
    return run(
        MESSAGES,
        config=QaConfig(preserve_recent=4),
        context=Context(target_tokens=target, counter=HEURISTIC),
        prior=None,
        client=client,
    )


@pytest.mark.parametrize("target", [200, 240, 280, 320])
def test_the_built_in_client_ends_a_pass_without_inventing(target: int) -> None:
    outcome = a_pass(client_for(EXTRACTIVE), target)

    assert outcome.kind == "compacted"
    known = {value for _, value in identifiers("\n".join(WORDS))}
    assert {value for _, value in identifiers(outcome.summary or "")} <= known
    for question in outcome.questions:
        assert any(question.answer in text for text in WORDS if question.answer)


def answers(system: str, user: str) -> str:
    """What a model of a test says to each call."""
    if "<questions>" in user:
        return "1. 5433"
    return json.dumps(["Which port?"]) if "<recent>" in user else "Moving the export job."


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_pass_over_the_wire_recovers_a_fact(kind: str, llm_server: LlmServer, settings: Any) -> None:
    settings.LLM_ALLOW_LOOPBACK = True
    llm_server.answer = answers

    outcome = a_pass(client_for(kind, base_url=llm_server.base(kind), model="m"), 240)

    assert (outcome.kind, len(llm_server.requests)) == ("compacted", 3)
    assert [(one.text, one.answer, one.folded) for one in outcome.questions] == [("Which port?", "5433", True)]
    assert [(one.usage.input_tokens, one.usage.output_tokens) for one in outcome.calls if one.usage] == [(12, 7)] * 3


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize("call", [0, 1, 2])
@pytest.mark.parametrize("bad", [sends(429, {}, Retry_After="9"), sends(500, {}), sends(200, b"<html>"), says(None)])
def test_a_call_that_fails_leaves_the_messages_as_they_were(
    kind: str, call: int, bad: Any, llm_server: LlmServer, settings: Any
) -> None:
    settings.LLM_ALLOW_LOOPBACK = True
    __import__(kind)
    llm_server.then(*[says(text) for text in ("Moving the export job.", '["Which port?"]')[:call]], bad)

    outcome = a_pass(client_for(kind, base_url=llm_server.base(kind), model="m"), 240)

    assert outcome.kind == "failed"
    assert tuple(outcome.messages) == MESSAGES
    assert outcome.step == ("summarize", "question", "answer")[call]
    assert len(llm_server.requests) == call + 1


def test_a_server_that_drips_ends_the_pass(llm_server: LlmServer, settings: Any) -> None:
    settings.LLM_ALLOW_LOOPBACK = True
    __import__("openai")
    llm_server.then(drips())

    outcome = a_pass(client_for("openai", base_url=llm_server.base("openai"), model="m", seconds=0.5), 240)

    assert (outcome.kind, outcome.step, tuple(outcome.messages)) == ("failed", "summarize", MESSAGES)
