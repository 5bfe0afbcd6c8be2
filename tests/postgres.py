"""A PostgreSQL of the tests' own, on a free port, gone afterwards; and how to wait for programs."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def serving(programs: Path) -> Iterator[str]:
    """Run a PostgreSQL while a block lasts; the block gets its address, up to the name of the database."""
    port = free_port()
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="review-postgres-"))
    try:
        if user:
            # PostgreSQL refuses to run as root.
            account = pwd.getpwnam(user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = folder / "data"
        make = [programs / "initdb", "-D", data, "-U", "review", "-A", "trust", "-N", "--locale=C", "-E", "UTF8"]
        subprocess.run(make, user=user, group=user, cwd=folder, check=True, capture_output=True, timeout=120)
        serve = [programs / "postgres", "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1", "-F"]
        with running([str(word) for word in serve], user=user, cwd=folder):
            address = f"postgresql://review@127.0.0.1:{port}"
            wait_until(lambda: answers(address))
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str) -> str:
    """Make an empty database; return its address."""
    name = f"review_{time.time_ns()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


class running:
    """A program that runs while the block does; SIGINT ends both servers at once and cleanly."""

    def __init__(
        self, command: list[str], user: str | None = None, cwd: Path | None = None, env: dict[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            command,
            user=user,
            group=user,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> None:
        return None

    def __exit__(self, *args: object) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def programs() -> Path | None:
    """The folder of initdb and postgres: Debian keeps it off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).resolve().parent if on_path else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(address: str) -> bool:
    try:
        psycopg.connect(f"{address}/postgres", connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


def wait_until(answers: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not answers():
        if time.monotonic() > until:
            raise AssertionError(f"no answer within {seconds} s")
        time.sleep(0.1)
