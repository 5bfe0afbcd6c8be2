"""From the form to the facts, with a model behind a real local server of either protocol."""

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.llm_server import LlmServer, says, sends
from webui.accounts.models import Endpoint, Team
from webui.runs.models import Pass
from webui.transcripts.models import Transcript

LOCK = "services/export/lock.py"


def answers(system: str, user: str) -> str:
    """What a model of a test says to each call."""
    if "<questions>" in user:
        return f"1. {LOCK}"
    return json.dumps(["Where is the lock kept?"]) if "<recent>" in user else "The export worker gives up too early."


@pytest.fixture(params=["openai", "anthropic"])
def house(request: pytest.FixtureRequest, acme: Team, llm_server: LlmServer, settings: Any) -> Endpoint:
    """A model of the team that stands on this machine."""
    settings.LLM_ALLOW_LOOPBACK = True
    llm_server.answer = answers
    values = {"kind": request.param, "base_url": llm_server.base(request.param), "model": "house-2"}
    return Endpoint.objects.create(team=acme, name="house", price_in=3, price_out=15, changed=timezone.now(), **values)


@pytest.fixture
def ask(signed_in: Client, source: Transcript, house: Endpoint, work_off: Callable[[], int]) -> Callable[[], Pass]:
    """Press the button, let the worker's job run, and return the pass."""

    def ask() -> Pass:
        asked = signed_in.post(f"/t/acme/transcripts/{source.pk}/qa", {"client": "house", "target_tokens": "260"})
        work_off()
        return Pass.objects.get(pk=asked["Location"].rpartition("/")[2])

    return ask


def test_a_model_wins_a_fact_back_and_the_page_proves_it(
    ask: Callable[[], Pass], signed_in: Client, source: Transcript, llm_server: LlmServer
) -> None:
    one = ask()

    assert (one.outcome, one.client, one.model, len(llm_server.requests)) == ("compacted", "house", "house-2", 3)
    assert (one.input_tokens, one.output_tokens, one.spend_estimated) == (36, 21, False)
    facts = html.unescape(signed_in.get(f"/t/acme/runs/{one.run_id}?tab=facts").content.decode())
    assert f"The lock is kept in <mark>{LOCK}</mark>" in facts
    read = signed_in.get(f"/t/acme/transcripts/{source.pk}?at=5&hl=0:20-43").content.decode()
    assert f'class="now">{LOCK}</mark>' in read
    page = signed_in.get(f"/t/acme/passes/{one.pk}").content.decode()
    assert "36 in, 21 out <small>as reported" in page
    assert "<dt>Cost</dt><dd>0.0004" in page, "36 × 3 and 21 × 15 a million"


def test_without_usage_the_spend_is_an_estimate(ask: Callable[[], Pass], llm_server: LlmServer) -> None:
    llm_server.then(says("The export worker gives up too early.", usage=None))

    one = ask()

    assert (one.outcome, one.spend_estimated) == ("compacted", True)
    assert one.calls.get(number=1).estimated and one.input_tokens > 24


def test_a_provider_that_refuses_ends_the_pass_in_words(
    ask: Callable[[], Pass], signed_in: Client, llm_server: LlmServer
) -> None:
    llm_server.then(says("The export worker gives up too early."), sends(401, {"error": {"message": "secret words"}}))

    one = ask()

    assert (one.outcome, one.step, one.reason, one.input_tokens) == ("failed", "question", "api_error", 12)
    page = html.unescape(signed_in.get(f"/t/acme/passes/{one.pk}").content.decode())
    assert "Question: The provider does not accept the key. Enter the key again." in page
    assert "The messages are as they were." in page and "secret words" not in page
