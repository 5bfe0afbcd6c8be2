"""Jobs over real connections: a prefork worker on PostgreSQL and Redis."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
import redis

pytestmark = pytest.mark.service
T = TypeVar("T")
ROOT = Path(__file__).parents[2]
FLAGS = ["--pool=prefork", "--concurrency=2", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def wait_for(what: Callable[[], T], seconds: float = 40) -> T:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := what():
            return value
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain")


class Team:
    """The team deployment's worker, and what a web process would do."""

    def __init__(self, data: Path, database: str, broker: str) -> None:
        self.data, self.database = data, database
        self.env = {
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(data),
            "STATIC_ROOT": str(data / "static"),
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "SECRET_KEY": "0123456789abcdef" * 4,
            "DJANGO_SETTINGS_MODULE": "tests.probe.settings",
        }
        self.worker: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, stdout=subprocess.PIPE, text=True, timeout=60, check=True
        ).stdout

    def start_worker(self) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "celery", "--app=webui.config", "--quiet", "worker", *FLAGS]
        self.worker = subprocess.Popen(command, cwd=ROOT, env=self.env, start_new_session=True)

    def stop_worker(self, number: int = signal.SIGTERM) -> None:
        if self.worker:
            os.killpg(self.worker.pid, number) if number == signal.SIGKILL else self.worker.terminate()
            self.worker.wait(40)

    def enqueue(self, kind: str, target: str = "0", count: int = 1) -> list[int]:
        return [int(line) for line in self.manage("enqueue", kind, target, str(count)).split()]

    def job(self, pk: int) -> tuple[str, int, str]:
        with psycopg.connect(self.database) as connection:
            row = connection.execute("SELECT state, attempts, error_code FROM jobs_job WHERE id = %s", [pk]).fetchone()
        assert row
        return row

    def marks(self) -> list[str]:
        file = self.data / "marks"
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def team(tmp_path: Path, database_url: str, redis_url: str) -> Iterator[Team]:
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    team = Team(tmp_path, database_url, redis_url)
    team.manage("setup")
    yield team
    if team.worker and team.worker.poll() is None:
        team.stop_worker(signal.SIGKILL)


def test_jobs_are_done_once_each(team: Team) -> None:
    team.start_worker()
    jobs = team.enqueue("quick", count=30)

    wait_for(lambda: len(team.marks()) >= 30 and team.job(jobs[-1])[0] == "done")
    team.stop_worker()

    assert sorted(team.marks()) == sorted(f"stored {pk} 1" for pk in jobs)
    assert {team.job(pk) for pk in jobs} == {("done", 1, "")}


def test_a_killed_worker_s_job_is_done_once_by_the_next(team: Team) -> None:
    team.start_worker()
    (pk,) = team.enqueue("long", "3")
    wait_for(lambda: team.marks() == [f"began {pk} 1"])

    team.stop_worker(signal.SIGKILL)
    began = time.monotonic()
    team.start_worker()

    wait_for(lambda: team.job(pk)[0] == "done")
    assert time.monotonic() - began < 30
    assert team.marks() == [f"began {pk} 1", f"began {pk} 2", f"stored {pk} 2"]


def test_a_worker_that_is_told_to_stop_hands_its_job_back(team: Team) -> None:
    team.start_worker()
    (pk,) = team.enqueue("long", "20")
    wait_for(lambda: team.marks() == [f"began {pk} 1"])
    began = time.monotonic()

    team.stop_worker()

    assert time.monotonic() - began < 10
    assert team.job(pk)[:2] == ("queued", 0)


def test_jobs_wait_while_redis_is_down_and_are_done_when_it_is_there(team: Team) -> None:
    there = team.env["REDIS_URL"]
    team.env["REDIS_URL"] = "redis://127.0.0.1:1/0"
    began = time.monotonic()
    (pk,) = team.enqueue("quick")
    assert time.monotonic() - began < 40
    assert team.job(pk) == ("queued", 0, "")

    team.env["REDIS_URL"] = there
    team.start_worker()

    wait_for(lambda: team.job(pk) == ("done", 1, ""))
    assert team.manage("worker_alive") == ""


def test_rings_that_redis_lost_are_rung_again(team: Team) -> None:
    jobs = team.enqueue("quick", count=3)
    with redis.Redis.from_url(team.env["REDIS_URL"]) as client:
        assert client.llen("jobs") == 3
        client.flushall()

    team.start_worker()

    wait_for(lambda: {team.job(pk)[0] for pk in jobs} == {"done"})


def test_a_worker_lives_through_a_restart_of_redis(
    team: Team, redis_at: Callable[[int], AbstractContextManager[str]], unused_port: int
) -> None:
    with redis_at(unused_port) as address:
        team.env["REDIS_URL"] = address
        team.start_worker()
        (first,) = team.enqueue("quick")
        wait_for(lambda: team.job(first)[0] == "done")
    (second,) = team.enqueue("quick")
    assert team.job(second) == ("queued", 0, "")

    with redis_at(unused_port):
        wait_for(lambda: team.job(second) == ("done", 1, ""), 60)
        assert team.worker
        assert team.worker.poll() is None
        team.stop_worker()
