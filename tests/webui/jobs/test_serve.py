"""`manage.py serve` with real processes: one at a time, nothing lost, nothing left behind."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

pytestmark = pytest.mark.slow
T = TypeVar("T")
ROOT = Path(__file__).parents[3]


def wait_for(what: Callable[[], T], seconds: float = 30) -> T:
    """Return the first true value within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := what():
            return value
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain")


class Served:
    """One data folder and the supervisor on it."""

    def __init__(self, data: Path, static: Path) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.env = {
            "PATH": os.environ["PATH"],
            "DATA_DIR": str(data),
            "STATIC_ROOT": str(static),
            "DJANGO_SETTINGS_MODULE": "tests.probe.settings",
        }
        self.process: subprocess.Popen[str] | None = None

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "manage.py", *arguments]

    def start(self) -> str:
        """Start and return the first line, printed once the web answers."""
        command = self.command("serve", "--bind", f"127.0.0.1:{self.port}")
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def call(self, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=60, check=False
        )

    def enqueue(self, kind: str, target: str = "0") -> int:
        return int(self.call("enqueue", kind, target).stdout)

    def job(self, pk: int) -> tuple[str, int, str]:
        with closing(sqlite3.connect(self.data / "db.sqlite3", timeout=20)) as database:
            return database.execute("SELECT state, attempts, error_code FROM jobs_job WHERE id = ?", [pk]).fetchone()

    def marks(self) -> list[str]:
        file = self.data / "marks"
        return file.read_text().splitlines() if file.exists() else []

    def processes(self) -> dict[int, str]:
        """Every live process that serves this data folder, by its environment."""
        found = {}
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and f"DATA_DIR={self.data}\0".encode() in (entry / "environ").read_bytes():
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
        return found

    def worker(self) -> int:
        """The process id of the worker, once there is one."""
        return wait_for(lambda: next((pid for pid, line in self.processes().items() if " celery " in line), 0))

    def stop(self) -> float:
        """Press Ctrl-C; return how many seconds the end took."""
        assert self.process
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=20)
        assert self.process.returncode == 0
        return time.monotonic() - began


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("static")


@pytest.fixture
def served(tmp_path: Path, static: Path) -> Iterator[Served]:
    if not Path("/proc/self/environ").exists():
        pytest.skip("processes are looked up in /proc")
    served = Served(tmp_path / "data", static)
    yield served
    if served.process:
        served.process.kill()
        served.process.communicate()
    for pid in served.processes():
        os.kill(pid, signal.SIGKILL)


def test_one_start_serves_and_a_second_is_refused_in_one_sentence(served: Served) -> None:
    said = served.start()
    assert said.startswith(f"Open http://127.0.0.1:{served.port}/")
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/readyz", timeout=5) as answer:
        assert answer.status == 200

    second = served.call("serve", "--bind", "127.0.0.1:1")

    assert second.returncode == 1
    assert second.stderr.strip() == f"Compaction Review already runs on {served.data}."

    other = Served(served.data.parent / "other", Path(served.env["STATIC_ROOT"]))
    taken = other.call("serve", "--bind", f"127.0.0.1:{served.port}")

    assert taken.returncode == 1
    assert taken.stderr.strip().startswith(f"127.0.0.1:{served.port} is taken")
    assert served.stop() < 10
    assert served.processes() == {}


def test_ctrl_c_hands_running_work_back_and_the_next_start_does_it(served: Served) -> None:
    served.start()
    pk = served.enqueue("long", "12")
    wait_for(lambda: served.marks() == [f"began {pk} 1"])

    assert served.stop() < 10
    assert served.processes() == {}
    assert served.job(pk)[:2] == ("queued", 0)

    served.start()
    wait_for(lambda: served.marks() == [f"began {pk} 1"] * 2, 20)
    served.stop()


def test_a_killed_worker_is_started_again_and_its_job_done_once_within_30_seconds(served: Served) -> None:
    served.start()
    pk = served.enqueue("long", "3")
    wait_for(lambda: served.marks() == [f"began {pk} 1"])
    began = time.monotonic()

    os.kill(served.worker(), signal.SIGKILL)

    wait_for(lambda: served.job(pk)[0] == "done", 30)
    assert time.monotonic() - began < 30
    assert served.marks() == [f"began {pk} 1", f"began {pk} 2", f"stored {pk} 2"]


def test_work_that_counts_nothing_for_longer_than_the_lease_is_not_taken_away(served: Served) -> None:
    served.start()
    pk = served.enqueue("busy", "14")

    wait_for(lambda: served.job(pk)[0] == "done", 40)

    assert served.marks() == [f"began {pk} 1", f"stored {pk} 1"]


def test_jobs_are_worked_off_after_the_queue_folder_was_deleted(served: Served) -> None:
    served.start()
    first = served.enqueue("quick")
    wait_for(lambda: served.job(first)[0] == "done")
    worker = served.worker()

    shutil.rmtree(served.data / "queue")
    second = served.enqueue("quick")

    wait_for(lambda: served.job(second)[0] == "done")
    assert served.worker() == worker


def test_a_job_whose_ring_was_lost_is_done_by_the_next_worker(served: Served) -> None:
    served.call("setup")
    pk = served.enqueue("quick")
    assert len(list((served.data / "queue").glob("*.msg"))) == 1
    shutil.rmtree(served.data / "queue")

    served.start()

    wait_for(lambda: served.job(pk)[0] == "done")


def test_a_job_that_kills_its_worker_is_given_up_and_others_go_on(served: Served) -> None:
    served.start()
    poison = served.enqueue("poison")
    wait_for(lambda: served.job(poison) == ("failed", 3, "worker-lost"), 90)
    good = served.enqueue("quick")

    wait_for(lambda: served.job(good)[0] == "done")
    assert served.marks()[:3] == [f"began {poison} {attempt}" for attempt in (1, 2, 3)]


def test_nothing_outlives_a_killed_supervisor(served: Served) -> None:
    served.start()
    served.worker()
    assert served.process

    served.process.kill()

    wait_for(lambda: not served.processes(), 15)
