"""Bytes of a request."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import user

Said = Callable[..., list[tuple[str, str]]]
RULE = "request-size"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "too many": ([user("x" * (32 * 1024 * 1024))], {}, [("", "error")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "fewer": ([user("x" * (32 * 1024 * 1024 - 100))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
