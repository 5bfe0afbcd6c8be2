"""A piece of a capture that holds JSON: its text, its bytes, and its places in the capture."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.encoding import decode_utf8
from compaction.formats.memory import Memory
from compaction.limits import FOUND_CHARACTERS, FOUND_ITEMS

BLANKS = re.compile(r"[ \t\n\r\x1e]*")  # with the record separator of RFC 7464


@dataclass(slots=True)
class JsonText:
    """A piece of a capture that holds JSON. `line` and `offset` are where it begins in the capture."""

    data: bytes
    line: int = 1
    offset: int = 0
    memory: Memory | None = None
    text: str = ""

    def __post_init__(self) -> None:
        self.text = decode_utf8(self.data, line=self.line, offset=self.offset)

    def bytes_of(self, start: int, end: int) -> bytes:
        """Return the exact bytes of characters."""
        if len(self.data) == len(self.text):
            return self.data[start:end]
        if end == len(self.text):
            return self.data[len(self.text[:start].encode()) :]
        return self.text[start:end].encode()

    def refusal(self, code: str, at: int, kind: str | None = None, found: Iterable[str] = ()) -> CaptureError:
        """Return the error for a place. Line and column count from 1, the offset is in bytes."""
        before = self.text[:at]
        return CaptureError(
            code,
            offset=self.offset + len(before.encode()),
            line=self.line + before.count("\n"),
            column=at - before.rfind("\n"),
            kind=kind,
            found=quote(found),
        )


def quote(items: Iterable[str]) -> tuple[str, ...]:
    """Cut what an uploader is shown of the capture to its limits."""
    return tuple(item[:FOUND_CHARACTERS] for _, item in zip(range(FOUND_ITEMS), items, strict=False))


def skip(text: str, at: int) -> int:
    """Return the place of the next character that is not blank."""
    match = BLANKS.match(text, at)
    return match.end() if match else at


def escaped(key: str) -> str:
    """Return a key as one step of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def integer(digits: str) -> int | float:
    """Digits beyond what Python turns into an integer become a float; the exact digits stay in the bytes."""
    return int(digits) if len(digits) < 4000 else float(digits)
