import base64
import gzip
import zlib

import pytest

from compaction.formats.packed import packed_text, unpacked_text


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zlib.compress])
def test_text_in_base64_is_unpacked(pack: object) -> None:
    data = pack("Grüße".encode())  # type: ignore[operator]
    assert unpacked_text(base64.b64encode(data).decode()) == "Grüße"


@pytest.mark.parametrize("data", [b"\x89PNG\xff", b"\x1f\x8bbroken", b"\x78\x9cbroken"])
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert unpacked_text(base64.b64encode(data).decode()) is None


@pytest.mark.parametrize("text", ["not base64!", "abc", "é"])
def test_what_is_no_base64_is_none(text: str) -> None:
    assert unpacked_text(text) is None


def test_line_breaks_inside_do_not_matter() -> None:
    assert unpacked_text("YWJj\r\nZGVm") == "abcdef"


def test_a_text_is_packed_again() -> None:
    assert unpacked_text(packed_text("Grüße")) == "Grüße"
