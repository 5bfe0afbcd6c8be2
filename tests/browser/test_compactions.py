"""A compaction is followed in the browser, from the capture that shows it to its run and on to the next one."""

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
SUMMARY = (
    "This session is being continued from a previous conversation that ran out of context.\nRound {}: the fee is early "
    "because GRACE is 14 in billing/fees.py; it is to be 30. Tests of the fees pass."
)


def request(turns: list[Any], system: str = "You fix billing bugs.") -> bytes:
    messages = [{"role": ("user", "assistant")[at % 2], "content": content} for at, content in enumerate(turns)]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 100, "system": system, "messages": messages}
    return json.dumps(body).encode() + b"\n"


def session(rounds: int) -> bytes:
    """A log of growing requests with side conversations; every round ends in a compaction that keeps four turns."""
    lines: list[bytes] = []
    turns: list[Any] = ["Find out why the fee is charged a day early."]
    for number in range(rounds):
        for step in range(6):
            lines.append(request(turns))
            turns = [*turns, f"Round {number}: step {step} is done.", f"Go on with step {step + 1} of round {number}."]
        lines.append(request([f"Name the topic of round {number}."], "You name topics."))
        turns = [SUMMARY.format(number), *turns[-4:]]
    return b"".join([*lines, request(turns)])


@pytest.fixture
def send(tab: Page, live_server: LiveServer, world: Any, work_off: Callable[[], int]) -> Callable[[Path], None]:
    """Send one file as a person does, and wait until it is read and compared."""

    def upload(file: Path) -> None:
        tab.goto(f"{live_server.url}/t/local/captures/new")
        tab.locator("input[type=file]").set_input_files(file)
        tab.get_by_role("button", name="Upload", exact=True).click()
        expect(tab.get_by_role("heading", name=file.name)).to_be_visible()
        work_off()
        tab.reload()

    work_off()
    return upload


def test_a_log_of_requests_leads_to_its_compactions(
    tab: Page, live_server: LiveServer, send: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "session-log.jsonl"
    file.write_bytes(session(3))
    send(file)
    timeline = tab.locator("#timeline")
    expect(timeline.get_by_text("6 requests that grow by 2 messages each")).to_have_count(3)
    expect(timeline.get_by_role("link", name="Compaction")).to_have_count(3)
    take_shots(tab, live_server, "timeline")
    timeline.get_by_role("link", name="Show each").first.click()
    expect(timeline.get_by_text("one of the row above")).to_have_count(6)
    timeline.get_by_role("link", name="Compaction 2 of 3").click()
    expect(tab.get_by_text("Compaction 2 of 3 of this capture")).to_be_visible()
    expect(tab.get_by_text("so this is a candidate")).to_be_visible()
    take_shots(tab, live_server, "compaction")
    tab.get_by_role("link", name="Next", exact=True).click()
    expect(tab.get_by_text("Compaction 3 of 3 of this capture")).to_be_visible()
    tab.get_by_role("link", name="this capture").click()
    expect(tab.get_by_role("heading", name="session-log.jsonl")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "link", "words"),
    [
        ("claude-code-session-compact.jsonl", "Compaction", "167,000, as recorded"),
        ("claude-code-session-continued.jsonl", "Context edit", "there is nothing to judge"),
        ("codex-rollout-replacement.jsonl", "Compaction", "Opaque: only the provider can read it"),
        ("har-mixed.har", "Compaction", "/responses/compact"),
        ("anthropic-request-compaction-threshold.json", "Compaction", "Before and after stand in one list"),
    ],
)
def test_each_way_of_finding_is_followed_to_its_run(
    tab: Page, live_server: LiveServer, send: Callable[[Path], None], name: str, link: str, words: str
) -> None:
    send(WIRE / name)
    tab.locator("#timeline").get_by_role("link", name=link, exact=True).click()
    tab.wait_for_url("**/runs/*")
    expect(tab.get_by_text(words).first).to_be_visible()
    take_shots(tab, live_server, f"found-{name.partition('.')[0]}")


FIRST_WAVE = {
    "claude-code-session": "claude-code-session-compact.jsonl",
    "anthropic-request": "anthropic-request-valid.json",
    "openai-chat-request": "openai-chat-request-broken.json",
    "messages-array": "messages-array-anthropic.json",
    "pair": "pair-anthropic.json",
    "chat-jsonl": "chat-jsonl-growing.jsonl",
    "codex-rollout": "codex-rollout-old.jsonl",
    "exchange-jsonl": "claude-trace-compaction.jsonl",
    "openai-responses-request": "openai-responses-request-valid.json",
    "har": "har-mixed.har",
    "proxy-log": "proxy-log.json",
    "litellm-log": "litellm-log.jsonl",
    "gemini-request": "gemini-request-broken.json",
    "batch-jsonl": "batch-openai-input.jsonl",
}


def test_one_file_of_every_first_wave_format_is_uploaded_and_read(
    tab: Page, live_server: LiveServer, send: Callable[[Path], None]
) -> None:
    for format_id, name in FIRST_WAVE.items():
        send(WIRE / name)
        expect(tab.locator(".sub").first).to_contain_text(f" {format_id} ")
        expect(tab.locator("#timeline").get_by_role("link").first).to_be_visible()
        take_shots(tab, live_server, f"format-{format_id}")


def take_shots(tab: Page, live_server: LiveServer, name: str) -> None:
    """Picture the page in both themes and widths, where the environment variable SHOTS names a folder."""
    if not os.environ.get("SHOTS"):
        return
    for theme, width in ALL_LOOKS:
        dress(tab, live_server.url, theme, width)
        tab.reload()
        picture(tab, name)
        assert overflow(tab) == 0
    tab.set_viewport_size({"width": 1280, "height": 900})
