"""A run says how it was found in its capture, and which of its compactions it is."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Team
from webui.runs.models import Run
from webui.runs.views.found import brief
from webui.transcripts import arrival, uploads

WIRE = Path(__file__).parents[3] / "cases" / "wire"
QUERIES = 12


@pytest.fixture
def deliver(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Callable[..., list[Run]]:
    """Read an example, or lines of requests; return the runs that it gives."""

    def send(data: str | list[Any]) -> list[Run]:
        name = data if isinstance(data, str) else "log.jsonl"
        sink = uploads.Sink(bytes(acme.redaction_key), name, "")
        lines = [] if isinstance(data, str) else [json.dumps(one).encode() + b"\n" for one in data]
        sink.write((WIRE / name).read_bytes() if isinstance(data, str) else b"".join(lines))
        capture, _ = arrival.take(acme, None, sink.finish(), source="page")
        work_off()
        return list(Run.objects.filter(capture=capture).order_by("number"))

    return send


def plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def windows(count: int) -> list[dict[str, Any]]:
    """A session that keeps its last four messages behind a summary, again and again."""
    bodies, turns = [], [f"Turn {at} of the talk." for at in range(8)]
    for number in range(count + 1):
        messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(turns)]
        bodies.append({"model": "claude-opus-4-5", "max_tokens": 9, "system": "Help.", "messages": messages})
        turns = [f"Summary: round {number}.", *turns[-3:], *[f"Round {number}, turn {at}." for at in range(4)]]
    return bodies


def test_a_marker_tells_place_writer_trigger_and_tokens(
    deliver: Callable[..., list[Run]], read: Callable[..., str]
) -> None:
    (run,) = deliver("claude-code-session-compact.jsonl")
    shown = plain(read(run))

    assert "found by marker" in shown
    for words in (
        "A record of the capture says so.",
        "Shown by compact_boundary",
        "Place line 13",
        "Summary Readable",
        "Written by the client",
        "Trigger auto",
        "Tokens before 167,000, as recorded",
        "Before 5 messages",
    ):
        assert words in shown
    assert "of this capture" not in shown


def test_a_comparison_calls_itself_a_candidate(deliver: Callable[..., list[Run]], read: Callable[..., str]) -> None:
    (run,) = deliver("chat-jsonl-growing.jsonl")
    shown = plain(read(run))

    assert "found by comparison" in shown and "so this is a candidate" in shown
    assert "Shown by shared suffix and summary-like first user text" in shown
    assert "Kept 2 messages of before" in shown


def test_an_opaque_summary_says_so(deliver: Callable[..., list[Run]], read: Callable[..., str]) -> None:
    (run,) = deliver("codex-rollout-replacement.jsonl")

    assert "Summary Opaque: only the provider can read it" in plain(read(run))
    assert "opaque summary" in brief(run)


def test_a_block_says_that_both_sides_stand_in_one_list(
    deliver: Callable[..., list[Run]], read: Callable[..., str]
) -> None:
    (run,) = deliver("anthropic-request-compaction-threshold.json")
    shown = plain(read(run))

    assert "Its first 3 messages are what the block replaces" in shown
    assert "3 → 2" in shown
    assert "Port the importer." in read(run, "?tab=before")


def test_a_context_edit_is_no_refusal_and_no_summary(
    deliver: Callable[..., list[Run]], read: Callable[..., str]
) -> None:
    _, edit = deliver("claude-code-session-continued.jsonl")
    shown = plain(read(edit))

    assert "Context edit. Old tool results cleared; no summary replaces what is gone" in shown
    assert "the log keeps what was left, not what was cleared" in shown
    assert "Shown by microcompact_boundary" in shown and "Written by" not in shown


def test_the_list_says_how_each_was_found(deliver: Callable[..., list[Run]], at_ada: Client) -> None:
    deliver("claude-code-session-continued.jsonl")
    deliver("openai-responses-request-valid.json")
    shown = plain(at_ada.get("/t/acme/runs").content.decode())

    assert "Marker · line 1 · written by client · manual · at 98,000 tokens" in shown
    assert "Context edit · line 7" in shown
    assert "Item · /input/0 · written by provider · opaque summary" in shown


def test_a_sequence_leads_from_one_to_the_next(
    deliver: Callable[..., list[Run]], read: Callable[..., str], django_assert_max_num_queries: Any
) -> None:
    first, second, third = deliver(windows(3))
    for tab in ("before", "after", "summary", "checks", "history", "overview"):
        with django_assert_max_num_queries(QUERIES):
            shown = read(second, f"?tab={tab}")

    assert "Compaction 2 of 3 of this capture" in plain(shown)
    nav = shown[shown.index('aria-label="Compactions of this capture"') :].split("</nav>")[0]
    assert re.findall(r'href="/t/acme/runs/(\w+)"', nav) == [first.pk, third.pk]
    assert "Previous" not in plain(read(first)).split("Next", 1)[0][-200:]
    assert "Compaction 3 of 3" in plain(read(third, "?tab=summary"))


def test_edits_and_compactions_are_sequences_of_their_own(
    deliver: Callable[..., list[Run]], read: Callable[..., str]
) -> None:
    for run in deliver("claude-code-session-continued.jsonl"):
        assert "of this capture" not in plain(read(run))


def test_an_uploaded_pair_does_not_speak_of_finding(pair: Run, read: Callable[..., str]) -> None:
    assert pair.boundary is not None
    assert brief(pair) == ""
    assert "found by" not in plain(read(pair))


def test_another_team_finds_none_of_it(deliver: Callable[..., list[Run]], at_rob: Client) -> None:
    for run in deliver(windows(2)):
        assert at_rob.get(f"/t/acme/runs/{run.pk}").status_code == 404
        assert at_rob.get(f"/t/rivals/runs/{run.pk}").status_code == 404
        assert at_rob.get(f"/t/acme/captures/{run.capture_id}").status_code == 404
