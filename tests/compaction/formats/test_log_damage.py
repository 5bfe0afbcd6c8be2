"""Damaged session logs: lines lost, doubled and out of order, and values of any kind in any place."""

import copy
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import CaptureError
from compaction.formats import Boundary, MessageList, Note, read, sentence
from compaction.inspection import inspect

FOLDER = Path(__file__).resolve().parents[2] / "cases" / "wire"
NAMES = (
    "claude-code-session-compact.jsonl",
    "claude-code-session-continued.jsonl",
    "claude-stream.jsonl",
    "codex-rollout-old.jsonl",
    "codex-rollout-replacement.jsonl",
    "gemini-cli-session-set.jsonl",
    "gemini-cli-session.json",
    "inspect-log.json",
    "opencode-export.json",
    "openhands-events.json",
    "pi-session.jsonl",
    "roo-history.json",
    "swe-agent.traj",
)
LOGS = [FOLDER / name for name in NAMES]
LINES = [path for path in LOGS if path.suffix == ".jsonl"]
ODD = (None, True, 0, -1, 1.5, "", "x", [], [1], {}, {"type": "text"}, ["x"], [{}], {"content": []})


def check(data: bytes, **chosen: str) -> None:
    """The answer is clear: numbers of lists exist, sentences are known, or the refusal is ours."""
    try:
        records = list(read([data], **chosen))
    except CaptureError as refused:
        assert refused.__context__ is None
        assert str(sentence(refused))
        return
    lists = [record for record in records if isinstance(record, MessageList)]
    for record in records:
        if isinstance(record, Boundary):
            assert all(number is None or 0 <= number < len(lists) for number in (record.list, record.before_list))
        if isinstance(record, Note):
            assert not sentence(record).what.startswith("Something in this file")
    for found in inspect(data, **chosen).lists:
        assert found.source.count == len(found.messages)
        assert len(found.roles.split()) == found.source.count


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(8))
def test_lines_lost_doubled_and_out_of_order(path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - nothing here is a secret
    lines = path.read_bytes().splitlines(keepends=True)
    drawn = [rng.choice(lines) for _ in lines] if seed % 2 else rng.sample(lines, len(lines))
    check(b"".join(drawn))
    check(b"".join(drawn).replace(b"\n", b"", 1))


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.name)
def test_every_log_cut_at_every_line(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines)):
        check(b"".join(lines[:count]))
        check(b"".join(lines[count:]))
        check(b"".join(lines[:count]) + lines[count][: len(lines[count]) // 2])


def places(value: object) -> list[tuple[object, object]]:
    """Every member and element within a value: the container and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    found = [(value, key) for key in keys]
    return found + [place for key in keys for place in places(value[key])]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(LOGS), st.randoms(use_true_random=False))
def test_values_of_any_kind_in_any_place(path: Path, rng: random.Random) -> None:
    format = "cline-history" if path.name.startswith("roo") else path.name.rpartition(".")[0]
    known = next((id for name, id in KNOWN.items() if format.startswith(name)), format)
    text = path.read_text()
    values = [json.loads(line) for line in text.splitlines()] if path in LINES else [json.loads(text)]
    for _ in range(rng.randint(1, 4)):
        container, key = rng.choice(places(values))
        container[key] = copy.deepcopy(rng.choice(ODD))  # type: ignore[index]  # a container and a key of it
    check(
        "\n".join(map(json.dumps, values)).encode(), format=known, dialect=rng.choice(("auto", "anthropic", "gemini"))
    )


KNOWN = {
    "claude-code-session": "claude-code-session",
    "codex-rollout": "codex-rollout",
    "gemini-cli-session": "gemini-cli-session",
    "swe-agent": "swe-agent-traj",
    "claude-stream": "claude-stream-json",
}
