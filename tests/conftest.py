"""What every test may rely on: no network, a data folder of its own, and jobs without a worker."""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import hypothesis
import pytest

pytest_plugins = ["tests.llm_server"]

# A slow machine is no fault; in CI the same examples are tried each time, so that a result can be repeated.
hypothesis.settings.register_profile("product", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("product")

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost", ""})


@pytest.fixture(autouse=True)
def network_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test talk to another machine."""
    connect = socket.socket.connect

    def only_here(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise OSError("tests reach no network")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", only_here)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """A database whose tables can be emptied: between transactional tests Django deletes every row, events too."""
    from django.db import connection

    from webui.audit.guards import REMOVAL

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {REMOVAL}")


@pytest.fixture
def data_dir(settings: Any, tmp_path: Path) -> Path:
    """An empty data folder that the settings name for one test."""
    for name in ("blobs", "tmp", "queue"):
        (tmp_path / name).mkdir()
    settings.DATA = tmp_path
    settings.BLOBS = tmp_path / "blobs"
    settings.QUEUE = tmp_path / "queue"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "tmp"
    return tmp_path


@pytest.fixture
def work_off() -> Callable[[], int]:
    """Do every waiting job here and now, in order; return how many there were."""
    from webui.jobs.execution import perform
    from webui.jobs.models import Job

    def run() -> int:
        count = 0
        while job := Job.objects.filter(state=Job.State.QUEUED).order_by("pk").first():
            if not perform(job.pk, beating=lambda held: nullcontext()):
                break
            count += 1
        return count

    return run


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of third-party captures beside the repository; skips where it is absent."""
    folder = Path(os.environ.get("SHARED") or Path(__file__).parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip("the folder with third-party captures is not here")
    return folder


CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium; skips where there is none."""
    program = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip("Chromium is missing. On Debian: apt-get install chromium")
    # Chromium's sandbox refuses to run as root.
    flags = [*CHROMIUM_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return {**browser_type_launch_args, "executable_path": program, "args": flags}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[Any]:
    """In CI a browser or service test that skips has failed: the machine is to have what it needs."""
    report = yield
    needed = item.get_closest_marker("browser") or item.get_closest_marker("service")
    if report.skipped and needed and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report
