"""Work that comes round: once in a period, by whoever comes first, again when it broke."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from webui.jobs import registry
from webui.jobs.models import Timed
from webui.jobs.sweep import sweep
from webui.jobs.timed import do_due

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def every(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Register hourly work under a name, as the only timed work there is."""
    monkeypatch.setattr(registry, "_timed", {})
    yield lambda work: registry.every("chores", HOUR, work)


def test_it_is_done_at_once_and_then_once_in_a_period(every: Callable[[Callable[[], None]], None]) -> None:
    done: list[int] = []
    every(lambda: done.append(1))

    assert [do_due(NOON), do_due(NOON), do_due(NOON + HOUR - timedelta(seconds=1))] == [1, 0, 0]
    assert do_due(NOON + HOUR) == 1
    assert len(done) == 2


def test_of_two_workers_one_does_it(every: Callable[[Callable[[], None]], None]) -> None:
    done: list[int] = []

    def work() -> None:
        done.append(1)
        assert do_due(NOON) == 0, "another worker sweeps meanwhile"

    every(work)
    assert do_due(NOON) == 1
    assert done == [1]


def test_what_broke_is_tried_again_after_a_minute(every: Callable[[Callable[[], None]], None]) -> None:
    tries: list[int] = []

    def work() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("no")

    every(work)
    do_due(NOON)
    do_due(NOON + timedelta(seconds=59))
    assert len(tries) == 1
    do_due(NOON + timedelta(seconds=60))
    do_due(NOON + timedelta(seconds=120))
    assert len(tries) == 2


def test_the_sweep_does_it(every: Callable[[Callable[[], None]], None]) -> None:
    done: list[int] = []
    every(lambda: done.append(1))
    sweep()
    sweep()
    assert done == [1]


def test_rows_of_work_that_nobody_registers_any_more_are_left_alone(
    every: Callable[[Callable[[], None]], None],
) -> None:
    Timed.objects.create(name="gone", due=NOON)
    assert do_due(NOON) == 0
    assert Timed.objects.get().due == NOON
