"""What the bytes of a capture say before anything is read: compressed, binary, not UTF-8.

Source: wire-formats 2.1.
"""

import re

from compaction.errors import CaptureError
from compaction.limits import HEAD_BYTES

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

COMPRESSED = (
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7z", "xz"),
    (b"PK\x03\x04", "zip"),
)
# The mark of UTF-32 begins with that of UTF-16.
OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
BINARY = (
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"%PDF", "PDF"),
    (b"RIFF", "RIFF"),
    (b"\x7fELF", "ELF"),
    (b"OggS", "Ogg"),
    (b"PAR1", "Parquet"),
    (b"Obj\x01", "Avro"),
)
FLOW_LENGTH = re.compile(rb"(\d{1,12}):")
FLOW_ENDS = b"}],;#^!~"


def check_bytes(head: bytes) -> None:
    """Refuse what is no UTF-8 text by its first bytes.

    Raises: CaptureError `compressed-input`, `database-file`, `bad-encoding` or `not-text`.
    """
    for mark, kind in COMPRESSED:
        if head.startswith(mark):
            raise CaptureError("compressed-input", kind=kind)
    if head.startswith(b"SQLite format 3\0"):
        raise CaptureError("database-file", kind="sqlite")
    for mark, kind in OTHER_MARKS:
        if head.startswith(mark):
            raise CaptureError("bad-encoding", kind=kind, offset=0)
    if is_flow(head):
        raise CaptureError("not-text", kind="mitmproxy-flow")
    _check_nul(head[:HEAD_BYTES])


def is_flow(head: bytes) -> bool:
    """Say whether the bytes start like a dump of mitmproxy: a length, and a type mark where the payload ends."""
    length = FLOW_LENGTH.match(head)
    if length is None:
        return False
    end = length.end() + int(length[1])
    # A payload longer than the head cannot be verified; its first inner length is proof enough.
    return head[end] in FLOW_ENDS if end < len(head) else FLOW_LENGTH.match(head, length.end()) is not None


def _check_nul(head: bytes) -> None:
    first = head.find(b"\0")
    if first < 0:
        return
    if _every_second(head[0::2]) or _every_second(head[1::2]):
        raise CaptureError("bad-encoding", kind="UTF-16", offset=first)
    kind = next((kind for mark, kind in BINARY if head.startswith(mark)), None)
    raise CaptureError("not-text", kind=kind, offset=first)


def _every_second(half: bytes) -> bool:
    """Latin letters in UTF-16 have NUL as one half; a few other letters do not change what it is."""
    return len(half) > 1 and half.count(0) * 10 >= len(half) * 7


def decode_utf8(data: bytes, *, line: int, offset: int) -> str:
    """Return the text. `line` and `offset` are where `data` begins in the capture.

    Raises: CaptureError `bad-encoding` with the byte at fault.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        at = error.start
    raise CaptureError("bad-encoding", offset=offset + at, line=line + data.count(b"\n", 0, at))
