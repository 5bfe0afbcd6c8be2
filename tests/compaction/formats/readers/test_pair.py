"""A file with both sides of a compaction."""

import json
from pathlib import Path
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import Boundary, MessageList, read
from compaction.inspection import inspect

CASE = Path(__file__).parents[3] / "cases" / "wire" / "pair-anthropic.json"
BEFORE = [{"role": "user", "content": "Fix it."}, {"role": "assistant", "content": "Done."}]
AFTER = [{"role": "user", "content": "Summary."}, {"role": "assistant", "content": "Done."}]


def records(**members: Any) -> tuple[MessageList, MessageList, Boundary]:
    first, second, boundary = read([json.dumps({"before": BEFORE, "after": AFTER} | members).encode()])
    assert isinstance(first, MessageList) and isinstance(second, MessageList) and isinstance(boundary, Boundary)
    return first, second, boundary


def test_the_case_gives_two_lists_and_the_compaction_between_them() -> None:
    found = inspect(CASE.read_bytes())

    assert [(one.path, one.roles, one.dialect) for one in found.lists] == [
        ("/before", "u a u a u a u", "anthropic"),
        ("/after", "u u a u", "anthropic"),
    ]
    assert [(v.rule, v.pointer) for v in found.lists[1].report.violations] == [
        ("paired-tool-result", "/messages/1/content/0")
    ]
    (boundary,) = found.compactions
    assert (boundary.kind, boundary.marker, boundary.list, boundary.before_list, boundary.at) == (
        ("by-construction", "pair", 1, 0, "after")
    )
    assert (boundary.before_messages, boundary.after_messages, boundary.kept_messages) == (7, 4, 3)
    assert (boundary.summary, boundary.written_by) == ("readable", "client")
    assert "two failing tests" in (boundary.summary_text or "")
    assert found.requests == 0


def test_sides_may_be_whole_bodies() -> None:
    body = {"model": "claude-sonnet-4-5", "system": "Be brief.", "max_tokens": 9, "messages": BEFORE}

    first, second, _ = records(before=body)

    assert (first.path, first.model, len(first.system)) == ("/before/messages", "claude-sonnet-4-5", 1)
    assert first.body == json.dumps(body).encode()
    assert second.dialect == "anthropic"  # the other side proves it


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        ("Short.", "Short."),
        ({"role": "user", "content": "Short."}, "Short."),
        (
            {"role": "user", "content": [{"type": "text", "text": "Short."}, {"type": "text", "text": "End."}]},
            "Short.\nEnd.",
        ),
        ({"type": "text", "text": "Short."}, "Short."),
        (None, None),
        ("", ""),
        (7, None),
    ],
)
def test_a_summary_is_a_text_a_message_or_a_block(summary: Any, text: str | None) -> None:
    boundary = records(summary=summary)[2]

    assert boundary.summary_text == text
    assert boundary.summary == ("readable" if text else "absent")


@pytest.mark.parametrize(("start", "kept"), [(0, 2), (2, 0), (1, 1), (3, 1), (-1, 1), (True, 1), ("1", 1), (None, 1)])
def test_the_file_says_how_much_was_kept_or_the_equal_tail_does(start: Any, kept: int) -> None:
    assert records(kept_from=start)[2].kept_messages == kept


def test_the_file_names_the_dialect_and_the_chooser_wins() -> None:
    assert records(dialect="anthropic-messages")[0].dialect == "anthropic"
    assert records(dialect="openai-chat")[1].dialect == "openai-chat"
    assert records(dialect="nonsense")[0].dialect is None
    assert records(model="claude-sonnet-4-5")[0].dialect == "anthropic"
    chosen = next(iter(read([json.dumps({"before": BEFORE, "after": AFTER}).encode()], dialect="openai-chat")))
    assert isinstance(chosen, MessageList) and chosen.dialect == "openai-chat"


def test_a_side_without_a_list_is_refused() -> None:
    with pytest.raises(CaptureError) as refused:
        records(after={"model": "claude-sonnet-4-5"})

    assert refused.value.code == "no-messages"


@pytest.mark.parametrize("after", [{}, {"after": None}, {"after": "Summary."}])
def test_a_side_that_is_missing_or_no_list_is_named(after: dict[str, Any]) -> None:
    pieces = [json.dumps({"before": BEFORE, **after}).encode()]

    with pytest.raises(CaptureError) as refused:
        list(read(pieces, format="pair"))

    assert (refused.value.code, refused.value.kind) == ("no-messages", "after")


def note(dialect: str, text: str) -> dict[str, Any]:
    match dialect:
        case "gemini":
            return {"role": "user", "parts": [{"text": text}]}
        case "bedrock-converse":
            return {"role": "user", "content": [{"text": text}]}
        case "openai-responses":
            return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
    return {"role": "user", "content": text}


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    ("dialect", "key"),
    [
        ("anthropic", "messages"),
        ("openai-chat", "messages"),
        ("openai-responses", "input"),
        ("gemini", "contents"),
        ("bedrock-converse", "messages"),
    ],
)
def test_both_sides_are_counted_in_every_dialect(dialect: str, key: str, whole: bool) -> None:
    before = [note(dialect, text) for text in ("one", "two", "three", "four", "five")]
    after = [note(dialect, "Summary."), *before[3:]]
    sides = {"before": before, "after": after}
    members: dict[str, Any] = {name: {key: side} for name, side in sides.items()} if whole else sides

    first, second, boundary = records(**members, dialect=dialect, summary=note(dialect, "Summary."))

    assert (first.dialect, second.dialect, first.count, second.count) == (dialect, dialect, 5, 3)
    assert (boundary.before_messages, boundary.after_messages, boundary.kept_messages) == (5, 3, 2)
    assert boundary.summary_text == "Summary."


def test_a_body_that_a_proxy_wrapped_and_an_input_of_one_text_are_counted() -> None:
    contents = [note("gemini", text) for text in ("one", "two")]
    wrapped = {"model": "gemini-2.5-pro", "request": {"contents": contents}}

    boundary = records(before=wrapped, after=wrapped)[2]
    spoken = records(before={"input": "one"}, after={"input": "two"}, dialect="openai-responses")[2]

    assert (boundary.before_messages, boundary.after_messages, boundary.kept_messages) == (2, 2, 2)
    assert (spoken.before_messages, spoken.after_messages, spoken.kept_messages) == (1, 1, 0)
