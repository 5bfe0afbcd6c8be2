"""The compactions that a capture shows become runs, however they were found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compaction.boundary import Fate
from webui.accounts.models import Team
from webui.runs import access, store
from webui.runs.models import Run
from webui.runs.points import points_of
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Capture
from webui.transcripts.store import read_again

WIRE = Path(__file__).parents[2] / "cases" / "wire"
NAMES = ("before", "after", "messages_before", "messages_after")


@pytest.fixture
def deliver(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Callable[..., Capture]:
    """Read a file of the examples, or lines of requests, to the end."""

    def send(data: str | list[Any]) -> Capture:
        name = data if isinstance(data, str) else "log.jsonl"
        lines = WIRE / data if isinstance(data, str) else None
        sink = uploads.Sink(bytes(acme.redaction_key), name, "")
        sink.write(lines.read_bytes() if lines else b"".join(json.dumps(one).encode() + b"\n" for one in data))
        capture, _ = arrival.take(acme, None, sink.finish(), source="page")
        work_off()
        capture.refresh_from_db()
        return capture

    return send


def request(turns: list[Any]) -> dict[str, Any]:
    messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(turns)]
    return {"model": "claude-opus-4-5", "max_tokens": 9, "system": "Help.", "messages": messages}


@pytest.mark.parametrize(
    ("name", "kind", "sides", "summary"),
    [
        ("chat-jsonl-growing.jsonl", "by-comparison", (2, 3, 6, 6), "two failing tests"),
        ("claude-trace-compaction.jsonl", "by-comparison", (1, 2, 7, 1), "one settings file"),
        ("claude-code-session-compact.jsonl", "explicit", (0, 1, 5, None), "two failing tests"),
        ("codex-rollout-old.jsonl", "explicit", (0, 1, 3, None), "Next step: update the change log"),
        ("codex-rollout-replacement.jsonl", "explicit", (0, 1, 6, None), None),
        ("har-mixed.har", "explicit", (1, 2, 5, 3), None),
        ("gemini-cli-session-set.jsonl", "explicit", (0, 1, 3, None), "trip to Oslo"),
        ("opencode-export.json", "explicit", (0, 1, 3, None), "next step fix quoting"),
        ("roo-history.json", "explicit", (0, 1, 4, None), "quoting in a.py"),
        ("anthropic-request-compaction-threshold.json", "block", (None, 0, 3, 2), "16 tests pass"),
        ("anthropic-request-compaction-on-demand.json", "block", (None, 0, None, 4), "change log open"),
        ("openai-responses-request-valid.json", "item", (None, 0, None, 10), None),
        ("sse-anthropic.txt", "block", (None, 0, None, 1), "one file was listed"),
    ],
)
def test_each_way_of_finding_gives_a_run(
    deliver: Callable[..., Capture], name: str, kind: str, sides: tuple[Any, ...], summary: str | None
) -> None:
    capture = deliver(name)
    run = access.runs_found_in(capture).select_related("before", "after").get()

    assert run.boundary is not None
    assert (run.state, run.boundary["kind"]) == ("ready", kind)
    assert [side and side.number for side in (run.before, run.after)] == list(sides[:2])
    assert run.messages_before == sides[2]
    assert run.messages_after == (sides[3] if sides[3] is not None else run.after and run.after.messages)
    texts = [store.text_of(one) for one in run.summaries.all()]
    assert all(summary in text for text in texts) if summary else texts == []
    assert run.boundary["summary"] == ("readable" if summary else "encrypted")


def test_both_sides_are_explained(deliver: Callable[..., Capture]) -> None:
    run = Run.objects.get(capture=deliver("chat-jsonl-growing.jsonl"))
    found = store.explanation_of(run)

    assert found is not None
    assert [(one.start, one.stop, one.fate) for one in found.fates.before] == [
        (0, 1, Fate.KEPT),
        (1, 4, Fate.SUMMARISED),
        (4, 6, Fate.KEPT),
    ]
    assert run.boundary == {
        "kind": "by-comparison",
        "marker": "shared suffix and summary-like first user text",
        "at": "line 4",
        "list": 3,
        "before_list": 2,
        "before": 6,
        "after": 6,
        "kept": 2,
        "summary": "readable",
        "written_by": "client",
        "trigger": "",
        "pre_tokens": None,
    }


def test_what_a_marker_says_is_kept(deliver: Callable[..., Capture]) -> None:
    run = Run.objects.get(capture=deliver("claude-code-session-compact.jsonl"))

    assert run.boundary is not None
    assert (run.boundary["at"], run.boundary["trigger"], run.boundary["pre_tokens"]) == ("line 13", "auto", 167000)


def test_a_list_of_a_log_is_judged_as_its_check_judges_it(deliver: Callable[..., Capture]) -> None:
    run = Run.objects.get(capture=deliver("claude-code-session-compact.jsonl"))

    assert run.after is not None and run.after.reconstructed
    assert (run.layers, run.introduced, run.inherited) == ("both", 0, 0)
    assert (run.after.errors, run.after.warnings) == (0, 0)


def test_a_context_edit_is_a_run_without_a_verdict(deliver: Callable[..., Capture]) -> None:
    capture = deliver("claude-code-session-continued.jsonl")
    compaction, edit = access.runs_found_in(capture)

    assert compaction.boundary is not None and edit.boundary is not None
    assert (compaction.boundary["trigger"], compaction.boundary["pre_tokens"]) == ("manual", 98000)
    assert (edit.boundary["kind"], edit.state, edit.verdict) == ("clearing", "ready", "unjudged")
    assert (compaction.edit, edit.edit) == (False, True)
    assert edit.after is not None
    assert [point.words for point in points_of(edit.after)] == ["After a compaction"]


def cleared(count: int, gone: int) -> dict[str, Any]:
    body = request(["Do it."])
    for number in range(count):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "run", "input": {}}
        text = "[cleared]" if number < gone else f"{number} " * 40
        answer = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text}
        body["messages"] += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    return body | {"tools": [{"name": "run", "input_schema": {"type": "object"}}]}


def test_cleared_results_between_requests_have_fates(deliver: Callable[..., Capture]) -> None:
    run = Run.objects.get(capture=deliver([cleared(3, 0), cleared(4, 2)]))
    found = store.explanation_of(run)

    assert run.boundary is not None and found is not None
    assert (run.boundary["marker"], run.verdict) == ("context edit: 2 tool results cleared", "unjudged")
    assert [(one.start, one.stop, one.fate) for one in found.fates.before] == [
        (0, 2, Fate.KEPT),
        (2, 3, Fate.REWRITTEN),
        (3, 4, Fate.KEPT),
        (4, 5, Fate.REWRITTEN),
        (5, 7, Fate.KEPT),
    ]
    assert run.before is not None and run.after is not None
    assert [(one.position, one.words) for one in points_of(run.before)] == [(7, "Context edit behind this")]
    assert [(one.position, one.words) for one in points_of(run.after)] == [(0, "After a context edit")]


def test_a_reading_again_keeps_the_runs(deliver: Callable[..., Capture], work_off: Callable[[], int]) -> None:
    capture = deliver("chat-jsonl-growing.jsonl")
    (before,) = access.runs_found_in(capture)

    assert read_again(capture, format="auto", dialect="auto")
    work_off()

    (after,) = access.runs_found_in(capture)
    assert (after.pk, after.state) == (before.pk, "ready")


def test_a_contract_is_applied_where_a_summary_is_in_its_form(deliver: Callable[..., Capture]) -> None:
    talk = [f"Turn {at} of the talk." for at in range(9)]
    summary = "<conversation_summary><goal>Import</goal></conversation_summary>"
    run = Run.objects.get(capture=deliver([request(talk), request([summary, *talk[5:]])]))

    assert (run.verdict, run.reason, run.section) == ("refused", "xml_structure", "constraints")


def test_every_compaction_of_a_session_is_a_run(deliver: Callable[..., Capture]) -> None:
    talk = [f"Turn {at} of the talk." for at in range(9)]
    first_after = ["Summary: round 1.", *talk[5:]]
    grown = [*first_after, *[f"Later {at}." for at in range(8)]]
    second_after = ["Summary: round 2.", *grown[9:]]
    log = [request(turns) for turns in (talk, first_after, grown, second_after)]
    first, second = access.runs_found_in(deliver(log))

    assert first.boundary is not None and second.boundary is not None
    assert (first.boundary["at"], second.boundary["at"]) == ("line 2", "line 4")
