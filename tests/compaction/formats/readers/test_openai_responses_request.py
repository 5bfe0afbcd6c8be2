import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import Boundary, MessageList, Note, Record, read, start
from compaction.transcripts import Dialect, Text

ITEMS = [
    {"role": "user", "content": "Test it."},
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "function_call", "call_id": "c", "name": "run", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c", "output": "ok"},
    {"type": "compaction", "encrypted_content": "abc"},
    {"type": "item_reference", "id": "msg_1"},
    {"type": "message", "role": "developer", "content": "Be brief."},
]
BODY = {"model": "gpt-5.2", "instructions": "Work.", "input": ITEMS}


def records_of(value: object) -> list[Record]:
    """What a reading gives; the item that is a compaction is told of elsewhere."""
    return [record for record in read([json.dumps(value).encode()]) if not isinstance(record, Boundary)]


def test_a_body_is_one_list_of_items() -> None:
    (found,) = records_of(BODY)
    assert (found.path, found.dialect, found.roles) == ("/input", Dialect.OPENAI_RESPONSES, "u r f o x ? s")
    assert (found.model, found.request, found.count) == ("gpt-5.2", True, 7)
    assert found.system == (Text("Work.", "/instructions"),)
    assert json.loads(found.body) == BODY


def test_one_text_is_one_user_message() -> None:
    (found,) = records_of({"model": "gpt-5.2", "input": "Hé"})
    assert (found.path, found.roles, found.count, found.request) == ("/input", "u", 1, True)
    assert found.messages[0].blocks == (Text("Hé", "/input/0/content"),)
    assert json.loads(found.body)["input"] == "Hé"


@pytest.mark.parametrize("more", [{"previous_response_id": "resp_1"}, {"conversation": {"id": "conv_1"}}])
def test_a_history_that_the_provider_keeps_in_part_is_noted(more: dict[str, object]) -> None:
    assert records_of({**BODY, **more})[1:] == [Note("partial-history", "/input")]
    assert len(records_of({**BODY, "previous_response_id": None})) == 1


def test_the_window_that_a_compaction_left_is_a_list_but_no_request() -> None:
    (found,) = records_of({"object": "response.compaction", "output": [ITEMS[0], ITEMS[4]]})
    assert (found.path, found.roles, found.request, found.response_only) == ("/output", "u x", False, False)
    assert json.loads(found.body) == {"input": [ITEMS[0], ITEMS[4]]}


def test_a_lone_answer_is_a_list_without_its_request() -> None:
    found, note = records_of({"object": "response", "output": [ITEMS[1], ITEMS[2]]})
    assert isinstance(found, MessageList)
    assert (found.path, found.roles, found.response_only, found.request) == ("", "r f", True, False)
    assert note == Note("response-only", "")


def test_an_answer_without_output_holds_no_list() -> None:
    with pytest.raises(CaptureError) as refused:
        records_of({"object": "response", "status": "failed"})
    assert refused.value.code == "no-messages"


def test_bodies_in_a_list_and_on_lines_are_read_one_by_one() -> None:
    assert [found.path for found in records_of([BODY, BODY])] == ["/0/input", "/1/input"]
    line = json.dumps(BODY).encode() + b"\n"
    reading = start([line + b'{"other": 1}\n' + line])
    assert reading.format.id == "openai-responses-request"
    places = [getattr(record, "path", None) or record.at for record in reading.records]
    assert places == ["line 1 /input", "line 2", "line 1 /input/4", "line 3 /input"]


def test_items_saved_alone_are_read_even_with_a_developer_among_them() -> None:
    (found,) = records_of(ITEMS)
    assert (found.path, found.dialect, found.roles) == ("", Dialect.OPENAI_RESPONSES, "u r f o x ? s")
    assert json.loads(found.body) == {"input": ITEMS}
