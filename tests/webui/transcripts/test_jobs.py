"""A capture from the queue to its verdict, and what may go wrong on the way."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from webui.accounts.models import Team
from webui.common.errors import capture_sentence
from webui.jobs import execution, queue
from webui.jobs.models import Job
from webui.jobs.progress import Cancelled, Progress
from webui.transcripts import access, blobs, jobs, reading, store
from webui.transcripts.models import Body, Capture, Message, Transcript, Violation
from webui.transcripts.uploads import Received

Receive = Callable[..., Received]
Deliver = Callable[..., Capture]


def rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in (Transcript, Message, Body, Violation)}


def long_request(count: int) -> dict[str, Any]:
    turns = ("user", "assistant")
    texts = [{"role": turns[number % 2], "content": f"Turn {number}."} for number in range(count)]
    return {"model": "claude-sonnet-4-5", "system": "Count.", "messages": texts}


def test_a_capture_is_read_stored_and_checked(deliver: Deliver, orphan: dict[str, Any]) -> None:
    capture = deliver(orphan)

    assert (capture.state, capture.format, capture.error_code) == ("ready", "anthropic-request", "")
    job = Job.objects.get()
    assert job.state == "done"
    assert [(step["name"], step["state"], step["count"]) for step in job.steps] == [
        ("Receive", "done", capture.size),
        ("Read", "done", 4),
        ("Store", "done", 4),
        ("Check", "done", 4),
    ]
    assert rows() == {"Transcript": 1, "Message": 4, "Body": 4, "Violation": 1}


def test_a_clean_capture_has_no_violation_and_says_what_was_checked(deliver: Deliver, session: dict[str, Any]) -> None:
    transcript = deliver(session).transcripts.get()

    assert (transcript.errors, transcript.layers) == (0, "both")
    assert transcript.checked is not None


def test_a_job_done_again_leaves_the_same_rows(deliver: Deliver, orphan: dict[str, Any]) -> None:
    deliver(orphan)
    before = rows()
    Job.objects.update(state="queued", attempts=0)

    execution.perform(Job.objects.get().pk, beating=lambda held: nullcontext())

    assert rows() == before
    assert Job.objects.get().state == "done"


@pytest.mark.parametrize("halfway", ["begin", "put", "put_report"])
def test_an_attempt_that_broke_off_leaves_nothing_double(
    acme: Team, receive: Receive, work_off: Callable[[], int], monkeypatch: pytest.MonkeyPatch, halfway: str
) -> None:
    """The worker dies after a commit; the next attempt begins anew."""
    step = getattr(store, halfway)
    calls = []

    def break_once(*args: Any, **kwargs: Any) -> Any:
        calls.append(halfway)
        result = step(*args, **kwargs)
        if len(calls) == (2 if halfway == "put" else 1):
            raise RuntimeError
        return result

    monkeypatch.setattr(store, halfway, break_once)
    monkeypatch.setattr(reading, "CHUNK_MESSAGES", 3)
    store.accept(acme, None, receive(acme, long_request(10)))
    work_off()

    assert Job.objects.get().attempts == 2
    assert Capture.objects.get().state == "ready"
    assert rows() == {"Transcript": 1, "Message": 10, "Body": 10, "Violation": 0}


def test_messages_can_be_read_before_they_are_checked(
    acme: Team, receive: Receive, work_off: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, object]] = []
    judge = reading.judge

    def look(*args: Any, **kwargs: Any) -> Any:
        transcript = Transcript.objects.get()
        seen.append((len(access.messages_of(transcript, 0, 100)), transcript.checked))
        return judge(*args, **kwargs)

    monkeypatch.setattr(reading, "judge", look)
    store.accept(acme, None, receive(acme, long_request(10)))
    work_off()

    assert seen == [(10, None)]


def test_each_line_of_a_log_is_a_transcript(deliver: Deliver, session: dict[str, Any], orphan: dict[str, Any]) -> None:
    lines = b"\n".join(json.dumps(request).encode() for request in (long_request(2), orphan))

    capture = deliver(lines, name="log.jsonl")

    assert capture.format == "chat-jsonl"
    assert [(one.number, one.messages, one.errors) for one in access.transcripts_of(capture)] == [(0, 2, 0), (1, 4, 1)]


def test_one_bad_line_is_noted_and_the_others_stay(deliver: Deliver, session: dict[str, Any]) -> None:
    good = json.dumps(session).encode()

    capture = deliver(good + b"\n{oops\n" + json.dumps(long_request(2)).encode(), name="log.jsonl")

    assert (capture.state, capture.transcripts.count()) == ("ready", 2)
    assert [note["code"] for note in capture.notes] == ["jsonl-bad-line"]
    assert "2" in capture.notes[0]["at"]
    assert "oops" not in str(capture.notes)


def test_a_capture_that_cannot_be_read_says_where(acme: Team, receive: Receive, work_off: Callable[[], int]) -> None:
    capture, _ = store.accept(acme, None, receive(acme, b'{"messages": [{"role": "user",\n"content": '))
    work_off()

    capture.refresh_from_db()
    assert (capture.state, capture.error_code) == ("failed", "json-truncated")
    assert capture.error_place["line"] == 2
    assert Job.objects.get().state == "failed"
    assert rows() == {"Transcript": 0, "Message": 0, "Body": 0, "Violation": 0}


def test_a_capture_whose_file_is_gone_fails(acme: Team, receive: Receive, work_off: Callable[[], int]) -> None:
    capture, _ = store.accept(acme, None, receive(acme, long_request(2)))
    blobs.delete(capture.blob)

    work_off()

    capture.refresh_from_db()
    assert (capture.state, capture.error_code) == ("failed", "damaged-capture")


def test_a_reading_that_breaks_three_times_is_given_up_with_a_sentence(
    acme: Team, receive: Receive, work_off: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(store, "put_report", fail)
    capture, _ = store.accept(acme, None, receive(acme, long_request(2)))
    assert work_off() == 3

    capture.refresh_from_db()
    assert (capture.state, capture.error_code) == ("failed", "internal-error")
    assert capture_sentence(capture.error_code, capture.error_place).startswith("Three attempts")
    assert capture.transcripts.get().checked is None


def test_a_job_without_its_capture_fails(acme: Team, work_off: Callable[[], int]) -> None:
    queue.enqueue(acme.pk, access.CHECK, "000000000000", store.STEPS)

    work_off()

    assert (Job.objects.get().state, Job.objects.get().error_code) == ("failed", "capture-gone")


def test_a_job_of_one_team_does_not_read_the_capture_of_another(
    acme: Team, rivals: Team, receive: Receive, work_off: Callable[[], int]
) -> None:
    capture, _ = store.accept(acme, None, receive(acme, long_request(2)))
    Job.objects.all().delete()
    queue.enqueue(rivals.pk, access.CHECK, capture.pk, store.STEPS)

    work_off()

    assert Job.objects.get().error_code == "capture-gone"
    assert rows()["Transcript"] == 0


def test_a_cancelled_reading_keeps_what_it_has_and_says_so(
    acme: Team, receive: Receive, work_off: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    count = Progress.count

    def stop_at_six(self: Progress, done: int, *args: Any, step: str = "", **kwargs: Any) -> None:
        count(self, done, *args, step=step, **kwargs)
        if (step, done) == ("Store", 6):
            raise Cancelled

    monkeypatch.setattr(Progress, "count", stop_at_six)
    monkeypatch.setattr(reading, "CHUNK_MESSAGES", 3)
    capture, _ = store.accept(acme, None, receive(acme, long_request(10)))
    work_off()

    capture.refresh_from_db()
    assert capture.state == "cancelled"
    transcript = capture.transcripts.get()
    assert (transcript.messages, access.rows_of(transcript).count(), transcript.checked) == (6, 6, None)
    assert capture.notes == [{"code": "partly-stored", "at": "/messages", "reason": "6 of 10"}]


def test_a_waiting_job_that_is_cancelled_stops_its_capture(acme: Team, receive: Receive) -> None:
    capture, _ = store.accept(acme, None, receive(acme, long_request(2)))

    queue.cancel(Job.objects.get())

    capture.refresh_from_db()
    assert (capture.state, capture.error_code) == ("cancelled", "cancelled")


def test_a_wrong_guess_can_be_corrected(deliver: Deliver, work_off: Callable[[], int]) -> None:
    plain = {"messages": [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hello!"}]}
    capture = deliver(plain)
    assert capture.transcripts.get().dialect == ""
    assert set(capture.transcripts.get().dialect_alternatives) == {"anthropic", "openai-chat"}

    store.read_again(capture, dialect="openai-chat")
    work_off()

    assert capture.transcripts.get().dialect == "openai-chat"


def test_chunks_are_bounded_in_number_and_size() -> None:
    class Sized:
        def __init__(self, size: int) -> None:
            self.native = b"x" * size

    small: Any = [Sized(1)] * 1001
    large: Any = [Sized(3 * 1024 * 1024)] * 3

    assert [len(chunk) for chunk in reading.chunks(small)] == [500, 500, 1]
    assert [len(chunk) for chunk in reading.chunks(large)] == [1, 1, 1]
    assert [len(chunk) for chunk in reading.chunks([])] == [0]


def test_the_work_is_registered() -> None:
    from webui.jobs import registry

    kind = registry.kind(access.CHECK)
    assert kind is not None and (kind.work, kind.ended) == (jobs.check, jobs.ended)
