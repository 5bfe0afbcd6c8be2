"""Asking for a pass: the form, what it takes, and what it says where nothing can be asked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts.models import Endpoint, Team
from webui.jobs.models import Job
from webui.runs import access
from webui.runs.models import Pass, Run
from webui.runs.store import passes
from webui.transcripts.models import Capture, Transcript

FORM = {"client": "extractive", "target_tokens": "420"}


@pytest.fixture
def address(source: Transcript) -> str:
    return f"/t/acme/transcripts/{source.pk}/qa"


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_transcript_without_a_run_gets_one_with_its_first_pass(
    at_ada: Client, source: Transcript, address: str, work_off: Callable[[], int]
) -> None:
    assert f'href="{address}"' in text(at_ada.get(f"/t/acme/transcripts/{source.pk}"))

    asked = at_ada.post(address, FORM)
    one = Pass.objects.get()

    assert (asked.status_code, asked["Location"]) == (302, f"/t/acme/passes/{one.pk}")
    assert (one.run.kind, one.run.before, one.target_tokens, one.client) == ("qa", source, 420, "extractive")
    assert one.started_by is not None and one.started_by.get_username() == "ada"
    work_off()
    one.refresh_from_db()
    assert one.outcome == "compacted"
    assert one.started is not None and one.ended is not None and one.started < one.ended
    at_ada.post(address, FORM)
    assert Run.objects.count() == 1


def test_the_target_is_half_of_the_tokens_or_what_the_compaction_came_to(
    at_ada: Client, source: Transcript, address: str, pair: Run
) -> None:
    assert f'name="target_tokens" value="{source.tokens // 2}"' in text(at_ada.get(address))
    assert pair.tokens_after and pair.tokens_before and pair.tokens_after < pair.tokens_before
    shown = text(at_ada.get(f"/t/acme/runs/{pair.pk}/qa"))
    assert f'name="target_tokens" value="{pair.tokens_after}"' in shown
    assert f'href="/t/acme/runs/{pair.pk}/qa"' in text(at_ada.get(f"/t/acme/runs/{pair.pk}"))


def test_the_built_in_client_says_that_it_asks_no_model(at_ada: Client, address: str) -> None:
    shown = text(at_ada.get(address))

    assert "Built in: quotes only, no model. Nothing leaves this machine." in shown
    assert 'value="extractive" checked' in shown
    assert "leave this machine for" not in shown


def test_a_model_elsewhere_says_that_the_messages_leave_this_machine(at_ada: Client, address: str, acme: Team) -> None:
    for name, base in (("far", "https://models.example.org/v1"), ("near", "http://127.0.0.1:8080/v1")):
        Endpoint.objects.create(team=acme, name=name, base_url=base, model="large", changed=timezone.now())

    shown = text(at_ada.get(address))

    assert "leave this machine for models.example.org, with secrets masked" in shown
    assert "A server on this machine, 127.0.0.1." in shown
    assert 'value="far" checked' in shown, "the first model of the team is the default"


def test_settings_out_of_range_are_brought_into_it_and_told(at_ada: Client, address: str) -> None:
    given = FORM | {"summary_budget_pct": "7", "min_messages": "0", "preserve_recent": "3", "summary_instructions": " "}

    shown = text(at_ada.post(address, given, follow=True))

    assert "Share of the target for the summary: 7 is out of range, 0.95 is used." in shown
    assert "Fewest messages: 0 is out of range, 2 is used." in shown
    one = Pass.objects.get()
    assert (one.config["summary_budget_pct"], one.config["min_messages"], one.config["preserve_recent"]) == (0.95, 2, 3)
    assert one.config["summary_instructions"] is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"target_tokens": "many"}, "Target</a>: Give a whole number."),
        ({"target_tokens": "0"}, "Target</a>: Give at least 1."),
        ({"client": "gpt-of-nobody"}, "Client</a>: Choose one of these."),
        ({"preserve_recent": "x"}, "Messages kept at the end</a>: Give a whole number."),
    ],
)
def test_a_mistake_is_told_beside_its_field_and_nothing_starts(
    at_ada: Client, address: str, given: dict[str, str], said: str
) -> None:
    answer = at_ada.post(address, FORM | given)

    assert answer.status_code == 422
    assert said in text(answer)
    assert not Pass.objects.exists() and not Run.objects.exists()


def test_the_prior_is_shown_and_can_be_left_out(at_ada: Client, address: str, work_off: Callable[[], int]) -> None:
    assert "Prior summary" not in text(at_ada.get(address))
    at_ada.post(address, FORM)
    work_off()
    first = Pass.objects.get()

    shown = text(at_ada.get(address))
    assert "Pass 1 compacted this source" in shown
    assert (passes.text_of(first.final) or "")[:30] in shown
    at_ada.post(address, FORM)
    work_off()
    at_ada.post(address, FORM | {"without_prior": "on"})

    second, third = Pass.objects.order_by("attempt")[1:]
    assert (second.prior, third.prior) == (first, None)


def test_while_a_pass_runs_no_other_is_asked_over_the_same_source(at_ada: Client, address: str) -> None:
    at_ada.post(address, FORM)
    one = Pass.objects.get()

    again = at_ada.post(address, FORM)

    assert again.status_code == 409
    assert "Nothing can be asked now." in text(again) and f"/t/acme/passes/{one.pk}" in text(again)
    assert Pass.objects.count() == 1


def test_where_nothing_can_be_asked_the_page_says_why(
    at_ada: Client, source: Transcript, address: str, pair: Run
) -> None:
    Run.objects.filter(pk=pair.pk).update(before=None)
    answer = at_ada.post(f"/t/acme/runs/{pair.pk}/qa", FORM)
    assert (answer.status_code, "The messages before are not known here" in text(answer)) == (409, True)
    Capture.objects.filter(pk=source.capture_id).update(state="reading")
    assert "The messages are still being read." in text(at_ada.get(address))
    Capture.objects.filter(pk=source.capture_id).update(state="ready")
    Transcript.objects.filter(pk=source.pk).update(messages=0)
    assert "The source holds no messages" in text(at_ada.get(address))


def test_a_viewer_cannot_ask(at_vic: Client, address: str) -> None:
    assert at_vic.get(address).status_code == 403
    assert at_vic.post(address, FORM).status_code == 403
    assert not Pass.objects.exists()


def test_the_page_of_a_pass_tells_its_steps_and_ends_its_poll(
    at_ada: Client, address: str, work_off: Callable[[], int]
) -> None:
    where = at_ada.post(address, FORM)["Location"]
    htmx = {"HTTP_HX_REQUEST": "true"}

    waiting = text(at_ada.get(where))
    assert "data-poll" in waiting and "Place 1 in the queue." in waiting
    assert [name for name in ("Summarize", "Question", "Answer", "Check") if f"<b>{name}</b><span>waits" in waiting]
    seen = waiting.partition("?seen=")[2].partition('"')[0]
    assert at_ada.get(f"{where}?seen={seen}", **htmx).status_code == 204

    work_off()
    done = text(at_ada.get(f"{where}?seen={seen}", **htmx))
    assert "data-poll" not in done and "<html" not in done
    assert '<span class="word is-ok">Compacted.</span>' in done
    assert "tab=facts&amp;pass=" in done
    assert 'hx-swap-oob="innerHTML:#spoken"' in done


def test_a_running_call_shows_how_long_it_takes(at_ada: Client, address: str) -> None:
    where = at_ada.post(address, FORM)["Location"]
    job = Job.objects.get(kind=access.ADVANCE)
    begun = timezone.now() - timezone.timedelta(seconds=31)
    job.steps[0] |= {"state": "done", "started": begun.isoformat(), "ended": begun.isoformat()}
    job.steps[1] |= {"state": "running", "started": begun.isoformat()}
    job.state = "running"
    job.save()
    Pass.objects.update(state="asking")

    shown = text(at_ada.get(where))

    assert "<b>Question</b><span>31 s so far" in shown
    assert "Question is running." in shown


def test_a_waiting_pass_can_be_cancelled(at_ada: Client, at_rob: Client, address: str) -> None:
    where = at_ada.post(address, FORM)["Location"]
    assert at_rob.post(f"{where}/cancel").status_code == 404

    shown = text(at_ada.post(f"{where}/cancel", follow=True))

    assert "Cancelled." in shown and "The messages are as they were." in shown
    assert Pass.objects.get().state == "cancelled"
