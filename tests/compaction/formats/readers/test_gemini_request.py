import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import MessageList, Note, read, start
from compaction.transcripts import Dialect, Text

ASKED = {"parts": [{"text": "Weather in Oslo?"}]}
BODY = {"contents": [ASKED, {"role": "model", "parts": [{"text": "4 degrees."}]}]}


def only(value: object) -> MessageList:
    (found,) = (record for record in read([json.dumps(value).encode()]) if isinstance(record, MessageList))
    return found


def test_a_body_is_one_list() -> None:
    found = only({**BODY, "model": "models/gemini-2.5-pro", "systemInstruction": {"parts": [{"text": "Be brief."}]}})
    assert (found.path, found.dialect, found.roles) == ("/contents", Dialect.GEMINI, "u m")
    assert (found.model, found.request) == ("models/gemini-2.5-pro", True)
    assert found.system == (Text("Be brief.", "/systemInstruction/parts/0"),)
    assert found.messages[1].blocks == (Text("4 degrees.", "/contents/1/parts/0"),)


def test_a_wrapped_body_is_read_and_checked_as_the_provider_gets_it() -> None:
    found = only({"model": "gemini-3-pro", "project": "p", "request": BODY})
    assert (found.path, found.model, found.roles) == ("/request/contents", "gemini-3-pro", "u m")
    assert json.loads(found.body) == BODY


def test_bodies_in_a_list_and_on_lines_are_read_one_by_one() -> None:
    paths = [record.path for record in read([json.dumps([BODY, {"request": BODY}]).encode()])]
    assert paths == ["/0/contents", "/1/request/contents"]
    line = json.dumps(BODY).encode() + b"\n"
    reading = start([line + b'{"other": 1}\n' + line])
    assert reading.format.id == "gemini-request"
    places = [getattr(record, "path", None) or record.at for record in reading.records]
    assert places == ["line 1 /contents", "line 2", "line 3 /contents"]


def test_a_list_of_contents_alone_is_read() -> None:
    found = only([{**ASKED, "role": "user"}])
    assert (found.path, found.dialect, found.roles) == ("", Dialect.GEMINI, "u")
    assert json.loads(found.body) == {"contents": [{**ASKED, "role": "user"}]}


def test_contents_under_the_name_of_another_list_are_read() -> None:
    found = only({"messages": BODY["contents"]})
    assert (found.path, found.dialect) == ("/messages", Dialect.GEMINI)
    assert json.loads(found.body) == BODY


def test_a_lone_answer_is_one_message() -> None:
    answer = {"candidates": [{"content": BODY["contents"][1], "finishReason": "STOP"}]}
    records = list(read([json.dumps(answer).encode()]))
    assert (records[0].roles, records[0].response_only) == ("m", True)
    assert records[1] == Note("response-only", "")


@pytest.mark.parametrize("value", [{"candidates": []}, {"candidates": [{"finishReason": "SAFETY"}]}])
def test_an_answer_without_content_holds_no_messages(value: dict) -> None:
    with pytest.raises(CaptureError) as refused:
        list(read([json.dumps(value).encode()]))
    assert refused.value.code == "no-messages"


def test_half_of_a_character_is_named_at_its_place_in_the_capture() -> None:
    data = b'{"request":{"contents":[{"parts":[{"text":"\\ud83d"}]}]}}'
    assert list(read([data]))[1:] == [Note("valid-unicode", "/request/contents/0/parts/0/text")]
