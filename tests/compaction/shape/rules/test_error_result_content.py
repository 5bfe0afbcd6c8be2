"""Error results."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "error-result-content"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "an empty text": (
        [user("Test it."), assistant(use("x")), user(answer("x", "", is_error=True))],
        {},
        [("/messages/2/content/0", "error")],
    ),
    "no blocks": (
        [user("Test it."), assistant(use("x")), user(answer("x", [], is_error=True))],
        {},
        [("/messages/2/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an error that says what happened": (
        [user("Test it."), assistant(use("x")), user(answer("x", "no", is_error=True))],
        {},
    ),
    "an empty result without the mark": ([user("Test it."), assistant(use("x")), user(answer("x", ""))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
