"""A capture as it comes in pieces, cut into lines or taken as a whole."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.encoding import BYTE_ORDER_MARK, check_bytes
from compaction.limits import HEAD_BYTES, MAX_BODY_BYTES, MAX_CAPTURE_BYTES

BLANK = b" \t\r\n\x1e"
BLANKS = re.compile(rb"[ \t\r\n\x1e]*")


@dataclass(frozen=True, slots=True)
class Line:
    """One line that holds something. `number` counts from 1, `offset` is its first byte in the capture.

    `ended` says that a line break followed.
    """

    number: int
    offset: int
    data: bytes
    ended: bool

    @property
    def opening(self) -> bytes:
        """The first byte that is not blank; nothing on a blank line."""
        blanks = BLANKS.match(self.data)
        return self.data[blanks.end() : blanks.end() + 1] if blanks else b""


class Source:
    """The bytes of a capture, read once, from front to back. A UTF-8 byte order mark is left out.

    Raises: CaptureError of `check_bytes`, and `too-large` while reading on.
    """

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        head = bytearray()
        for piece in self._pieces:
            head += piece
            if len(head) >= HEAD_BYTES:
                break
        self._piece = bytes(head)
        check_bytes(self._piece)
        self._start = self._offset = len(BYTE_ORDER_MARK) if head.startswith(BYTE_ORDER_MARK) else 0
        self._number = 1
        self.keeps_blank = False

    @property
    def head(self) -> bytes:
        """The first bytes, as many as recognition looks at; only before anything was read."""
        return self._piece[self._start : self._start + HEAD_BYTES]

    def pieces(self) -> Iterator[bytes]:
        """Yield everything that was not read yet."""
        piece, self._piece = self._piece[self._start :], b""
        self._start = 0
        yield piece
        yield from self._pieces

    @property
    def offset(self) -> int:
        """The place of the next byte in the capture."""
        return self._offset

    def lines(self) -> Iterator[Line]:
        """Yield the lines, blank ones only while `keeps_blank` is set. Whoever stops may go on with `rest`."""
        held: list[bytes] = []
        size = 0
        while True:
            end = self._piece.find(b"\n", self._start) + 1
            if end > 0:
                held.append(self._piece[self._start : end])
                self._start = end
                yield from self._line(held, ended=True)
                held, size = [], 0
                continue
            held.append(self._piece[self._start :])
            size += len(held[-1])
            _check_size(size, self._offset)
            following = next(self._pieces, None)
            self._piece, self._start = following or b"", 0
            if following is None:
                yield from self._line(held, ended=False)
                return

    def _line(self, held: list[bytes], *, ended: bool) -> Iterator[Line]:
        data = b"".join(held)
        _check_size(len(data), self._offset)
        line = Line(self._number, self._offset, data, ended)
        self._number += 1
        self._offset += len(data)
        if line.opening or (self.keeps_blank and data):
            yield line

    def rest(self, first: Line) -> bytes:
        """Return a document whole: its first line, and all that was not read yet."""
        held = [first.data, self._piece[self._start :]]
        size = sum(map(len, held))
        for piece in self._pieces:
            held.append(piece)
            size += len(piece)
            _check_size(size, first.offset)
        self._piece, self._start = b"", 0
        return b"".join(held)


def _check_size(size: int, offset: int) -> None:
    if size > MAX_BODY_BYTES:
        raise CaptureError("too-large", kind="body", offset=offset, found=(f"{size} bytes",))
    if offset + size > MAX_CAPTURE_BYTES:
        raise CaptureError("too-large", kind="capture", found=(f"{offset + size} bytes",))
