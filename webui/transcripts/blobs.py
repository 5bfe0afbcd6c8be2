"""Redacted captures on disk: one Zstandard file each, written aside and renamed into place.

A frame with a checksum, then a skippable frame with the number of bytes: a file that ends early tells. Long-distance
matching lets a log of requests, each of which repeats the last, take little more than its last request.
"""

import fcntl
import os
import re
import secrets
import struct
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import zstandard
from django.conf import settings

PIECE = 256 * 1024
"""Bytes of one decompressed piece."""

WINDOW_LOG = 23
"""8 MB back, that repeats are found: what one upload, or one reading, takes in memory."""

_NAME = re.compile(r"[0-9a-f]{32}\.(?:zst|gz)")
_PARAMETERS = zstandard.ZstdCompressionParameters.from_level(
    1, window_log=WINDOW_LOG, enable_ldm=True, write_checksum=True
)
_TRAILER = struct.Struct("<IIQ")
_SKIPPABLE = 0x184D2A50
_TEMPORARY = "*.part"
_GZIP = 31
_GZIP_HEAD = b"\x1f\x8b\x08"


class NoSuchBlob(Exception):
    """The name is none of ours, or its file is gone."""


class DamagedBlob(Exception):
    """The file ends early or is not what was written."""


def folder() -> Path:
    """Return the folder of all captures, created on first use, readable by this account alone."""
    path = Path(settings.DATA) / "blobs"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


class Writer:
    """A compressed temporary file, mode 0600. Nothing is a capture until `keep` renames it."""

    def __init__(self) -> None:
        self.path = folder() / f"{secrets.token_hex(16)}.part"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._file: BinaryIO = os.fdopen(descriptor, "wb", buffering=PIECE)
        self._compress = zstandard.ZstdCompressor(compression_params=_PARAMETERS).compressobj()
        self._size = 0

    def write(self, piece: bytes) -> None:
        """Add redacted bytes."""
        self._size += len(piece)
        self._file.write(self._compress.compress(piece))

    def finish(self) -> Path:
        """Write what is left, reach the disk, and return the path of the temporary file."""
        self._file.write(self._compress.flush())
        self._file.write(_TRAILER.pack(_SKIPPABLE, 8, self._size))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return self.path

    def abandon(self) -> None:
        """Close and remove the temporary file; safe to repeat."""
        with suppress(OSError):
            self._file.close()
        discard(self.path)


def keep(temporary: Path) -> str:
    """Move a finished temporary file into place and return the name of the capture."""
    name = f"{secrets.token_hex(16)}.zst"
    _move(temporary, folder() / name)
    return name


def open_pieces(name: str) -> Iterator[bytes]:
    """Yield the redacted bytes in pieces of at most 256 KiB, in order.

    Raises: NoSuchBlob at once, DamagedBlob where the file ends early.
    """
    path = path_of(name)
    if not path.exists():
        raise NoSuchBlob(name)
    return _decompress(path) if _is_zstandard(path) else _gunzip(path)


def rewrite(name: str, pieces: Iterable[bytes]) -> None:
    """Replace the bytes of a capture at once; whoever has it open reads the old ones to their end.

    One file is rewritten at a time: `pieces` that come from the capture are those that the last one left.

    Raises: NoSuchBlob.
    """
    path = path_of(name)
    with _alone():
        if not path.exists():
            raise NoSuchBlob(name)
        writer = Writer()
        try:
            for piece in pieces:
                writer.write(piece)
            _move(writer.finish(), path)
        finally:
            writer.abandon()


def version(name: str) -> tuple[int, int]:
    """Return what is another once a capture was rewritten. Raises: NoSuchBlob."""
    try:
        found = path_of(name).stat()
    except FileNotFoundError:
        found = None
    if found is None:
        raise NoSuchBlob(name)
    return found.st_ino, found.st_mtime_ns


@contextmanager
def _alone() -> Iterator[None]:
    descriptor = os.open(folder(), os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def discard(path: Path) -> None:
    """Remove a temporary file, if it is still there."""
    path.unlink(missing_ok=True)


def delete(name: str) -> None:
    """Remove a capture, if it is still there. Raises: NoSuchBlob for a name that is none of ours."""
    path_of(name).unlink(missing_ok=True)


def path_of(name: str) -> Path:
    """Return where a capture lies. Raises: NoSuchBlob for a name that is none of ours."""
    if not _NAME.fullmatch(name):
        raise NoSuchBlob(name)
    return folder() / name


def sweep(older_than: float = 24 * 3600) -> int:
    """Remove temporary files that nobody wrote to for `older_than` seconds; return how many."""
    limit = time.time() - older_than
    stale = [path for path in folder().glob(_TEMPORARY) if _changed(path) < limit]
    for path in stale:
        discard(path)
    return len(stale)


def forget_strays(known: Iterable[str], older_than: float = 24 * 3600) -> int:
    """Remove captures that no row names and that are older than `older_than` seconds; return how many.

    A process that ends between a commit and the removal leaves one behind.
    """
    limit = time.time() - older_than
    found = {path.name: path for path in folder().iterdir() if _NAME.fullmatch(path.name) and _changed(path) < limit}
    for name in known:
        found.pop(name, None)
    for path in found.values():
        discard(path)
    return len(found)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # its upload ended meanwhile
        return float("inf")


def _move(source: Path, target: Path) -> None:
    source.replace(target)
    descriptor = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_zstandard(path: Path) -> bool:
    with path.open("rb") as file:
        return not file.read(3).startswith(_GZIP_HEAD)


def _decompress(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TRAILER.size))
        end = file.read()
        size = _TRAILER.unpack(end)[2] if len(end) == _TRAILER.size else -1
        file.seek(0)
        reader = zstandard.ZstdDecompressor(max_window_size=1 << WINDOW_LOG).stream_reader(file)
        while piece := _next(reader):
            size -= len(piece)
            yield piece
    if size:
        raise DamagedBlob(path.name)


def _next(reader: zstandard.ZstdDecompressionReader) -> bytes:
    piece: bytes | None = None
    with suppress(zstandard.ZstdError):
        piece = reader.read(PIECE)
    if piece is None:
        raise DamagedBlob
    return piece


def _gunzip(path: Path) -> Iterator[bytes]:
    """Read a file of the first release."""
    stream = zlib.decompressobj(_GZIP)
    with path.open("rb") as file:
        while not stream.eof:
            packed = stream.unconsumed_tail or file.read(PIECE)
            piece = _inflate(stream, packed)
            if piece:
                yield piece
            elif not packed:
                raise DamagedBlob(path.name)


def _inflate(stream: "zlib._Decompress", packed: bytes) -> bytes:
    piece: bytes | None = None
    with suppress(zlib.error):
        piece = stream.decompress(packed, PIECE)
    if piece is None:
        raise DamagedBlob
    return piece
