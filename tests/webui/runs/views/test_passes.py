"""All that is on record of a pass, and the list of every attempt."""

import html
import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from compaction.errors import ClientError
from compaction.llm import Request
from compaction.qa import QaConfig
from webui.accounts.models import Endpoint, Team
from webui.runs.models import Pass
from webui.runs.store import passes
from webui.transcripts.models import Transcript


def text(answer: Any) -> str:
    return html.unescape(str(answer.content.decode()))


@pytest.fixture
def done(begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any) -> Pass:
    one = begin()
    answered_by(scripted())
    one.refresh_from_db()
    return one


@pytest.fixture
def at(done: Pass) -> str:
    return f"/t/acme/passes/{done.pk}"


@pytest.fixture
def failed(begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any) -> Callable[..., Pass]:
    def failed(step: str, error: ClientError | None = None, **replies: str) -> Pass:
        one, model = begin(), scripted(**replies)

        def refuse(request: Request) -> None:
            if error is not None and request.step == step:
                raise error

        model.before = refuse
        answered_by(model)
        one.refresh_from_db()
        return one

    return failed


def test_the_page_of_a_pass_holds_its_settings_split_calls_and_flags(
    at_ada: Client, at: str, done: Pass, source: Transcript, scripted: Any
) -> None:
    shown = text(at_ada.get(at))

    assert "260 tokens" in shown and "Share of the target for the summary</dt><dd>0.25" in shown
    assert "Budget of the summary</dt><dd>65 tokens" in shown
    split = done.places["split"]
    assert f'<a class="mono" href="/t/acme/transcripts/{source.pk}?at=0#m-0">0–{split - 1}</a>' in shown
    assert f'?at={split}#m-{split}">{split}–19</a>' in shown
    for number, step in enumerate(("summarize", "question", "answer"), 1):
        assert f"Call {number}, {step}" in shown
        assert scripted.REPLIES[step] in shown
    assert "300 in, 30 out <small>as reported</small>" in shown
    assert "100 tokens in, 10 out, as reported" in shown
    assert "2 recovered, 1 unknown" in shown
    assert "An answer has no evidence" in shown
    assert "<dt>Took</dt>" in shown and "Cost" not in shown


def test_each_text_of_a_call_is_there_whole(at_ada: Client, at_rob: Client, at: str, done: Pass) -> None:
    call = done.calls.get(number=1)
    user = passes.text_of(call.user) or ""
    assert f'href="{at}/calls/1/user"' in text(at_ada.get(at))

    whole = text(at_ada.get(f"{at}/calls/1/user"))

    assert f"{len(user):,} characters, as it was sent" in whole
    assert all(line in whole for line in user.split("\n"))
    assert "as it was received" in text(at_ada.get(f"{at}/calls/1/reply"))
    for address in ("1/digest", "4/user", "99999999999999999999/user", "1/user?slice=1"):
        status = at_ada.get(f"{at}/calls/{address}").status_code
        assert status == (200 if "slice" in address else 404), address
    assert at_rob.get(f"{at}/calls/1/user").status_code == 404


def test_prompts_and_replies_are_text_and_nothing_else(
    at_ada: Client, begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any
) -> None:
    one = begin()
    answered_by(scripted(summarize="<script>alert(1)</script> \u202e"))

    page = at_ada.get(f"/t/acme/passes/{one.pk}").content.decode()

    assert "<script>alert" not in page and "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "\u202e" not in page and ">RLO</span>" in page


def test_the_replaced_messages_can_be_had_as_they_were_uploaded(
    at_ada: Client, at_rob: Client, at: str, done: Pass
) -> None:
    answer = at_ada.get(f"{at}/replaced.json")
    found = json.loads(b"".join(answer.streaming_content))  # type: ignore[attr-defined]

    assert len(found) == done.places["split"]
    assert found[5] == {
        "role": "assistant",
        "content": "The lock is kept in services/export/lock.py on port 5433, run 41.",
    }
    assert answer["Content-Disposition"] == f'attachment; filename="{done.pk}-replaced.json"'
    assert answer["Cache-Control"] == "no-store"
    assert at_rob.get(f"{at}/replaced.json").status_code == 404
    Pass.objects.filter(pk=done.pk).update(places={})
    assert at_ada.get(f"{at}/replaced.json").status_code == 404


def test_with_prices_a_pass_says_what_it_cost(at_ada: Client, acme: Team, at: str, done: Pass) -> None:
    endpoint = Endpoint.objects.create(
        team=acme,
        name="house",
        base_url="https://m.example",
        model="large",
        price_in=Decimal("3"),
        price_out=Decimal("15"),
        changed=timezone.now(),
    )
    Pass.objects.filter(pk=done.pk).update(endpoint=endpoint, client="house", model="large", spend_estimated=True)

    shown = text(at_ada.get(at))

    assert "<dt>Cost</dt><dd>0.0014 <small>at the prices that are set now" in shown, "300 × 3 and 30 × 15 a million"
    assert "300 in, 30 out <small>estimated</small>" in shown


