"""Embedded images and documents: type, size in pixels and pages, from their first bytes.

Data is base64 text that was not decoded with the body. Nothing larger than asked for is built.
"""

import binascii
import re
from typing import TypeAlias

from msgspec import Raw

Size: TypeAlias = tuple[int, int]

HEADER = 64 * 1024
"""How many characters are looked at for a size: in a photo, the size may stand behind a preview."""

PAGE = re.compile(rb"/Type\s*/Page(?![a-zA-Z])")


def encoded(data: object) -> bytes:
    """Return base64 text as bytes, without its quotes; empty where it is no text."""
    if isinstance(data, str):
        return data.encode("ascii", "replace")
    if not isinstance(data, Raw):
        return b""
    text = bytes(data)
    return text[1:-1].replace(b"\\/", b"/") if text.startswith(b'"') else b""


def encoded_size(data: object) -> int:
    """Return the length of base64 text, in characters."""
    if isinstance(data, Raw):
        return max(len(memoryview(data)) - 2, 0)
    return len(data) if isinstance(data, str) else 0


def decoded(data: object, characters: int | None = None) -> bytes:
    """Return what base64 text stands for, or its first part; empty where it is not base64."""
    text = encoded(data)
    whole = characters is None or len(text) <= characters
    if not whole:
        text = text[: (characters or 0) // 4 * 4]
    try:
        return binascii.a2b_base64(text, strict_mode=whole)
    except binascii.Error:
        return b""


def media_type(content: bytes) -> str:
    """Return the type of an image by its first bytes, empty where they are of none that is known."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    return "image/webp" if content[:4] == b"RIFF" and content[8:12] == b"WEBP" else ""


def dimensions(content: bytes) -> Size | None:
    """Return width and height in pixels, None where the header does not say them."""
    match media_type(content):
        case "image/png" if len(content) >= 24:
            return big(content[16:20]), big(content[20:24])
        case "image/gif" if len(content) >= 10:
            return little(content[6:8]), little(content[8:10])
        case "image/webp":
            return webp_size(content)
        case "image/jpeg":
            return jpeg_size(content)
        case _:
            return None


def webp_size(content: bytes) -> Size | None:
    """Read the header of any of the three kinds of WebP."""
    kind = content[12:16]
    if len(content) < 30:
        return None
    if kind == b"VP8X":
        return little(content[24:27]) + 1, little(content[27:30]) + 1
    if kind == b"VP8L":
        bits = little(content[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return (little(content[26:28]) & 0x3FFF, little(content[28:30]) & 0x3FFF) if kind == b"VP8 " else None


def jpeg_size(content: bytes) -> Size | None:
    """Step from segment to segment until the one that starts the frame."""
    place = 2
    while place + 9 <= len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return big(content[place + 7 : place + 9]), big(content[place + 5 : place + 7])
        place += 2 + max(big(content[place + 2 : place + 4]), 1)
    return None


def pdf_pages(data: object) -> int:
    """Return how many pages of a PDF are named in the open; 0 where none is, or where it is no PDF."""
    if encoded(data)[:6] != b"JVBERi":
        return 0
    return len(PAGE.findall(decoded(data)))


def big(content: bytes) -> int:
    return int.from_bytes(content, "big")


def little(content: bytes) -> int:
    return int.from_bytes(content, "little")
