"""A full disk: an upload is refused with a sentence, and leaves no half of anything."""

import errno
import json
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, OperationalError
from django.test import Client

from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.jobs.models import Job
from webui.runs.models import Run
from webui.transcripts import blobs, room
from webui.transcripts.models import Capture

ROOM = 64 * 1024


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


@contextmanager
def little_room() -> Iterator[None]:
    """Let no file of this process grow beyond 64 kB: the system then refuses the write, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def request(size: int) -> bytes:
    text = os.urandom(size).hex()  # compresses to half at best
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": text}]}).encode()


def nothing_is_left() -> bool:
    rows = [model.objects.exists() for model in (Capture, Run, Job, Event)]
    return not any(rows) and list(blobs.folder().iterdir()) == []


def test_a_page_says_that_there_is_no_room(acme: Team, signed_in: Client, data_dir: Path) -> None:
    file = SimpleUploadedFile("a.json", request(600_000))
    with little_room():
        answer = signed_in.post("/t/acme/captures/new", {"file": file})

    assert answer.status_code == 507
    assert "The server has no room left to store this" in answer.content.decode()
    assert nothing_is_left()


def test_the_api_says_so_and_takes_the_same_bytes_when_there_is_room(
    acme: Team, signed_in: Client, data_dir: Path
) -> None:
    data = request(600_000)
    with little_room():
        answer = signed_in.post("/api/v1/captures", data, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (507, "no-room")
    assert nothing_is_left()
    assert signed_in.post("/api/v1/captures", data, content_type="application/json").status_code == 202


def test_a_run_is_refused_likewise(acme: Team, signed_in: Client, data_dir: Path) -> None:
    pair = {"before": {"messages": [{"role": "user", "content": os.urandom(600_000).hex()}]}, "after": {"messages": []}}
    file = SimpleUploadedFile("pair.json", json.dumps(pair).encode())
    with little_room():
        answer = signed_in.post("/api/v1/runs", {"pair": file})

    assert (answer.status_code, answer.json()["code"]) == (507, "no-room")
    assert nothing_is_left()


def test_a_full_database_is_known_by_what_it_says(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "small.sqlite3") as small:
        small.execute("CREATE TABLE t (x)")
        small.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as full:
            small.execute("INSERT INTO t VALUES (zeroblob(1000000))")
    small.close()

    assert room.is_full(OperationalError(str(full.value)))
    assert room.is_full(DatabaseError('could not extend file "base/1": No space left on device'))
    assert not room.is_full(OperationalError("database is locked"))


@pytest.mark.parametrize("number, full", [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EACCES, False)])
def test_only_a_lack_of_room_is_told_as_such(number: int, full: bool) -> None:
    with pytest.raises(room.NoRoom if full else PermissionError), room.needed():
        raise OSError(number, os.strerror(number))
