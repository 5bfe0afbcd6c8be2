import json

import pytest

from compaction.formats import MessageList, Note, read, start
from compaction.transcripts import Dialect, Text

ASKED = {"role": "user", "content": [{"text": "List files"}]}
ANSWERED = {"role": "assistant", "content": [{"text": "None."}]}
BODY = {"messages": [ASKED, ANSWERED]}


def only(value: object) -> MessageList:
    (found,) = (record for record in read([json.dumps(value).encode()]) if isinstance(record, MessageList))
    return found


def test_a_body_is_one_list() -> None:
    found = only({**BODY, "modelId": "amazon.nova-lite-v1:0", "system": [{"text": "Be brief."}]})
    assert (found.path, found.dialect, found.roles) == ("/messages", Dialect.BEDROCK_CONVERSE, "u a")
    assert (found.model, found.request) == ("amazon.nova-lite-v1:0", True)
    assert found.system == (Text("Be brief.", "/system/0"),)


@pytest.mark.parametrize("name", ["toolConfig", "inferenceConfig"])
def test_fields_of_the_body_tell_the_dialect_where_no_block_does(name: str) -> None:
    found = only({"messages": [{"role": "user", "content": []}], name: {}})
    assert (found.dialect, found.count) == (Dialect.BEDROCK_CONVERSE, 1)


def test_bodies_in_a_list_and_on_lines_are_read_one_by_one() -> None:
    records = list(read([json.dumps([BODY, BODY]).encode()]))
    assert [(found.path, found.dialect) for found in records] == [
        ("/0/messages", Dialect.BEDROCK_CONVERSE),
        ("/1/messages", Dialect.BEDROCK_CONVERSE),
    ]
    line = json.dumps(BODY).encode() + b"\n"
    reading = start([line + b'{"other": 1}\n' + line])
    assert reading.format.id == "bedrock-converse-request"
    places = [getattr(record, "path", None) or record.at for record in reading.records]
    assert places == ["line 1 /messages", "line 2", "line 3 /messages"]


def test_a_list_of_messages_alone_is_read() -> None:
    found = only(BODY["messages"])
    assert (found.path, found.dialect) == ("", Dialect.BEDROCK_CONVERSE)
    assert json.loads(found.body) == BODY


def test_a_lone_answer_is_one_message() -> None:
    records = list(read([json.dumps({"output": {"message": ANSWERED}, "stopReason": "end_turn"}).encode()]))
    assert (records[0].roles, records[0].dialect, records[0].response_only) == ("a", Dialect.BEDROCK_CONVERSE, True)
    assert records[1] == Note("response-only", "")
