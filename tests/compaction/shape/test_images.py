"""Types, sizes and pages of embedded files, from files made here byte by byte."""

import base64

import pytest
from msgspec import Raw

from compaction.shape.images import decoded, dimensions, encoded_size, media_type, pdf_pages
from compaction.shape.samples import PIXEL

PNG = base64.b64decode(PIXEL)
GIF = b"GIF89a" + (640).to_bytes(2, "little") + (480).to_bytes(2, "little")
JPEG = b"\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xc0\x00\x11\x08\x01\xe0\x02\x80"
WEBP = b"RIFF\x00\x00\x00\x00WEBP"
VP8X = WEBP + b"VP8X" + b"\x00" * 8 + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
VP8 = WEBP + b"VP8 " + b"\x00" * 10 + (640).to_bytes(2, "little") + (480).to_bytes(2, "little")
VP8L = WEBP + b"VP8L" + b"\x00" * 5 + (639 | 479 << 14).to_bytes(4, "little") + b"\x00" * 5


@pytest.mark.parametrize(
    ("content", "kind", "size"),
    [
        (PNG, "image/png", (8, 8)),
        (GIF, "image/gif", (640, 480)),
        (JPEG, "image/jpeg", (640, 480)),
        (VP8X, "image/webp", (640, 480)),
        (VP8, "image/webp", (640, 480)),
        (VP8L, "image/webp", (640, 480)),
        (PNG[:20], "image/png", None),
        (b"\xff\xd8\xff\xe0\x00\x00", "image/jpeg", None),
        (WEBP, "image/webp", None),
        (b"plain", "", None),
    ],
)
def test_the_first_bytes_tell_type_and_size(content: bytes, kind: str, size: tuple[int, int] | None) -> None:
    assert (media_type(content), dimensions(content)) == (kind, size)


def test_base64_is_decoded_whole_or_in_part() -> None:
    assert decoded(Raw(f'"{PIXEL}"'.encode())) == PNG
    assert decoded(PIXEL, 33) == PNG[:24]
    assert decoded("no base64!") == decoded(5) == decoded(Raw(b"5")) == b""


def test_the_size_counted_is_that_of_the_text() -> None:
    assert (encoded_size(Raw(f'"{PIXEL}"'.encode())), encoded_size(PIXEL), encoded_size(None)) == (92, 92, 0)


def test_pages_of_a_pdf_are_counted_where_they_are_named_in_the_open() -> None:
    pages = base64.b64encode(b"%PDF-1.4 /Type /Pages /Type /Page /Type/Page ").decode()
    assert (pdf_pages(pages), pdf_pages(PIXEL)) == (2, 0)
