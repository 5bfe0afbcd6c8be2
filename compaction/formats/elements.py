"""A document that holds one long list of records: recognised by its head, and read record by record.

The records of an archive may take 1 GB together; one of them, and what stands around them, is all that is held.

Source: wire-formats 8.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.decoding import decode
from compaction.formats.format import Placed
from compaction.formats.json_text import JsonText
from compaction.formats.memory import Memory
from compaction.formats.source import BLANK
from compaction.limits import MAX_BODY_BYTES, MAX_CAPTURE_BYTES

BLANKS = re.compile(rb"[ \t\r\n]*+")
SIGN = re.compile(rb'["{}\[\]]')
SIGN_OF_PLAIN = re.compile(rb'["}\],]')
STRING = re.compile(rb'[^"\\]*+(?>\\.[^"\\]*+)*+', re.DOTALL)


@dataclass(slots=True)
class Cutter:
    """Cuts the elements of a list out of pieces: bracket by bracket, with strings skipped as a whole.

    `offset` and `line` are those of the next byte; after the last element that is the end of the list.
    """

    pieces: Iterator[bytes]
    offset: int
    line: int
    piece: bytes = b""
    at: int = 0

    def elements(self) -> Iterator[JsonText]:
        """Yield the elements; only those that end are complete.

        Raises: CaptureError.
        """
        sign = self._sign()
        while sign != b"]":
            if not sign or sign in b",}:":
                raise self._fault("value")
            yield self._element(sign)
            sign = self._sign()
            if sign == b",":
                self._move(self.at + 1)
                sign = self._sign() or b","
                sign = b"," if sign == b"]" else sign
            elif sign != b"]":
                raise self._fault("comma")

    def rest(self) -> bytes:
        """Return what follows. Raises: CaptureError `too-large`."""
        held, size = [self.piece[self.at :]], 0
        for piece in self.pieces:
            held.append(piece)
            size += len(piece)
            if size > MAX_BODY_BYTES:
                raise CaptureError("too-large", kind="body", offset=self.offset, found=(f"{size} bytes",))
        return b"".join(held)

    def _sign(self) -> bytes:
        """Return the next byte that is not blank, nothing at the end."""
        while True:
            blanks = BLANKS.match(self.piece, self.at)
            self._move(blanks.end() if blanks else self.at)
            if self.at < len(self.piece):
                return self.piece[self.at : self.at + 1]
            if not self._more():
                return b""

    def _more(self, kept: bytes = b"") -> bool:
        following = next(self.pieces, None)
        self.piece, self.at = kept + (following or b""), 0
        return following is not None

    def _move(self, to: int) -> None:
        self.line += self.piece.count(b"\n", self.at, to)
        self.offset += to - self.at
        self.at = to

    def _fault(self, expected: str) -> CaptureError:
        code = "json-syntax" if self.at < len(self.piece) else "json-truncated"
        return CaptureError(code, kind=expected, offset=self.offset, line=self.line)

    def _element(self, sign: bytes) -> JsonText:
        line, offset = self.line, self.offset
        held: list[bytes] = []
        size = 0
        scan = Scan(plain=sign not in b"{[")
        while True:
            end, ended = scan.go(self.piece, self.at)
            held.append(self.piece[self.at : end])
            size += end - self.at
            if size > MAX_BODY_BYTES:
                raise CaptureError("too-large", kind="body", offset=offset, found=(f"{size} bytes",))
            if offset + size > MAX_CAPTURE_BYTES:
                raise CaptureError("too-large", kind="capture", found=(f"{offset + size} bytes",))
            kept = self.piece[end:]
            self._move(end)
            if ended or not self._more(kept):
                # What ends too early is not complete, and whoever decodes it says so.
                return JsonText(b"".join(held) + (b"" if ended else kept), line, offset)


@dataclass(slots=True)
class Scan:
    """How far into one element a scan is."""

    plain: bool
    depth: int = 0
    inside: bool = False

    def go(self, piece: bytes, at: int) -> tuple[int, bool]:
        """Return how far the element goes in a piece, and whether it ends there."""
        while True:
            if self.inside:
                string = STRING.match(piece, at)
                at = string.end() if string else at
                if at >= len(piece) or piece[at : at + 1] == b"\\":
                    return at, False
                self.inside = False
                at += 1
            sign = (SIGN_OF_PLAIN if self.plain else SIGN).search(piece, at)
            if sign is None:
                return len(piece), False
            at = sign.end()
            match sign[0]:
                case b'"':
                    self.inside = True
                case b"{" | b"[":
                    self.depth += 1
                case b"}" | b"]" if not self.plain:
                    self.depth -= 1
                    if not self.depth:
                        return at, True
                case _:
                    return sign.start(), True


def read_elements(pieces: Iterable[bytes], prefix: bytes, under: str, *, offset: int = 0) -> Iterator[Placed]:
    """Yield the elements of the list in a document; `prefix` is what stands before the first one.

    `pieces` is the whole document, which begins at byte `offset` of the capture; `under` points to the list.
    Raises: CaptureError, also after elements were yielded.
    """
    memory = Memory()
    cutter = Cutter(_without(iter(pieces), len(prefix)), offset + len(prefix), 1 + prefix.count(b"\n"))
    for index, text in enumerate(cutter.elements()):
        text.memory = memory
        yield Placed(f"{under}/{index}", _decoded(text))
    _check_frame(prefix, cutter, offset)


def _without(pieces: Iterator[bytes], count: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[count:]
        count = max(0, count - len(piece))


def _decoded(text: JsonText) -> object:
    fault: CaptureError | None = None
    try:
        value, end = decode(text)
        if end < len(text.text):
            fault = text.refusal("json-syntax", end, "comma")
    except CaptureError as error:
        fault = error
    if fault is None:
        return value
    # A column would count from the element; where that began is not known any more.
    column = fault.column if fault.line != text.line else None
    raise CaptureError(
        fault.code, offset=fault.offset, line=fault.line, column=column, kind=fault.kind, found=fault.found
    )


def _check_frame(prefix: bytes, cutter: Cutter, offset: int) -> None:
    """Judge what stands around the list as strictly as the list."""
    after_line, after = cutter.line, cutter.offset
    fault: CaptureError | None = None
    frame = JsonText(prefix + cutter.rest().rstrip(BLANK), 1, offset)
    try:
        _, end = decode(frame)
        if end < len(frame.text):
            fault = frame.refusal("json-syntax", end, "nothing more")
    except CaptureError as error:
        fault = error
    if fault is None:
        return
    line, place = fault.line, fault.offset
    if line is not None and place is not None:  # it stands after the list: before it was read as far as the list
        line, place = line - 1 - prefix.count(b"\n") + after_line, place - offset - len(prefix) + after
    raise CaptureError(fault.code, offset=place, line=line, kind=fault.kind, found=fault.found)
