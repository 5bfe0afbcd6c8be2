"""Captures on disk."""

import gzip
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from webui.transcripts import blobs


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with override_settings(DATA=tmp_path):
        yield tmp_path


def kept(*pieces: bytes) -> str:
    writer = blobs.Writer()
    for piece in pieces:
        writer.write(piece)
    return blobs.keep(writer.finish())


def content(name: str) -> bytes:
    return b"".join(blobs.open_pieces(name))


def test_what_was_written_is_read_in_pieces(data: Path) -> None:
    pieces = [os.urandom(100_000) for _ in range(5)] + [b"a" * 1_000_000]
    name = kept(*pieces)
    read = list(blobs.open_pieces(name))
    assert b"".join(read) == b"".join(pieces)
    assert max(map(len, read)) <= 256 * 1024


def test_an_empty_capture_has_no_pieces() -> None:
    assert list(blobs.open_pieces(kept())) == []


def test_the_folder_and_the_file_belong_to_one_account(data: Path) -> None:
    name = kept(b"x")
    assert stat.S_IMODE((data / "blobs").stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "blobs" / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["../db.sqlite3", "x.gz", "", "0" * 32, "A" * 32 + ".zst", "0" * 32 + ".zst"])
def test_a_foreign_or_missing_name_is_refused_at_once(name: str) -> None:
    with pytest.raises(blobs.NoSuchBlob):
        blobs.open_pieces(name)
    with pytest.raises(blobs.NoSuchBlob):
        blobs.rewrite(name, [b"x"])


def test_a_file_that_was_cut_off_is_called_damaged(data: Path) -> None:
    name = kept(os.urandom(10_000))
    path = data / "blobs" / name
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(blobs.DamagedBlob):
        content(name)


def test_a_file_that_was_changed_is_called_damaged(data: Path) -> None:
    name = kept(b"some bytes" * 100)
    (data / "blobs" / name).write_bytes(b"not Zstandard at all")
    with pytest.raises(blobs.DamagedBlob):
        content(name)


def test_a_file_whose_last_bytes_are_missing_is_called_damaged(data: Path) -> None:
    name = kept(b"some bytes" * 100_000)
    path = data / "blobs" / name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(blobs.DamagedBlob):
        content(name)


def test_a_file_of_the_first_release_is_read(data: Path) -> None:
    name = "0" * 32 + ".gz"
    blobs.folder()
    (data / "blobs" / name).write_bytes(gzip.compress(b"some bytes" * 100_000, mtime=0))
    assert content(name) == b"some bytes" * 100_000
    (data / "blobs" / name).write_bytes(gzip.compress(b"some bytes" * 100_000)[:50])
    with pytest.raises(blobs.DamagedBlob):
        content(name)
    blobs.rewrite(name, [b"new"])
    assert content(name) == b"new"


def test_what_repeats_over_megabytes_takes_no_room(data: Path) -> None:
    line = os.urandom(2_000_000)
    name = kept(*[line] * 10)
    assert (data / "blobs" / name).stat().st_size < 2_100_000
    assert content(name) == line * 10


def test_a_rewrite_replaces_the_bytes_under_the_same_name() -> None:
    name = kept(b"before")
    reader = blobs.open_pieces(name)
    blobs.rewrite(name, [b"af", b"ter"])
    assert content(name) == b"after"
    assert b"".join(reader) == b"after"  # it opens the file when it is first asked


def test_a_capture_may_be_rewritten_from_itself() -> None:
    name = kept(b"before" * 100_000)
    blobs.rewrite(name, (piece.upper() for piece in blobs.open_pieces(name)))
    assert content(name) == b"BEFORE" * 100_000


def test_a_rewrite_that_fails_keeps_the_old_bytes_and_leaves_nothing(data: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield b"half"
        raise ZeroDivisionError

    name = kept(b"before")
    with pytest.raises(ZeroDivisionError):
        blobs.rewrite(name, failing())
    assert content(name) == b"before"
    assert [path.name for path in (data / "blobs").iterdir()] == [name]


def test_an_abandoned_file_is_gone_and_a_kept_one_stays(data: Path) -> None:
    writer = blobs.Writer()
    writer.write(b"x")
    writer.abandon()
    writer.abandon()
    assert list((data / "blobs").iterdir()) == []
    other = blobs.Writer()
    name = blobs.keep(other.finish())
    other.abandon()
    assert content(name) == b""


def test_deleting_twice_is_fine() -> None:
    name = kept(b"x")
    blobs.delete(name)
    blobs.delete(name)
    with pytest.raises(blobs.NoSuchBlob):
        blobs.open_pieces(name)


def test_the_sweep_takes_old_temporary_files_alone(data: Path) -> None:
    name = kept(b"x")
    old, new = blobs.Writer(), blobs.Writer()
    os.utime(old.path, (1, 1))
    os.utime(data / "blobs" / name, (1, 1))
    assert blobs.sweep() == 1
    assert {path.name for path in (data / "blobs").iterdir()} == {name, new.path.name}
    old.abandon()
    new.abandon()


def test_a_temporary_file_that_goes_away_meanwhile_is_left_alone(data: Path) -> None:
    (blobs.folder() / "gone.part").symlink_to(data / "nowhere")
    assert blobs.sweep() == 0
