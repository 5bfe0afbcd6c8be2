"""One attempt at a job, and what the row says afterwards."""

from collections.abc import Callable

import pytest

from webui.jobs import queue, stopping
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress

Perform = Callable[[int], bool]
Register = Callable[..., None]


def test_work_that_ends_well_is_done_with_its_steps(job: Job, register: Register, perform: Perform) -> None:
    def work(job: Job, progress: Progress) -> None:
        progress.start("read", total=3)
        progress.count(3)
        progress.done("read")
        progress.skip("check", "nothing-to-check")

    register(work)
    assert perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.attempts, job.error_code) == ("done", 1, "")
    assert [(s["name"], s["state"], s["count"], s["total"], s["reason"]) for s in job.steps] == [
        ("read", "done", 3, 3, ""),
        ("check", "skipped", 0, None, "nothing-to-check"),
    ]
    assert job.finished is not None


def test_an_app_is_not_told_of_a_job_that_ended_well(job: Job, register: Register, perform: Perform) -> None:
    ended: list[int] = []
    register(lambda job, progress: None, ended=lambda job: ended.append(job.pk))
    perform(job.pk)

    assert ended == []


def test_a_job_delivered_twice_runs_once(job: Job, register: Register, perform: Perform) -> None:
    runs: list[int] = []
    register(lambda job, progress: runs.append(job.pk))

    assert [perform(job.pk), perform(job.pk)] == [True, False]
    assert runs == [job.pk]


def test_a_job_delivered_again_while_it_runs_is_left_alone(job: Job, register: Register, perform: Perform) -> None:
    second: list[bool] = []
    register(lambda job, progress: second.append(perform(job.pk)))

    perform(job.pk)

    assert second == [False]


def test_work_that_cannot_succeed_is_not_tried_again(job: Job, register: Register, perform: Perform) -> None:
    ended: list[tuple[str, str]] = []

    def work(job: Job, progress: Progress) -> None:
        progress.start("read")
        raise JobFailed("unknown-format")

    register(work, ended=lambda job: ended.append((job.state, job.error_code)))
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code, job.attempts) == ("failed", "unknown-format", 1)
    assert (job.steps[0]["state"], job.steps[0]["reason"]) == ("failed", "unknown-format")
    assert ended == [("failed", "unknown-format")]


def test_an_app_that_breaks_at_the_end_does_not_keep_the_job_from_ending(
    job: Job, register: Register, perform: Perform, caplog: pytest.LogCaptureFixture
) -> None:
    def work(job: Job, progress: Progress) -> None:
        raise JobFailed("unknown-format")

    def ended(job: Job) -> None:
        raise LookupError

    register(work, ended=ended)
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "unknown-format")
    assert "end of job not noted" in caplog.text


def test_work_that_breaks_is_tried_three_times_in_all(job: Job, register: Register, perform: Perform) -> None:
    ended: list[str] = []

    def work(job: Job, progress: Progress) -> None:
        raise ValueError("secret content of a capture")

    register(work, ended=lambda job: ended.append(job.error_code))

    states = []
    for _ in range(4):
        perform(job.pk)
        job.refresh_from_db()
        states.append((job.state, job.attempts, job.error_code))

    assert states == [
        ("queued", 1, ""),
        ("queued", 2, ""),
        ("failed", 3, "internal-error"),
        ("failed", 3, "internal-error"),
    ]
    assert ended == ["internal-error"]


def test_the_log_of_a_broken_job_holds_no_message(
    job: Job, register: Register, perform: Perform, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    from webui.common.reports import PlacesOnly

    def work(job: Job, progress: Progress) -> None:
        raise ValueError("secret content of a capture")

    caplog.handler.setFormatter(PlacesOnly("{message}", style="{"))
    register(work)
    perform(job.pk)

    assert "ValueError" in caplog.text
    assert f"job={job.pk}" in caplog.text
    assert "secret" not in caplog.text


def test_steps_that_run_at_once_are_counted_by_name(job: Job, register: Register, perform: Perform) -> None:
    def work(job: Job, progress: Progress) -> None:
        progress.start("read", total=9)
        progress.start("check")
        progress.count(4, step="check")
        progress.count(7, step="read")
        progress.done("check")
        progress.count(1, step="check")

    register(work)
    perform(job.pk)

    job.refresh_from_db()
    assert [(step["name"], step["count"], step["total"]) for step in job.steps] == [("read", 7, 9), ("check", 4, None)]


def test_a_stopping_worker_hands_the_job_back_uncounted(job: Job, register: Register, perform: Perform) -> None:
    def work(job: Job, progress: Progress) -> None:
        progress.start("read")
        stopping.stop()
        progress.count(1)
        raise AssertionError("count did not end the work")

    register(work)
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.attempts, job.worker, job.announced) == ("queued", 0, "", None)


def test_a_stopping_worker_begins_nothing(job: Job, register: Register, perform: Perform) -> None:
    register(lambda job, progress: None)
    stopping.stop()

    assert not perform(job.pk)


def test_cancelled_work_ends_at_its_next_step(job: Job, register: Register, perform: Perform) -> None:
    reached: list[str] = []

    def work(job: Job, progress: Progress) -> None:
        queue.cancel(job)
        assert progress.cancelled()
        reached.append("before")
        progress.start("read")
        reached.append("after")

    register(work)
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code) == ("cancelled", "cancelled")
    assert reached == ["before"]


def test_a_worker_that_lost_its_job_writes_nothing(job: Job, register: Register, perform: Perform) -> None:
    stored: list[str] = []

    def work(job: Job, progress: Progress) -> None:
        Job.objects.filter(pk=job.pk).update(worker="other", attempts=2)
        with progress.holding():
            stored.append("result")

    register(work)
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.worker, job.attempts) == ("running", "other", 2)
    assert stored == []


def test_a_kind_nobody_registered_fails_with_a_code(team: object, job: Job, perform: Perform) -> None:
    perform(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "unknown-kind")
