"""A transcript shows where the runs that begin or end with it cut."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run
from webui.runs.points import points_of
from webui.runs.store import pairs
from webui.transcripts.models import Transcript

CASE = Path(__file__).parents[2] / "cases" / "wire" / "pair-anthropic.json"


@pytest.fixture
def run(send: Callable[..., Any], work_off: Callable[[], int]) -> Run:
    """Of seven messages the last three were kept; one message stands for the others."""
    answer = send({"pair": json.loads(CASE.read_text())}, name="nightly <1>")
    work_off()
    return Run.objects.get(pk=answer.json()["id"])


def side(transcript: Transcript | None) -> Transcript:
    assert transcript is not None
    return transcript


def page(client: Client, transcript: Transcript) -> str:
    return client.get(f"/t/acme/transcripts/{transcript.pk}").content.decode()


def test_the_side_before_shows_the_cut(signed_in: Client, run: Run) -> None:
    shown = page(signed_in, side(run.before))
    outline = shown[shown.index('id="outline"') :].split("</section>")[0]

    assert re.findall(r'<li class="of-compaction"><a href="([^"]*)".*?</svg>([^<]*)<', outline) == [
        ("?at=4#m-4", "Compaction of messages before this")
    ]
    assert 'aria-label="Compaction of messages before this, at 4"' in shown
    between = shown[shown.index('id="m-3"') : shown.index('id="m-4"')]
    assert '<p class="gap point">' in between
    assert (
        f'<a href="/t/acme/runs/{run.pk}">Run <span lang="" dir="auto" translate="no">nightly &lt;1&gt;</span>'
        in between
    )


def test_the_cut_is_found_though_messages_came_after_the_kept_ones(
    send: Callable[..., Any], work_off: Callable[[], int]
) -> None:
    pair = json.loads(CASE.read_text())
    pair["after"].append({"role": "assistant", "content": "Compacted."})
    answer = send({"pair": pair})
    work_off()

    before = side(Run.objects.get(pk=answer.json()["id"]).before)
    assert [point.position for point in points_of(before)] == [4]


def test_the_side_after_shows_where_the_new_messages_begin(signed_in: Client, run: Run) -> None:
    shown = page(signed_in, side(run.after))

    assert "New from a compaction, at 0" in shown
    assert shown.index("New from a compaction · ") < shown.index('id="m-0"')


def test_a_contract_covers_all_messages_of_its_input(
    signed_in: Client, send: Callable[..., Any], whole: dict[str, Any]
) -> None:
    turns = [{"role": ("user", "assistant")[at % 2], "blocks": [{"type": "text", "text": "Go."}]} for at in range(4)]
    send({**whole, "input": {**whole["input"], "transcript": turns}}, name="all")
    before = side(Run.objects.get().before)
    shown = page(signed_in, before)

    assert [(point.position, point.words) for point in points_of(before)] == [
        (4, "Compaction of all messages before this")
    ]
    assert shown.index('id="m-3"') < shown.index('<p class="gap point">')
    assert 'aria-label="Compaction of all messages before this, at the end"' in shown
    assert '<li class="of-compaction"><a href="?at=3#m-3"><span class="p">end</span>' in shown


def test_a_run_that_is_not_ready_or_was_not_tried_shows_none(run: Run) -> None:
    Run.objects.update(state=Run.State.FAILED)
    assert list(points_of(side(run.before))) == []

    Run.objects.update(state=Run.State.READY, verdict=Run.Verdict.NOT_ATTEMPTED)
    assert list(points_of(side(run.before))) == []


def test_runs_of_one_cut_are_one_mark_of_the_map(signed_in: Client, run: Run, work_off: Callable[[], int]) -> None:
    pairs.keep_pair(run.team, None, side(run.before), side(run.after), name="again")
    work_off()
    shown = page(signed_in, side(run.before))

    assert Run.objects.count() == 2
    assert 'aria-label="Compaction of messages before this, at 4, and 1 more up to 4"' in shown
    assert shown.count('<p class="gap point">') == 2
