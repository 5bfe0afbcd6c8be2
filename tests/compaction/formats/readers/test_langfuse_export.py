import csv
import io
import json
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import Answer, MessageList, Note, ProviderAnswer, Record, start

USER = {"role": "user", "content": "Hello"}
ROW = {"id": "o", "traceId": "t", "type": "GENERATION", "model": "gpt-5.2", "input": [USER], "output": None}


def read(text: str) -> list[Record]:
    data = text.encode()
    reading = start([data[at : at + 50] for at in range(0, len(data), 50)])
    assert reading.format.id == "langfuse-export"
    return list(reading.records)


def records(*values: object) -> list[Record]:
    return read("".join(json.dumps(value) + "\n" for value in values))


def table(*rows: dict[str, Any]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, ["id", "trace_id", "type", "model", "input", "output"])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ([USER], "line 1 /input"),
        ({"messages": [USER]}, "line 1 /input/messages"),
        (json.dumps([USER]), "line 1 /input (JSON text)"),
        (json.dumps({"messages": [USER], "tools": []}), "line 1 /input (JSON text)"),
        ("Hello", "line 1 /input (JSON text)"),
        (USER, "line 1 /input"),
    ],
)
def test_an_input_comes_in_every_form(given: Any, path: str) -> None:
    found = records({**ROW, "input": given}, ROW)[0]
    assert (found.path, found.roles, found.model, found.dialect) == (path, "u", "gpt-5.2", "openai-chat")


def test_a_body_with_its_own_model_is_kept_as_it_is() -> None:
    given = {"model": "claude-sonnet-4-5", "messages": [USER]}
    found = records({**ROW, "input": given}, ROW)[0]
    assert (found.model, found.dialect, json.loads(found.body)) == ("claude-sonnet-4-5", "anthropic", given)


@pytest.mark.parametrize("settings", [{"tools": []}, '{"tools": []}'])
def test_settings_are_part_of_the_body(settings: Any) -> None:
    for name in ("modelParameters", "model_parameters"):
        found = records({**ROW, name: settings}, ROW)[0]
        assert json.loads(found.body) == {"model": "gpt-5.2", "tools": [], "messages": [USER]}


def test_answers_follow_in_words_or_as_messages() -> None:
    found = records({**ROW, "output": "Yes"}, {**ROW, "output": {"role": "assistant", "content": "No"}})
    assert [each.text for each in found if isinstance(each, Answer)] == ["Yes", "No"]


def test_a_failure_is_what_the_provider_said() -> None:
    for name in ("statusMessage", "status_message"):
        found = records({**ROW, "level": "ERROR", name: "No.", "output": "x"}, ROW)
        assert found[1] == ProviderAnswer(0, "line 1 /statusMessage", (), "No.")
    assert [type(each) for each in records({**ROW, "level": "ERROR"}, ROW)] == [MessageList, MessageList]


def test_a_trace_and_a_batch_hold_lists() -> None:
    assert read(json.dumps({"id": "t", "observations": [ROW]}))[0].path == "/observations/0/input"
    events = [{"id": "e", "type": "generation-create", "body": ROW}, {"type": "trace-create", "body": {}}]
    found = read(json.dumps({"batch": events}))
    assert (found[0].path, found[1]) == ("/batch/0/body/input", Note("unknown-record", "/batch/1"))
    assert [each.path for each in read(json.dumps([ROW, ROW]))] == ["/0/input", "/1/input"]


def test_a_table_has_json_in_its_cells() -> None:
    row = {"type": "GENERATION", "trace_id": "t", "model": "gpt-5.2", "output": "Two\n\nlines"}
    found = read(table({**row, "input": json.dumps([USER], indent=1)}, {**row, "type": "SPAN"}))
    assert [type(each) for each in found] == [MessageList, Answer, Note]
    assert (found[0].path, found[0].roles) == ("row 1 /input (JSON text)", "u")
    assert found[1].text == "Two\n\nlines"
    assert found[2] == Note("unknown-record", "row 2")


def test_a_table_whose_quotes_do_not_match_is_refused() -> None:
    with pytest.raises(CaptureError) as refused:
        read('id,traceId,type,input,output\n1,t,GENERATION,"a" b,c\n')
    assert (refused.value.code, refused.value.line) == ("json-syntax", 2)


@pytest.mark.parametrize("row", [{**ROW, "type": "SPAN"}, {**ROW, "input": None}, {"other": 1}, 5])
def test_what_asks_no_model_is_a_note(row: Any) -> None:
    assert records(ROW, row)[-1] == Note("unknown-record", "line 2")


def test_a_bad_line_is_a_note() -> None:
    assert read(json.dumps(ROW) + "\n{\n")[-1].code == "jsonl-bad-line"
