"""Messages in a folder: whole, once, in order, whatever happens to the folder."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.simple import SimpleQueue

from webui.jobs.transport import Transport


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "queue"


def connect(folder: Path) -> Connection:
    return Connection(
        transport=Transport, hostname="localhost", transport_options={"folder": str(folder), "polling_interval": 0.005}
    )


@pytest.fixture
def queue(folder: Path) -> Iterator[SimpleQueue]:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("jobs")
        yield queue
        queue.close()


def take(queue: SimpleQueue) -> object:
    message = queue.get_nowait()
    message.ack()
    return message.payload


def test_messages_come_back_in_order(queue: SimpleQueue) -> None:
    for number in range(20):
        queue.put({"job": number})

    assert [take(queue) for _ in range(20)] == [{"job": number} for number in range(20)]
    with pytest.raises(Empty):
        queue.get_nowait()


def test_nothing_is_left_in_the_folder(queue: SimpleQueue, folder: Path) -> None:
    queue.put({"job": 1})
    take(queue)

    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_message_of_another_queue_stays(queue: SimpleQueue, folder: Path) -> None:
    with connect(folder) as connection:
        other = connection.SimpleQueue("other")
        other.put({"job": 1})
        with pytest.raises(Empty):
            queue.get_nowait()
        assert take(other) == {"job": 1}
        other.close()


def test_the_size_counts_and_a_purge_empties(queue: SimpleQueue) -> None:
    for number in range(3):
        queue.put({"job": number})

    assert queue.qsize() == 3
    assert queue.clear() == 3
    assert queue.qsize() == 0


def test_a_message_that_was_not_acknowledged_returns(folder: Path) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("jobs")
        queue.put({"job": 1})
        queue.get_nowait()
    with connect(folder) as connection:
        again = connection.SimpleQueue("jobs")
        assert take(again) == {"job": 1}
        again.close()


def test_a_half_written_message_is_not_seen(queue: SimpleQueue, folder: Path) -> None:
    queue.put({"job": 1})
    (whole,) = folder.glob("*.msg")
    whole.rename(folder / f".{whole.name}.part")

    assert queue.qsize() == 0
    with pytest.raises(Empty):
        queue.get_nowait()


def test_a_deleted_folder_is_empty_and_is_made_again(queue: SimpleQueue, folder: Path) -> None:
    queue.put({"job": 1})
    shutil.rmtree(folder)

    assert queue.qsize() == 0
    with pytest.raises(Empty):
        queue.get_nowait()
    queue.put({"job": 2})
    assert take(queue) == {"job": 2}


def test_many_writers_and_readers_lose_and_repeat_nothing(folder: Path) -> None:
    writers, each = 3, 60
    taken: list[int] = []
    full = threading.Event()

    def write(first: int) -> None:
        with connect(folder) as connection:
            queue = connection.SimpleQueue("jobs")
            for number in range(first, first + each):
                queue.put(number)
            queue.close()

    def read() -> None:
        with connect(folder) as connection:
            queue = connection.SimpleQueue("jobs")
            while not full.is_set():
                try:
                    taken.append(int(str(take(queue))))
                except Empty:
                    full.wait(0.001)
                if len(taken) >= writers * each:
                    full.set()
            queue.close()

    threads = [threading.Thread(target=write, args=(number * each,)) for number in range(writers)]
    threads += [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert sorted(taken) == list(range(writers * each))
