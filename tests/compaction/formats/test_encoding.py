import pytest

from compaction.errors import CaptureError
from compaction.formats.encoding import check_bytes, decode_utf8
from compaction.limits import HEAD_BYTES


def refused(head: bytes) -> tuple[str, str | None, int | None]:
    with pytest.raises(CaptureError) as error:
        check_bytes(head)
    return error.value.code, error.value.kind, error.value.offset


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\x1f\x8b\x08\0", "gzip"),
        (b"\x28\xb5\x2f\xfd\0", "zstd"),
        (b"BZh91AY", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"PK\x03\x04\x14\0", "zip"),
    ],
)
def test_compressed_files_are_named_by_their_kind(head: bytes, kind: str) -> None:
    assert refused(head) == ("compressed-input", kind, None)


def test_a_database_is_no_text() -> None:
    assert refused(b"SQLite format 3\0\x10\0")[0] == "database-file"


@pytest.mark.parametrize(
    ("encoding", "mark", "kind"),
    [
        ("utf-16-le", b"\xff\xfe", "UTF-16"),
        ("utf-16-be", b"\xfe\xff", "UTF-16"),
        ("utf-32-le", b"\xff\xfe\0\0", "UTF-32"),
        ("utf-32-be", b"\0\0\xfe\xff", "UTF-32"),
    ],
)
def test_other_encodings_are_known_by_their_mark(encoding: str, mark: bytes, kind: str) -> None:
    assert refused(mark + '{"a":1}'.encode(encoding)) == ("bad-encoding", kind, 0)


@pytest.mark.parametrize(("encoding", "offset"), [("utf-16-le", 1), ("utf-16-be", 0)])
def test_utf_16_without_mark_shows_in_every_second_byte(encoding: str, offset: int) -> None:
    assert refused('{"role":"user","content":"Zażółć"}'.encode(encoding)) == ("bad-encoding", "UTF-16", offset)


def test_a_nul_among_text_is_binary() -> None:
    assert refused(b'{"a":"\0"}') == ("not-text", None, 6)


def test_a_picture_is_named() -> None:
    assert refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == ("not-text", "PNG", 8)


def test_a_dump_of_mitmproxy_is_named() -> None:
    assert refused(b"10:3:key;2:no!}4:null~") == ("not-text", "mitmproxy-flow", None)
    assert refused(b"99999:4:type;" + b"x" * 50) == ("not-text", "mitmproxy-flow", None)


@pytest.mark.parametrize("text", [b"12: twelve", b"{}", b"", b"[1]", b"2026:", b"\xef\xbb\xbf{}"])
def test_text_passes(text: bytes) -> None:
    check_bytes(text)


def test_a_nul_after_the_head_is_left_to_the_parser() -> None:
    check_bytes(b" " * HEAD_BYTES + b"\0")


def test_the_byte_at_fault_is_counted_in_the_capture() -> None:
    with pytest.raises(CaptureError) as error:
        decode_utf8(b"ab\ncd\xe9f", line=7, offset=100)
    assert (error.value.code, error.value.offset, error.value.line) == ("bad-encoding", 105, 8)
    assert error.value.__context__ is None
