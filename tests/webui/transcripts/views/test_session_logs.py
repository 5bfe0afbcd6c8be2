"""Session logs on their way through the worker to their pages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from webui.transcripts.models import Capture

Deliver = Callable[..., Capture]

FOLDER = Path(__file__).resolve().parents[3] / "cases" / "wire"
LOGS = {
    "claude-code-session-compact.jsonl": ("claude-code-session", 3),
    "claude-code-session-continued.jsonl": ("claude-code-session", 1),
    "claude-stream.jsonl": ("claude-stream-json", 2),
    "codex-rollout-old.jsonl": ("codex-rollout", 2),
    "codex-rollout-replacement.jsonl": ("codex-rollout", 2),
    "gemini-cli-session-set.jsonl": ("gemini-cli-session", 2),
    "gemini-cli-session.json": ("gemini-cli-session", 1),
    "inspect-log.json": ("inspect-log", 1),
    "opencode-export.json": ("opencode-export", 2),
    "openhands-events.json": ("openhands-events", 2),
    "pi-session.jsonl": ("pi-session", 2),
    "roo-history.json": ("cline-history", 2),
    "swe-agent.traj": ("swe-agent-traj", 2),
}


@pytest.mark.parametrize("name", LOGS)
def test_every_log_is_stored_and_its_lists_can_be_opened(deliver: Deliver, at_ada: Client, name: str) -> None:
    capture = deliver((FOLDER / name).read_bytes())

    format, lists = LOGS[name]
    assert (capture.state, capture.format, capture.error_code) == ("ready", format, "")
    transcripts = list(capture.transcripts.order_by("number"))
    assert len(transcripts) == lists
    for transcript in transcripts:
        assert at_ada.get(f"/t/acme/transcripts/{transcript.pk}").status_code == 200
    assert at_ada.get(f"/t/acme/captures/{capture.pk}", follow=True).status_code == 200


def test_the_page_of_a_rebuilt_list_says_that_it_is_less_certain(deliver: Deliver, at_ada: Client) -> None:
    capture = deliver((FOLDER / "claude-code-session-compact.jsonl").read_bytes())

    page = at_ada.get(f"/t/acme/transcripts/{capture.transcripts.get(number=0).pk}").content.decode()
    assert "rebuilt from a log" in page


def test_a_broken_chain_is_shown_among_the_violations(deliver: Deliver, at_ada: Client) -> None:
    lines = (FOLDER / "claude-code-session-compact.jsonl").read_text().splitlines()[1:11]
    capture = deliver("\n".join([*lines[:9], lines[9].replace('"u06"', '"never-written"')]).encode())

    transcript = capture.transcripts.get(number=0)
    assert (transcript.warnings, transcript.violations.get().rule) == (1, "broken-parent-chain")
    page = at_ada.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()
    assert "Parent record is not in the log" in page
