"""How pages are looked at: in which clothes, for which faults, and with a picture where one is asked for."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

LOOKS = (("light", 1280), ("dark", 320))
"""Theme and width: colours hang on the one, layout on the other, so each of the four is seen once."""
ALL_LOOKS = tuple((theme, width) for theme in ("light", "dark") for width in (1280, 320))
# Nothing of a page comes from elsewhere, so axe need not fetch its stylesheets again.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}
SEEN: set[str] = set()
"""The pages that were looked at since the test began, by the names of their addresses."""

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def dress(page: Page, server: str, theme: str, width: int) -> None:
    """Choose the theme and the width in which the next pages are shown."""
    page.context.add_cookies([{"name": "theme", "value": theme, "url": server}])
    page.set_viewport_size({"width": width, "height": 900})


def name_of(address: str) -> str:
    """Return the name that the product gives to an address, nothing where it has none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate(WIDER))


def look(page: Page, name: str = "") -> dict[str, object]:
    """What is wrong with a page as it stands: what axe finds, and where; by how much it is too wide.

    A name pictures it as well, where the environment variable SHOTS names a folder.
    """
    SEEN.add(name_of(page.url))
    picture(page, name)
    # Wherever a page is scrolled to, some link is half behind the sticky bar; at the top none is.
    page.evaluate("window.scrollTo(0, 0)")
    response: dict[str, Any] = Axe().run(page, options=RULES).response
    found = [
        f"{one['id']} at {node['target']}: {node['failureSummary']}"
        for one in response["violations"]
        for node in one["nodes"][:3]
    ]
    return {key: value for key, value in (("axe", found), ("overflow", overflow(page))) if value}


def look_at(
    page: Page, server: str, addresses: Mapping[str, str], theme: str, width: int, *, unfold: bool = False
) -> dict[str, dict[str, object]]:
    """What is wrong with each of the pages named, in one theme and width; nothing for those that are well.

    A page named "404" must answer so; every other one must be found.
    """
    dress(page, server, theme, width)
    wrong: dict[str, dict[str, object]] = {}
    for name, address in addresses.items():
        answer = page.goto(server + address)
        # A step within a page that is open already has no answer of its own.
        if answer and answer.status != (404 if name == "404" else 200):
            wrong[name] = {"status": answer.status}
            continue
        if page.locator("html").get_attribute("data-theme") != theme:
            wrong[name] = {"theme": "not drawn"}
            continue
        if unfold:
            page.evaluate("document.querySelectorAll('main details.fold').forEach((fold) => (fold.open = true))")
        if found := look(page, name):
            wrong[name] = found
    return wrong


def picture(page: Page, name: str, *, whole: bool = True) -> None:
    """Picture the page as it stands, if it has a name and the environment variable SHOTS names a folder."""
    if not (name and os.environ.get("SHOTS")):
        return
    width = (page.viewport_size or {"width": 0})["width"]
    theme = page.locator("html").get_attribute("data-theme") or "light"
    folder = Path(os.environ["SHOTS"]) / f"{theme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=whole)
