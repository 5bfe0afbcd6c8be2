"""The start of a team, its captures, and one capture on its way."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from compaction.formats import FORMATS
from webui.accounts.models import Team
from webui.jobs.models import Job
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Capture, Transcript

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def waiting(acme: Team, receive: Callable[..., uploads.Received], session: dict[str, Any]) -> Capture:
    """A capture that no worker has taken yet."""
    return arrival.take(acme, None, receive(acme, session, "waiting.json"), source="page")[0]


def test_an_empty_team_is_offered_the_sample(at_ada: Client) -> None:
    page = at_ada.get("/t/acme/").content.decode()

    assert "Nothing has been uploaded yet" in page
    assert 'action="/t/acme/sample"' in page


def test_a_team_with_captures_starts_at_their_list(at_ada: Client, broken: Transcript) -> None:
    assert at_ada.get("/t/acme/")["Location"] == "/t/acme/captures"
    page = at_ada.get("/t/acme/captures").content.decode()
    assert "nightly.json" in page
    assert "Would be refused" in page


def test_one_click_loads_the_sample(
    at_ada: Client, data_dir: object, work_off: Callable[[], int], django_capture_on_commit_callbacks: Any
) -> None:
    answer = at_ada.post("/t/acme/sample", follow=True)
    work_off()

    assert "The sample is loaded: 3 captures of one session." in answer.content.decode()
    page = at_ada.get("/t/acme/transcripts").content.decode()
    assert page.count("Would be accepted</span>") == 2
    assert page.count("Would be refused</span>") == 1


def test_a_waiting_capture_says_its_place_and_can_be_cancelled(at_ada: Client, waiting: Capture) -> None:
    page = at_ada.get(f"/t/acme/captures/{waiting.pk}").content.decode()

    assert "Place 1 in the queue." in page
    assert "data-poll" in page
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page

    at_ada.post(f"/t/acme/captures/{waiting.pk}/cancel")

    page = at_ada.get(f"/t/acme/captures/{waiting.pk}").content.decode()
    assert "The reading was cancelled." in page
    assert "data-poll" not in page


def test_what_is_wrong_with_a_capture_is_exported_from_its_page(at_ada: Client, broken: Transcript) -> None:
    page = at_ada.get(f"/t/acme/captures/{broken.capture_id}").content.decode()

    for format in ("sarif", "junit", "markdown", "csv", "jsonl", "json"):
        address = f"/api/v1/captures/{broken.capture_id}/violations?format={format}"
        assert f'href="{address}"' in page
        assert broken.capture.name in at_ada.get(address).content.decode()


def test_a_capture_that_is_being_read_has_nothing_to_export(at_ada: Client, waiting: Capture) -> None:
    assert "violations?format=" not in at_ada.get(f"/t/acme/captures/{waiting.pk}").content.decode()


def test_an_absent_worker_is_told_in_words_after_60_seconds(at_ada: Client, waiting: Capture) -> None:
    Job.objects.update(created=timezone.now() - timedelta(seconds=61))

    page = at_ada.get(f"/t/acme/captures/{waiting.pk}").content.decode()

    assert "No worker has taken this in 60 seconds." in page
    assert "start one with <code>./run</code>" not in page, "only maintainers are told why"


def test_a_poll_without_news_is_answered_204(at_ada: Client, waiting: Capture, work_off: Callable[[], int]) -> None:
    address = f"/t/acme/captures/{waiting.pk}"
    page = at_ada.get(address).content.decode()
    poll = page.split('hx-get="')[1].split('"')[0]

    same = at_ada.get(poll, **HTMX)
    work_off()
    news = at_ada.get(poll, **HTMX)

    assert (same.status_code, same.content) == (204, b"")
    assert news.status_code == 200
    assert "<html" not in news.content.decode()
    assert "data-poll" not in news.content.decode()
    assert "Open the transcript" in news.content.decode()


def test_steps_say_what_was_done_with_counts(at_ada: Client, broken: Transcript) -> None:
    page = at_ada.get(f"/t/acme/captures/{broken.capture_id}").content.decode()

    assert page.count('<li class="done">') == 4
    assert "4 messages" in page
    assert "data-poll" not in page


def test_a_failed_capture_says_why_where_and_what_to_do(
    at_ada: Client, acme: Team, receive: Callable[..., uploads.Received], work_off: Callable[[], int]
) -> None:
    from webui.transcripts import store

    cut = store.accept(acme, None, receive(acme, b'{"messages": [{"role": "user", "content": "secret-marker'))[0]
    work_off()

    page = at_ada.get(f"/t/acme/captures/{cut.pk}").content.decode()

    assert "The JSON ends inside a value: the file seems cut off." in page
    assert "line 1, column" in page
    assert "json-truncated" in page
    assert "secret-marker" not in page
    assert "not reached" in page


def test_masked_secrets_are_counted_and_never_shown(
    at_ada: Client, deliver: Callable[..., Capture], session: dict[str, Any]
) -> None:
    secret = "sk-ant-api03-" + "A1b2C3d4" * 6
    session["messages"][0]["content"] = f"my key is {secret}"
    capture = deliver(session)
    transcript = capture.transcripts.get()

    page = at_ada.get(f"/t/acme/captures/{capture.pk}").content.decode()
    text = at_ada.get(f"/t/acme/transcripts/{transcript.pk}?open=0").content.decode()

    assert sum(capture.redactions.values()) == 1
    assert f"<dt>{next(iter(capture.redactions))}</dt><dd>1</dd>" in page
    assert secret not in page + text
    assert 'title="Masked before it was stored">redacted: ' in text


def test_notes_name_the_lines_that_were_left_out(at_ada: Client, deliver: Callable[..., Capture], session: Any) -> None:
    import json

    line = json.dumps(session).encode()
    capture = deliver(line + b"\n{broken\n" + line.replace(b"early", b"late") + b"\n", name="log.jsonl")

    page = at_ada.get(f"/t/acme/captures/{capture.pk}").content.decode()

    assert capture.transcripts.count() == 2
    assert "A line cannot be read and was left out." in page
    assert "At line 2." in page


def test_a_capture_is_read_again_as_another_dialect(
    at_ada: Client, deliver: Callable[..., Capture], work_off: Callable[[], int]
) -> None:
    capture = deliver([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}])

    answer = at_ada.post(f"/t/acme/captures/{capture.pk}/read-again", {"format": "auto", "dialect": "anthropic"})
    work_off()

    assert answer.status_code == 302
    assert capture.transcripts.get().dialect == "anthropic"


def test_reading_again_takes_only_known_values(at_ada: Client, broken: Transcript) -> None:
    answer = at_ada.post(f"/t/acme/captures/{broken.capture_id}/read-again", {"format": "nonsense"}, follow=True)

    assert "Choose a format and a dialect from the lists." in answer.content.decode()
    assert Job.objects.count() == 1


def test_every_format_that_is_read_is_offered_before_and_after(at_ada: Client, broken: Transcript) -> None:
    for address in ("/t/acme/captures/new", f"/t/acme/captures/{broken.capture_id}"):
        page = at_ada.get(address).content.decode()
        assert [one.id for one in FORMATS if one.readable and f'<option value="{one.id}"' not in page] == []


def test_an_archive_that_was_taken_for_something_else_is_read_again(
    at_ada: Client, deliver: Callable[..., Capture], work_off: Callable[[], int], session: dict[str, Any]
) -> None:
    request = {"method": "POST", "url": "https://x/v1/messages", "postData": {"text": json.dumps(session)}}
    capture = deliver({"log": {"entries": [{"request": request}]}}, format="messages-array")
    assert (capture.state, capture.error_code) == ("failed", "no-messages")

    at_ada.post(f"/t/acme/captures/{capture.pk}/read-again", {"format": "auto", "dialect": "auto"})
    work_off()

    capture.refresh_from_db()
    assert (capture.state, capture.format, capture.transcripts.count()) == ("ready", "har", 1)
    page = at_ada.get(f"/t/acme/captures/{capture.pk}").content.decode()
    assert "/log/entries/0 messages" in page
