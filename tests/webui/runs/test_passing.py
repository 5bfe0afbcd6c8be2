"""A pass from its start to its facts: each call stored once, whatever breaks in between."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from compaction.errors import ClientError
from compaction.llm import Request
from compaction.qa import QaConfig
from webui.accounts.models import Team
from webui.jobs.claim import claim
from webui.jobs.execution import perform
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.runs import access, passing
from webui.runs.models import Fact, Pass, Run
from webui.runs.store import passes
from webui.transcripts.models import Transcript


def test_a_pass_without_any_model_wins_facts_back(begin: Callable[..., Pass], work_off: Callable[[], int]) -> None:
    one = begin(target=420)
    work_off()
    one.refresh_from_db()

    assert (one.state, one.outcome, one.number, one.attempt) == ("done", "compacted", 1, 1)
    assert [call.step for call in one.calls.order_by("number")] == ["summarize", "question", "answer"]
    facts = one.facts.filter(kind="question", verdict="recovered")
    assert facts.exists()
    assert all(fact.evidence and fact.method == "exact" for fact in facts)
    assert one.tokens_after is not None and one.tokens_before is not None and one.tokens_after < one.tokens_before


def test_everything_of_a_pass_is_on_record(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], source: Transcript, scripted: Any
) -> None:
    one = begin()
    answered_by(scripted())
    one.refresh_from_db()

    assert (one.state, one.outcome, one.input_tokens, one.output_tokens) == ("done", "compacted", 300, 30)
    assert passes.text_of(one.draft) == scripted.REPLIES["summarize"]
    assert "services/export/lock.py" in (passes.text_of(one.final) or "")
    first = one.calls.get(number=1)
    assert (first.tries, first.estimated, first.input_tokens) == (1, False, 100)
    assert "run 41" in (passes.text_of(first.user) or "")
    questions = list(one.facts.filter(kind="question").order_by("number"))
    assert [fact.verdict for fact in questions] == ["recovered", "unknown", "recovered"]
    hit = questions[0].evidence[0]
    assert (hit["message"], hit["part"], hit["method"]) == (5, 0, "exact")
    text = "The lock is kept in services/export/lock.py on port 5433, run 41."
    assert text[hit["start"] : hit["end"]] == "services/export/lock.py"
    assert (questions[2].method, questions[2].evidence) == ("not-found", [])
    lost = one.facts.filter(kind="identifier").order_by("number")
    assert {(fact.category, fact.text) for fact in lost} >= {("number", "5433"), ("number", "41")}
    assert {flag["id"] for flag in one.flags} >= {"evidence-not-found"}
    assert one.measures["evidence-rate"] == 0.5
    assert one.places["evicted"][0][0] == 0 and source.messages == 20
    job = Job.objects.get(kind=access.ADVANCE)
    assert [step["state"] for step in job.steps] == ["done"] * 4


def test_a_worker_that_dies_in_each_call_pays_none_twice(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    one, model = begin(), scripted()
    died: set[str] = set()

    def die_once(request: Request) -> None:
        if request.step not in died:
            died.add(request.step)
            raise RuntimeError

    model.before = die_once
    answered_by(model)
    one.refresh_from_db()

    assert len(died) == 3
    assert model.asked == ["summarize", "question", "answer"]
    assert (one.state, one.outcome) == ("done", "compacted")


def test_a_busy_provider_is_asked_again_after_the_time_that_it_names(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    one, model = begin(), scripted()
    refusals = [
        ClientError("rate-limited", retryable=True, status=429, retry_after=17.0),
        ClientError("server-error", retryable=True, status=500),
    ]

    def refuse(request: Request) -> None:
        if refusals:
            raise refusals.pop(0)

    model.before = refuse
    assert answered_by(model) == [17.0, 8.0]
    one.refresh_from_db()
    assert one.outcome == "compacted"
    assert one.calls.get(number=1).tries == 3


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (ClientError("not-allowed", retryable=False, status=401), 1),
        (ClientError("rate-limited", retryable=True, status=429, retry_after=3600.0), 1),
        (ClientError("deadline", retryable=True), 4),
    ],
)
def test_a_call_that_fails_ends_the_pass_and_keeps_what_was_spent(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], error: ClientError, tries: int, scripted: Any
) -> None:
    one, model = begin(), scripted()

    def refuse(request: Request) -> None:
        if request.step == "question":
            raise error

    model.before = refuse
    answered_by(model)
    one.refresh_from_db()

    assert (one.state, one.outcome, one.step, one.reason) == ("done", "failed", "question", "api_error")
    assert (one.input_tokens, one.number, one.final) == (100, None, None)
    failed = one.calls.get(number=2)
    assert (failed.error_code, failed.tries, failed.reply) == (error.code, tries, None)


def test_a_pass_can_be_cancelled_between_two_calls(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    one, model = begin(), scripted()

    def cancel(request: Request) -> None:
        if request.step == "question":
            Job.objects.filter(kind=access.ADVANCE).update(cancel_asked=True)

    model.before = cancel
    answered_by(model)
    one.refresh_from_db()

    assert (one.state, one.outcome) == ("cancelled", "")
    assert model.asked == ["summarize", "question"]
    assert one.calls.count() == 2


def test_the_next_pass_builds_on_the_last_and_can_do_without(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    first = begin()
    answered_by(scripted())
    second, third = begin(), begin(use_prior=False)
    answered_by(scripted())
    for one in (first, second, third):
        one.refresh_from_db()

    assert (second.prior, second.prior_number, second.number) == (first, 1, 2)
    assert passes.text_of(second.prior_text) == passes.text_of(first.final)
    assert (third.prior, third.number, third.attempt) == (None, 1, 3)
    assert Run.objects.count() == 1


def test_what_the_host_said_is_no_invention(
    source: Transcript,
    begin: Callable[..., Pass],
    answered_by: Callable[..., list[float]],
    scripted: Callable[..., Any],
) -> None:
    """As in the library: every text of call 1 grounds a value, the host's instructions too."""
    run = passes.run_for_source(source, None)
    config = QaConfig(summary_instructions="Name the ticket BILL-2381.")
    asked = passes.Start("extractive", None, config, 260)
    told, bare = passes.begin(run, source, None, asked, trigger="page"), begin()
    answered_by(scripted(summarize="See BILL-2381."))
    for one in (told, bare):
        one.refresh_from_db()

    assert told.measures["identifier-precision"] > bare.measures["identifier-precision"]
    assert len({json.dumps(flag) for flag in told.flags}) == len(told.flags)


