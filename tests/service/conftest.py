"""A PostgreSQL and a Redis of the tests' own, on free ports, gone afterwards."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

INSTALL = "On Debian: apt-get install"


@pytest.fixture(scope="session")
def redis_at() -> Callable[[int], AbstractContextManager[str]]:
    """Run an empty Redis on a port while a block lasts; the block gets its address."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip(f"redis-server is missing. {INSTALL} redis-server")

    @contextmanager
    def run(port: int) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="review-redis-") as folder:
            command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
            with running(command):
                wait_until(lambda: redis_answers(port))
                yield f"redis://127.0.0.1:{port}/0"

    return run


@pytest.fixture(scope="session")
def redis_url(redis_at: Callable[[int], AbstractContextManager[str]]) -> Iterator[str]:
    """The address of a Redis that runs for the whole session."""
    with redis_at(free_port()) as address:
        yield address


@pytest.fixture
def unused_port() -> int:
    """A port that nobody listens on."""
    return free_port()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL, up to the name of the database."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip(f"PostgreSQL is missing. {INSTALL} postgresql")
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
            wait_until(lambda: postgres_answers(address))
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database_url(postgres_server: str) -> Iterator[str]:
    """The address of a new, empty database."""
    name = f"review_{time.time_ns()}"
    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{postgres_server}/{name}"


class running:
    """A program that runs while the block does; SIGINT ends both servers at once and cleanly."""

    def __init__(self, command: list[str], user: str | None = None, cwd: Path | None = None) -> None:
        self.process = subprocess.Popen(
            command,
            user=user,
            group=user,
            cwd=cwd,
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


def postgres_programs() -> Path | None:
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


def redis_answers(port: int) -> bool:
    try:
        with redis.Redis(port=port, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def postgres_answers(address: str) -> bool:
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
