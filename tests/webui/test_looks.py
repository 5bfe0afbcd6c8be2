"""Every page of the product is looked at by some browser test, in both themes, wide and narrow, or says why not."""

import ast
from pathlib import Path

import pytest

from tests.looked_at import LOOKED_AT, NOT_LOOKED_AT
from tests.people import browser, member
from tests.webui.test_powers import BARE, World, address_of, patterns, world

__all__ = ["world"]
BROWSER = Path(__file__).parents[1] / "browser"
NAMED = {name for names in LOOKED_AT.values() for name in names}


@pytest.mark.slow
def test_no_page_is_missing_from_the_looks(world: World) -> None:
    client = browser(member(world.team, "boss", "admin"))
    pages = set()
    for name, pattern in patterns():
        answer = client.get(address_of(name, pattern, world))
        html = answer.get("Content-Type", "").startswith("text/html")
        # This world has nothing to show on some pages, and a used one-time address is a page too.
        if html and answer.status_code in ({200, 403} | ({404} if name in BARE else set())):
            pages.add(name)

    assert sorted(pages - NAMED - NOT_LOOKED_AT.keys()) == []
    assert sorted(NAMED & NOT_LOOKED_AT.keys()) == []
    assert len(pages) > 45


def test_every_name_of_the_table_is_that_of_an_address() -> None:
    assert sorted((NAMED | NOT_LOOKED_AT.keys()) - {name for name, _ in patterns()}) == []


@pytest.mark.parametrize("test", LOOKED_AT)
def test_every_test_of_the_table_looks(test: str) -> None:
    """At both themes, wide and narrow, where it is not parametrized itself."""
    file, name = test.split("::")
    tree = ast.parse((BROWSER / file).read_text(encoding="utf-8"))
    (found,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)
    called = {
        node.func.id for node in ast.walk(found) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    widths = {node.id for node in ast.walk(found) if isinstance(node, ast.Name) and node.id in ("LOOKS", "ALL_LOOKS")}

    assert called & {"look", "look_at"}
    assert widths or "[1280, 320]" in ast.unparse(found.decorator_list[0])
