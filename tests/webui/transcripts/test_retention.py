"""What a team keeps no longer goes at night, once, and leaves what somebody pinned."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from webui.accounts.models import Team
from webui.audit.models import Event
from webui.audit.trail import Actor
from webui.audit.verification import verify
from webui.jobs.models import Job
from webui.runs.models import Run
from webui.transcripts import blobs, listeners, retention, sample
from webui.transcripts.listeners import Pinned
from webui.transcripts.models import Capture, Retention, Tombstone, Transcript

ADA = Actor("person", 7, "ada")


@pytest.fixture
def loaded(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Team:
    sample.load(acme, None)
    work_off()
    return acme


def grow_old(model: Any, days: int, **which: object) -> None:
    model.objects.filter(**which).update(created=timezone.now() - timedelta(days=days))


def night(hour: int, day: int = 2) -> datetime:
    return datetime(2026, 3, day, hour, 30, tzinfo=UTC)


@pytest.fixture
def pin() -> Iterator[Callable[[Pinned], None]]:
    found: list[Pinned] = []

    def ask(team_id: int) -> Pinned:
        return found[-1] if found else Pinned()

    listeners.on_hold(ask)
    yield found.append
    listeners._listeners.hold.remove(ask)


def test_the_preview_counts_what_the_night_takes(
    loaded: Team, work_off: Callable[[], int], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    grow_old(Capture, 31)
    grow_old(Capture, 5, name="billing-session-after-repair.json")
    old = Capture.objects.filter(created__lt=timezone.now() - timedelta(days=30))
    size = sum(old.values_list("size", flat=True))
    runs = Run.objects.count()

    ((kind, doomed),) = retention.preview(loaded, {"captures": 30}, timezone.now())
    assert (kind.name, doomed.size, doomed.kept) == ("captures", size, 0)
    assert doomed.things == ((2, "transcript"), (old.count(), "capture"))

    retention.save(loaded, {"captures": 30}, ADA)
    Retention.objects.update(ran=None)
    with django_capture_on_commit_callbacks(execute=True):
        assert retention.queue_due() == 1
        work_off()

    assert [one.name for one in Capture.objects.all()] == ["billing-session-after-repair.json"]
    assert Transcript.objects.count() == 1
    assert Run.objects.count() == runs
    assert Tombstone.objects.filter(kind="capture", policy="captures 30 days").count() == 3
    assert len(list(blobs.folder().iterdir())) == 1
    assert verify(loaded.pk).broken is None


def test_a_night_that_is_done_twice_takes_nothing_more(loaded: Team, work_off: Callable[[], int]) -> None:
    grow_old(Capture, 31)
    retention.save(loaded, {"captures": 30, "runs": 1000}, ADA)
    for _ in range(2):
        Retention.objects.update(ran=None)
        retention.queue_due()
        work_off()

    assert set(Job.objects.filter(kind=retention.RETAIN).values_list("state", flat=True)) == {"done"}
    assert Event.objects.filter(action="purged").count() == 4


def test_one_night_queues_one_job(acme: Team) -> None:
    retention.save(acme, {"runs": 30}, ADA)
    Retention.objects.update(ran=night(12, day=1))

    assert retention.queue_due(night(1)) == 0
    assert retention.queue_due(night(2)) == 1
    assert retention.queue_due(night(3)) == 0
    assert retention.queue_due(night(2, day=3)) == 1
    assert Job.objects.filter(kind=retention.RETAIN).count() == 2


def test_a_team_that_keeps_all_has_no_nights(acme: Team) -> None:
    retention.save(acme, {"runs": 30}, ADA)
    retention.save(acme, {}, ADA)
    Retention.objects.update(ran=None)
    assert retention.queue_due() == 0


def test_a_choice_made_today_waits_for_the_night(acme: Team) -> None:
    retention.save(acme, {"runs": 30}, ADA)
    assert retention.queue_due() == 0
    assert retention.next_night(night(1)) == night(2) - timedelta(minutes=30)
    assert retention.next_night(night(2)) == night(2, day=3) - timedelta(minutes=30)


def test_what_is_pinned_stays_and_is_counted(
    loaded: Team, work_off: Callable[[], int], pin: Callable[[Pinned], None]
) -> None:
    grow_old(Capture, 31)
    grow_old(Run, 31)
    run = Run.objects.filter(capture=None)[0]
    kept = Capture.objects.get(name="billing-session-before-compaction.json")
    pin(Pinned(frozenset([kept.pk]), frozenset([run.pk])))

    counted = {kind.name: doomed.kept for kind, doomed in retention.preview(
        loaded, {"captures": 30, "runs": 30}, timezone.now()
    )}  # fmt: skip
    assert counted == {"captures": 1, "runs": 1}
    retention.save(loaded, {"captures": 30, "runs": 30}, ADA)
    Retention.objects.update(ran=None)
    retention.queue_due()
    work_off()

    assert [one.pk for one in Capture.objects.all()] == [kept.pk]
    assert [one.pk for one in Run.objects.all()] == [run.pk]


def test_a_choice_is_on_the_trail(acme: Team) -> None:
    assert retention.save(acme, {"captures": 30}, ADA)
    assert not retention.save(acme, {"captures": 30}, ADA)

    (event,) = Event.objects.filter(action="retention-changed")
    assert event.was.startswith("captures for ever, runs for ever")
    assert event.now.startswith("captures 30 days, runs for ever")


def test_files_that_no_row_names_are_removed_after_a_day(data_dir: Path) -> None:
    writer = blobs.Writer()
    name = blobs.keep(writer.finish())
    named = blobs.keep(blobs.Writer().finish())

    assert blobs.forget_strays([named]) == 0
    assert blobs.forget_strays([named], older_than=-1) == 1
    assert not blobs.path_of(name).exists()
    assert blobs.path_of(named).exists()
