"""A PostgreSQL and a Redis of the tests' own, on free ports, gone afterwards."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
import redis

from tests.postgres import free_port, new_database, programs, running, serving, wait_until

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
def another_port() -> int:
    """A second one."""
    return free_port()


@pytest.fixture
def unused_port() -> int:
    """A port that nobody listens on."""
    return free_port()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL, up to the name of the database."""
    found = programs()
    if found is None:
        pytest.skip(f"PostgreSQL is missing. {INSTALL} postgresql")
    with serving(found) as address:
        yield address


@pytest.fixture
def database_url(postgres_server: str) -> str:
    """The address of a new, empty database."""
    return new_database(postgres_server)


def redis_answers(port: int) -> bool:
    try:
        with redis.Redis(port=port, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
