"""The cut beside the correct one, and pairs of every dialect."""

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run


@pytest.fixture
def made(upload: Callable[..., Run], work_off: Callable[[], int]) -> Callable[..., Run]:
    """Upload a pair and wait until it is explained."""

    def made(**parts: Any) -> Run:
        run = upload("pair", parts)
        work_off()
        run.refresh_from_db()
        assert run.state == "ready", run.error_code
        return run

    return made


def cut(shown: str) -> str:
    return html.unescape(shown.split('id="cut"')[1].split("</div>")[0])


def test_the_expected_cut_stands_beside_the_one_that_was_made(
    made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]
) -> None:
    shown = cut(read(made(pair=lists, keep_last="3")))

    # 7 entries; the cut was made at the result in entry 4, and the arithmetic moves it on to entry 5.
    assert "Expected, keeping the last 3" in shown
    assert "1–3 (3 entries)" in shown and "1–4 (4 entries)" in shown
    assert 'href="?tab=before&at=4#m-4.0">before 4.0</a>' in shown
    assert 'href="?tab=before&at=5#m-5">before 5</a>' in shown
    assert "The tail begins 1 entry too early." in shown
    assert "Elsewhere than it should be" in shown


def test_without_a_number_the_nearest_correct_cut_is_shown_and_called_so(
    made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]
) -> None:
    shown = cut(read(made(pair=lists)))

    assert "Correct, keeping no more than was kept" in shown
    assert "Expected, keeping" not in shown


def test_a_correct_cut_says_so(made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]) -> None:
    lists["after"] = [lists["before"][0], {"role": "user", "content": "s"}, *lists["before"][5:]]

    shown = cut(read(made(pair=lists, keep_last="2")))

    assert "As it should be" in shown
    assert "The cut stands where the arithmetic puts it." in shown


def test_a_list_too_short_to_be_cut_says_so(
    made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]
) -> None:
    shown = cut(read(made(pair=lists, keep_last="9")))

    assert "none, the list stays as it is" in shown
    assert "too short to be cut" in shown


def test_a_head_that_keeps_more_than_it_should_is_told(made: Callable[..., Run], read: Callable[..., str]) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a"}
    before = [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    before += [{"role": "assistant", "content": "Done."}, {"role": "user", "content": "Thanks."}]
    after = [before[0], {"role": "user", "content": "s"}, before[3]]

    shown = cut(read(made(pair={"model": "claude-sonnet-4-5", "before": before, "after": after}, keep_last="1")))

    assert "The head keeps 1 entry more than it should." in shown


def test_a_new_message_at_the_end_leaves_no_tail_to_read_a_cut_from(
    made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]
) -> None:
    lists["after"].append({"role": "user", "content": "One thing more."})

    shown = cut(read(made(pair=lists, keep_last="3")))

    assert "there is no common tail that a cut could be read from" in shown
    assert "should be" not in shown


def test_nothing_replaced_is_no_cut(made: Callable[..., Run], read: Callable[..., str], lists: dict[str, Any]) -> None:
    assert 'id="cut"' not in read(made(pair=lists | {"after": lists["before"]}))


def test_a_number_that_is_none_stands_beside_its_field(at_ada: Client, lists: dict[str, Any]) -> None:
    answer = at_ada.post("/t/acme/runs/new?way=pair", {"pair": json.dumps(lists), "keep_last": "three"})

    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "This is not a count: a whole number from 0." in shown


def gemini() -> list[dict[str, Any]]:
    return [
        {"role": "user", "parts": [{"text": "How many?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "count", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "count", "response": {"n": 42}}}]},
        {"role": "user", "parts": [{"text": "And late ones?"}]},
    ]


def responses() -> list[dict[str, Any]]:
    return [
        {"type": "message", "role": "user", "content": "How many?"},
        {"type": "function_call", "call_id": "c1", "name": "count", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "42"},
        {"type": "message", "role": "user", "content": "And late ones?"},
    ]


def bedrock() -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": [{"text": "How many?"}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "count", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "42"}]}}]},
        {"role": "user", "content": [{"text": "And late ones?"}]},
    ]


def chat() -> list[dict[str, Any]]:
    call = {"id": "c1", "type": "function", "function": {"name": "count", "arguments": "{}"}}
    return [
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "42"},
        {"role": "user", "content": "And late ones?"},
    ]


@pytest.mark.parametrize(
    ("dialect", "key", "before"),
    [
        ("gemini", "contents", gemini()),
        ("openai-responses", "input", responses()),
        ("bedrock-converse", "messages", bedrock()),
        ("openai-chat", "messages", chat()),
    ],
)
def test_a_pair_of_each_dialect_has_fates_counts_and_the_cause(
    dialect: str, key: str, before: list[dict[str, Any]], made: Callable[..., Run], read: Callable[..., str]
) -> None:
    note = dict(before[0])
    note["parts" if "parts" in note else "content"] = (
        [{"text": "s"}] if dialect in ("gemini", "bedrock-converse") else "s"
    )
    sides = {"before": {key: before}, "after": {key: [before[0], note, *before[2:]]}}

    run = made(pair=sides, dialect=dialect)
    shown = html.unescape(read(run))

    assert (run.messages_before, run.messages_after) == (4, 4)
    assert run.fates is not None
    assert [(one["start"], one["stop"], one["fate"]) for one in run.fates["before"]] == [
        (0, 1, "kept"),
        (1, 2, "summarised"),
        (2, 4, "kept"),
    ]
    assert run.introduced >= 1
    assert "The cut stands inside an exchange" in shown
    assert "It should have moved forward to before 3." in shown
    assert "Summarised" in read(run, "?tab=before")


def test_lists_of_two_shapes_are_not_compared_and_it_is_said(
    made: Callable[..., Run],
    upload: Callable[..., Run],
    work_off: Callable[[], int],
    read: Callable[..., str],
    lists: dict[str, Any],
) -> None:
    google, ours = made(pair={"before": gemini(), "after": gemini()[:1]}), made(pair=lists)
    assert google.before_id and ours.after_id

    run = upload("transcripts", {"before": google.before_id, "after": ours.after_id})
    work_off()
    run.refresh_from_db()

    assert (run.state, run.fates) == ("ready", None)
    assert "The two lists are not of one known shape" in read(run)
