"""The longest list."""

from collections.abc import Callable
from typing import Any

import pytest

Said = Callable[..., list[tuple[str, str]]]
RULE = "message-count"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "one too many": ([*[{}] * 100_001], {}, [("/messages/100000", "error")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "as many as may be": ([*[{"role": "user", "content": "x"}] * 100_000], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
