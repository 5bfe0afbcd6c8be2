"""Logs that only grow, branch, repeat or edit their end tell of no compaction; compacted ones tell of theirs."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.formats import Boundary, read

TEXTS = st.text(alphabet="ab c\n<>/é", min_size=1, max_size=12)


def log(requests: list[list[str]]) -> list[Boundary]:
    lines = [json.dumps(_body(texts)).encode() + b"\n" for texts in [*requests, ["end"]]]
    return [record for record in read(lines) if isinstance(record, Boundary)]


def _body(texts: list[str]) -> dict[str, object]:
    turns = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(texts)]
    return {"model": "claude-opus-4-5", "max_tokens": 9, "system": "Help.", "messages": turns}


@given(st.lists(TEXTS, min_size=1, max_size=12), st.lists(st.integers(0, 12), max_size=8))
@settings(max_examples=80, deadline=None)
def test_requests_that_grow_or_step_back_are_silent(texts: list[str], lengths: list[int]) -> None:
    told = [f"{at} {text}" for at, text in enumerate(texts)]
    assert log([told[: length + 1] for length in lengths]) == []


@given(st.lists(st.tuples(st.integers(0, 9), TEXTS), max_size=8))
@settings(max_examples=80, deadline=None)
def test_branches_and_edits_of_the_last_message_are_silent(branches: list[tuple[int, str]]) -> None:
    told = [f"turn {at}" for at in range(10)]
    requests = [[*told[:at], f"{text} {number}"] for number, (at, text) in enumerate(branches)]
    assert log([told, *requests, told]) == []


@given(st.sampled_from((3, 5, 9)), st.integers(2, 8), TEXTS)
@settings(max_examples=80, deadline=None)
def test_a_summary_before_a_kept_end_is_told_with_its_counts(gone: int, kept: int, text: str) -> None:
    count = gone + kept
    told = [f"turn {at}" for at in range(count)]
    (found,) = log([told[: count - 1], told, [f"Notes: {text}.", *told[gone:]]])
    assert (found.before_list, found.list) == (1, 2)
    assert (found.before_messages, found.after_messages, found.kept_messages) == (count, kept + 1, kept)
    assert found.summary_text == f"Notes: {text}.".strip()