def test_a_secret_in_a_reply_is_masked_before_it_is_stored(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    secret = "sk-ant-api03-" + "Ab3dEf6hIj9k" * 6
    one = begin()
    answered_by(scripted(summarize=f"The key is {secret} and works."))
    one.refresh_from_db()

    stored = [passes.text_of(one.draft), passes.text_of(one.final)]
    stored += [passes.text_of(column) for call in one.calls.all() for column in (call.user, call.reply)]
    assert stored and all(secret not in (text or "") for text in stored)


def test_a_failed_summary_is_recorded_in_words_of_the_spec(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    blank, over = begin(), begin()
    answered_by(scripted(summarize=" \n"))
    blank.refresh_from_db()
    assert (blank.outcome, blank.step, blank.reason) == ("failed", "summarize", "blank_summary")

    Pass.objects.filter(pk=over.pk).update(state="queued", outcome="")
    over.calls.all().delete()
    Job.objects.filter(target=over.pk).update(state="queued", attempts=0)
    answered_by(scripted(summarize="word " * 400))
    over.refresh_from_db()
    assert (over.outcome, over.reason) == ("failed", "over_budget")


def test_a_pass_whose_source_or_row_is_gone_fails_plainly(begin: Callable[..., Pass]) -> None:
    one = begin()
    Pass.objects.filter(pk=one.pk).update(source=None)
    job = Job.objects.get(kind=access.ADVANCE)
    perform(job.pk, beating=lambda held: nullcontext())
    job.refresh_from_db()
    one.refresh_from_db()
    assert (job.state, job.error_code, one.state) == ("failed", "source-gone", "broken")


def test_another_teams_pass_is_not_there(begin: Callable[..., Pass], rivals: Team) -> None:
    one = begin()
    job = Job.objects.create(team=rivals, kind=access.ADVANCE, target=one.pk, steps=[])
    held = claim(job.pk)
    assert held is not None
    with pytest.raises(Exception, match="pass-gone"):
        passing.advance(held.job, Progress(held))


def test_facts_of_a_pass_done_again_replace_the_first(
    begin: Callable[..., Pass], answered_by: Callable[..., list[float]], scripted: Any
) -> None:
    begin()
    answered_by(scripted())
    count = Fact.objects.count()
    Job.objects.update(state="queued", attempts=0)
    Pass.objects.update(state="asking")
    model = scripted()
    answered_by(model)
    assert (Fact.objects.count(), model.asked) == (count, [])
