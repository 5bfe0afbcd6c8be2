"""A captured body of each dialect, sent in the browser: its violation is read at its block."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import ALL_LOOKS, dress, overflow, picture

WIRE = Path(__file__).parents[1] / "cases" / "wire"
BROKEN: dict[str, tuple[str, str, str, str]] = {
    "anthropic": ("anthropic-request-unanswered-call.json", "answered-tool-use", "#m-1\\.1", "messages[1].content[1]"),
    "openai-chat": (
        "openai-chat-request-broken.json",
        "answered-tool-use",
        "#m-4\\.call-0",
        "messages[4].tool_calls[0]",
    ),
    "openai-responses": ("openai-responses-request-broken.json", "reasoning-pairing", "#m-2", "input[2]"),
    "gemini": ("gemini-request-broken.json", "thought-signature", "#m-6\\.0", "contents[6].parts[0]"),
    "bedrock-converse": (
        "bedrock-converse-request-broken.json",
        "answered-tool-use",
        "#m-3\\.1",
        "messages[3].content[1]",
    ),
}


def upload(tab: Page, live_server: LiveServer, file: Path, work_off: Callable[[], int]) -> None:
    """Send one file as a person does, and wait until it is checked."""
    tab.goto(f"{live_server.url}/t/local/captures/new")
    tab.locator("input[type=file]").set_input_files(file)
    tab.get_by_role("button", name="Upload", exact=True).click()
    expect(tab.get_by_role("heading", name=file.name)).to_be_visible()
    work_off()
    tab.get_by_role("link", name="Open the transcript").first.click()
    tab.wait_for_url("**/transcripts/*")


@pytest.mark.parametrize("dialect", BROKEN)
def test_a_captured_body_shows_its_violation_at_its_block(
    tab: Page, live_server: LiveServer, world: Any, work_off: Callable[[], int], dialect: str
) -> None:
    name, rule, block, path = BROKEN[dialect]
    work_off()
    upload(tab, live_server, WIRE / name, work_off)
    expect(tab.locator(block)).to_be_visible()
    message = tab.locator(block.partition("\\.")[0])
    expect(message.locator("[id^=v-]").filter(has_text=rule).filter(has_text=path)).to_be_visible()
    take_shots(tab, live_server, dialect, block)


def take_shots(tab: Page, live_server: LiveServer, name: str, block: str) -> None:
    """Picture the block in both themes and widths, where the environment variable SHOTS names a folder."""
    if not os.environ.get("SHOTS"):
        return
    for theme, width in ALL_LOOKS:
        dress(tab, live_server.url, theme, width)
        tab.reload()
        tab.locator(block).scroll_into_view_if_needed()
        picture(tab, f"dialect-{name}", whole=False)
        assert overflow(tab) == 0


def test_captured_traffic_gets_what_is_known_of_it(
    tab: Page, live_server: LiveServer, world: Any, work_off: Callable[[], int], tmp_path: Path, shared: Path
) -> None:
    folder = shared / "traffic"
    if not folder.is_dir():
        pytest.skip("the folder with third-party captures holds no traffic")
    work_off()
    for number, known in enumerate(json.loads((folder / "expectations.json").read_text())):
        body = json.loads((folder / known["file"]).read_text())
        for step in known["body"].split("/")[1:]:
            body = body[step]
        file = tmp_path / f"traffic-{number}.json"
        file.write_text(json.dumps(body))
        upload(tab, live_server, file, work_off)
        refused = len(known["expect"])
        expect(tab.locator(".outcome, .verdict").first).to_contain_text("refused" if refused else "accepted")
        found = tab.locator("[id^=v-]")
        for place in known["expect"]:
            expect(found.filter(has_text=place["rule"]).first).to_be_visible()
