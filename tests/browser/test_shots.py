"""Pictures of every page, written where the environment variable SHOTS says; not collected without it.

`SHOTS=folder pytest tests/browser/test_shots.py`; `ONLY=upload,rules` names some of them.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

FOLDER = Path(os.environ["SHOTS"])
ONLY = frozenset(filter(None, os.environ.get("ONLY", "").split(",")))
SIGNED_OUT = {"login": "/login?next=/rules", "enter": "/enter/abc"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_every_page_has_its_picture(
    tab: Page, live_server: LiveServer, shown: dict[str, str], run_pages: dict[str, str], theme: str, width: int
) -> None:
    folder = FOLDER / f"{theme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    for name, address in (shown | run_pages).items():
        if not ONLY or name in ONLY:
            tab.goto(live_server.url + address)
            tab.screenshot(path=folder / f"{name}.png", full_page="#" not in address)
    tab.context.clear_cookies(name="sessionid")
    for name, address in SIGNED_OUT.items():
        if not ONLY or name in ONLY:
            tab.goto(live_server.url + address)
            tab.screenshot(path=folder / f"{name}.png")
