"""Types of images."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import PIXEL, answer, assistant, image, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "image-media-type"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a type not taken": ([user(image(PIXEL, "image/bmp"))], {}, [("/messages/0/content/0", "error")]),
    "another type than its bytes": ([user(image(PIXEL, "image/jpeg"))], {}, [("/messages/0/content/0", "error")]),
    "no base64": ([user(image("no base64!"))], {}, [("/messages/0/content/0", "error")]),
    "nothing": ([user(image(""))], {}, [("/messages/0/content/0", "error")]),
    "inside a result": (
        [user("Test it."), assistant(use("x")), user(answer("x", [image(PIXEL, "image/gif")]))],
        {},
        [("/messages/2/content/0/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "its own type": ([user(image(PIXEL))], {}),
    "an address": ([user({"type": "image", "source": {"type": "url", "url": "https://example.org/a.bmp"}})], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
