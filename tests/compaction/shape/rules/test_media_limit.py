"""Sizes and numbers of images."""

import base64
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import PIXEL, image, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "media-limit"


def png(width: int, height: int) -> str:
    """The head of a PNG."""
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(head + bytes(3)).decode()


def pdf(pages: int) -> dict[str, Any]:
    """A document that names its pages in the open."""
    data = base64.b64encode(b"%PDF-1.4\n" + b"/Type /Page\n" * pages).decode()
    return {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}}


SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "too wide": ([user(image(png(8_001, 8)))], {}, [("/messages/0/content/0", "error")]),
    "too wide among many": (
        [user(*[image(PIXEL)] * 20, image(png(8, 2_001)))],
        {},
        [("/messages/0/content/20", "error")],
    ),
    "too many bytes": ([user(image(PIXEL + "A" * 5_242_880))], {}, [("/messages/0/content/0", "error")]),
    "too many of them": (
        [user(*[image(PIXEL)] * 101)],
        {"model": "claude-haiku-4-5"},
        [("/messages/0/content/100", "error")],
    ),
    "too many of them for some models": ([user(*[image(PIXEL)] * 101)], {}, [("/messages/0/content/100", "warning")]),
    "too many pages": ([user(pdf(101))], {}, [("/messages/0/content/0", "warning")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "as wide as may be": ([user(image(png(8_000, 8)))], {}),
    "as many pages as may be": ([user(pdf(100))], {}),
    "an image without a source": ([user({"type": "image"}, image(PIXEL))], {}),
    "wide, but not among many": ([user(*[image(PIXEL)] * 19, image(png(8, 2_001)))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
