"""Pictures of every page, written where the environment variable SHOTS says; not collected without it.

`SHOTS=folder pytest tests/browser/test_shots.py`; `ONLY=upload,rules` names some of them.
"""

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

FOLDER = Path(os.environ["SHOTS"])
ONLY = frozenset(filter(None, os.environ.get("ONLY", "").split(",")))
SIGNED_OUT = {"login": "/login?next=/rules", "enter": "/enter/abc"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_every_page_has_its_picture(
    tab: Page,
    live_server: LiveServer,
    shown: dict[str, str],
    run_pages: dict[str, str],
    asked: dict[str, str],
    inbox_pages: dict[str, str],
    theme: str,
    width: int,
) -> None:
    folder = FOLDER / f"{theme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    for name, address in (shown | run_pages | asked | inbox_pages).items():
        if not ONLY or name in ONLY:
            tab.goto(live_server.url + address)
            tab.screenshot(path=folder / f"{name}.png", full_page="#" not in address)
    tab.context.clear_cookies(name="sessionid")
    for name, address in SIGNED_OUT.items():
        if not ONLY or name in ONLY:
            tab.goto(live_server.url + address)
            tab.screenshot(path=folder / f"{name}.png")


def test_the_print_view_has_its_picture(tab: Page, live_server: LiveServer, shown: dict[str, str]) -> None:
    folder = FOLDER / "print"
    folder.mkdir(parents=True, exist_ok=True)
    tab.set_viewport_size({"width": 760, "height": 1000})
    tab.emulate_media(media="print")
    for name in ("transcript-first", "transcript-open"):
        tab.goto(live_server.url + shown[name].partition("?")[0] + "?view=print")
        tab.screenshot(path=folder / f"{name}.png", full_page=True)


def ends() -> dict[str, dict[str, Any]]:
    """A case of each reason, each field of the input, and each other end, as the parts of an upload."""
    file = Path(__file__).parents[1] / "cases" / "compaction_wire.json"
    found: dict[str, dict[str, Any]] = {}
    for case in json.loads(file.read_text(encoding="utf-8")):
        result = case.get("result", {})
        parts = {name: case[name] for name in ("input", "limits", "output_schema") if name in case}
        parts |= {name: result[name] for name in ("response", "usage") if name in result}
        if "input_text" in case:
            parts["input"] = case["input_text"].encode()
        if "input_b64" in case:
            parts["input"] = base64.b64decode(case["input_b64"])
        if "output_text" in result:
            parts["output"] = result["output_text"].encode("utf-8", "surrogatepass")
        if (case["op"], case["expect"]) == ("validate_result", "ok"):
            found.setdefault("summary_too_large", parts | {"measured_tokens": 8000, "limits": {"input_limit": 8000}})
        if case["expect"] != "ok":
            found.setdefault(case["expect"].replace(":", "-"), parts)
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_every_end_of_a_run_has_its_picture(
    tab: Page, live_server: LiveServer, send_run: Any, theme: str, width: int
) -> None:
    folder = FOLDER / "ends" / f"{theme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    for name, parts in ends().items():
        tab.goto(live_server.url + send_run(name, parts))
        tab.screenshot(path=folder / f"{name}.png")
        tab.get_by_role("link", name="Go to the place").click()
        tab.screenshot(path=folder / f"{name}-place.png")