@pytest.mark.parametrize(
    ("step", "error", "said"),
    [
        ("question", ClientError("prompt-too-long", retryable=False), "longer than the model takes"),
        (
            "answer",
            ClientError("deadline", retryable=True),
            "did not finish in time. Try again",
        ),
        ("summarize", ClientError("key-refused", retryable=False), "does not accept the key"),
    ],
)
def test_a_failed_pass_says_which_call_why_and_that_nothing_changed(
    at_ada: Client, failed: Callable[..., Pass], step: str, error: ClientError, said: str
) -> None:
    one = failed(step, error)

    shown = text(at_ada.get(f"/t/acme/passes/{one.pk}"))

    assert f"{step.capitalize()}: " in shown and said in shown
    assert "The messages are as they were." in shown
    assert f'<span class="rule-id">{error.code}</span>' in shown
    assert ("It was asked 4 times." in shown) == error.retryable
    assert "nothing spent" in shown and "Start again" in shown


def test_blank_and_long_summaries_are_told_apart(at_ada: Client, failed: Callable[..., Pass]) -> None:
    blank, long = failed("", summarize=" "), failed("", summarize="word " * 400)

    assert "returned a blank summary" in text(at_ada.get(f"/t/acme/passes/{blank.pk}"))
    assert "longer than its budget" in text(at_ada.get(f"/t/acme/passes/{long.pk}"))


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (QaConfig(min_messages=30), "no more than 30 messages, which the settings leave alone"),
        (QaConfig(preserve_recent=20), "No whole exchange stands before the messages that are kept"),
    ],
)
def test_a_pass_with_nothing_to_do_says_why(
    at_ada: Client, source: Transcript, work_off: Callable[[], int], config: QaConfig, said: str
) -> None:
    run = passes.run_for_source(source, None)
    one = passes.begin(run, source, None, passes.Start("extractive", None, config, 260), trigger="page")
    work_off()

    shown = text(at_ada.get(f"/t/acme/passes/{one.pk}"))

    assert said in shown
    assert "None was made, so nothing was spent." in shown


def test_the_history_lists_every_attempt(
    at_ada: Client, failed: Callable[..., Pass], done: Pass, django_assert_max_num_queries: Any
) -> None:
    failed("question", ClientError("no-credit", retryable=False))
    failed("answer", ClientError("declined", retryable=False))

    with django_assert_max_num_queries(12):
        shown = text(at_ada.get(f"/t/acme/runs/{done.run_id}?tab=history"))

    assert [shown.index(f">Pass {number}</a>") for number in (3, 2, 1)] == sorted(
        shown.index(f">Pass {number}</a>") for number in (3, 2, 1)
    )
    assert "Compacted" in shown and "no credit left" in shown and "declined to answer" in shown
    assert "builds on pass 1" in shown


def test_a_pass_that_broke_off_says_so(at_ada: Client, done: Pass, at: str) -> None:
    Pass.objects.filter(pk=done.pk).update(state="broken", outcome="", error_code="source-gone")
    shown = text(at_ada.get(at))
    assert "Broken off" in shown and "Its source was deleted" in shown
    assert "300 in, 30 out" in shown, "what its calls spent is told"


def test_a_pass_whose_worker_dies_each_time_names_the_step_keeps_the_replies_and_starts_again(
    at_ada: Client, begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any
) -> None:
    """Acceptance check 15."""
    one, model = begin(), scripted()

    def die(request: Request) -> None:
        if request.step == "question":
            raise RuntimeError

    model.before = die
    answered_by(model)
    one.refresh_from_db()
    address = f"/t/acme/passes/{one.pk}"
    shown = text(at_ada.get(address))
    steps = re.findall(r"<b>(\w+)</b><span>([^<]*)</span>", shown[shown.index('<ol class="steps">') :])

    assert (one.state, model.asked) == ("broken", ["summarize"])
    assert "Broken off" in shown and "Three attempts ended without a result" in shown
    assert steps == [
        ("Summarize", "kept from an earlier attempt"),
        ("Question", "the work broke off here"),
        ("Answer", "not reached"),
        ("Check", "not reached"),
    ]
    assert scripted.REPLIES["summarize"] in text(at_ada.get(f"{address}/calls/1/reply"))
    assert f'href="/t/acme/runs/{one.run_id}/qa"' in shown and "Start again" in shown
