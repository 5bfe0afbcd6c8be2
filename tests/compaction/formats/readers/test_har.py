import base64
import gzip
import json
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import Answer, Boundary, MessageList, Note, ProviderAnswer, Record, start
from compaction.inspection import inspect

URL = "https://api.anthropic.com/v1/messages"
HELLO = {"role": "user", "content": "Hello"}
BODY = {"model": "claude-sonnet-4-5", "messages": [HELLO]}
SAID = "messages.0: all messages must have non-empty content"
REFUSAL = {"type": "error", "error": {"type": "invalid_request_error", "message": SAID}}
SPOKEN = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}


def text(value: object) -> dict[str, str]:
    return {"text": value if isinstance(value, str) else json.dumps(value)}


def packed(value: object, pack: Any = bytes) -> dict[str, str]:
    return {"text": base64.b64encode(pack(json.dumps(value).encode())).decode(), "encoding": "base64"}


def entry(sent: Any = None, received: Any = None, url: str = URL, method: str = "POST", status: int = 200) -> Any:
    request = {"method": method, "url": url, **({"postData": sent} if sent else {})}
    return {"request": request, "response": {"status": status, "content": received or {}}}


def archive(*entries: object, indent: int | None = None) -> bytes:
    return json.dumps({"log": {"version": "1.2", "entries": entries}}, indent=indent).encode()


def records(*entries: object, indent: int | None = None) -> list[Record]:
    reading = start([archive(*entries, indent=indent)])
    assert reading.format.id == "har"
    return list(reading.records)


def test_entries_are_read_one_by_one_with_their_answers() -> None:
    for indent in (None, 1):
        found = records(entry(text(BODY), text(SPOKEN)), entry(url="https://x/style.css", method="GET"), indent=indent)
        assert [type(each) for each in found] == [MessageList, Answer, Note]
        assert (found[0].path, found[0].count, found[0].request) == ("/log/entries/0 messages", 1, True)
        assert json.loads(found[0].body) == BODY
        assert (found[1].list, found[1].at, found[1].text) == (0, "/log/entries/0 response", "Hi")
        assert (found[2].code, found[2].at) == ("unknown-record", "/log/entries/1")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_bodies_in_base64_are_opened_on_both_sides(pack: Any) -> None:
    found = records(entry(packed(BODY, pack), packed(SPOKEN, pack)))
    assert found[0].count == 1
    assert found[1].text == "Hi"


def test_a_body_that_cannot_be_opened_is_noted() -> None:
    closed = {"text": base64.b64encode(b"\x0b\x02\x80brotli\xff").decode(), "encoding": "base64"}
    assert records(entry(closed)) == [Note("body-not-text", "/log/entries/0")]
    found = records(entry(text(BODY), closed))
    assert [type(each) for each in found] == [Note, MessageList]
    assert [type(each) for each in records(entry(text("{}"), closed, url="https://x/image.png"))] == [Note]


def test_a_request_whose_body_was_dropped_is_noted_with_what_the_provider_said() -> None:
    found = records(entry(None, text(REFUSAL), status=400))
    assert found[0] == Note("request-without-body", "/log/entries/0")
    assert isinstance(found[1], ProviderAnswer)
    assert (found[1].list, found[1].text) == (None, SAID)


def test_a_refusal_belongs_to_its_list() -> None:
    (said,) = inspect(archive(entry(), entry(text(BODY), packed(REFUSAL), status=400))).provider_said
    assert (said.list, said.at, said.rules[0], said.status) == (0, "/log/entries/1 response", "non-empty-content", 400)


def test_a_compact_call_gives_the_new_list_and_the_compaction() -> None:
    user, item = {"type": "message", "role": "user", "content": "Hi"}, {"type": "compaction", "encrypted_content": "x"}
    url = "https://api.openai.com/v1/responses/compact"
    asked = {"model": "gpt-5.2", "input": [user, {**user, "content": "More"}]}
    found = records(entry(text(asked), text({"object": "response.compaction", "output": [user, item]}), url=url))
    assert [type(each) for each in found] == [MessageList, MessageList, Boundary, Answer]
    assert (found[1].path, found[1].roles, found[1].request) == ("/log/entries/0 output", "u x", False)
    boundary = found[2]
    assert (boundary.list, boundary.before_list, boundary.kept_messages) == (1, 0, 1)
    assert (boundary.before_messages, boundary.after_messages, boundary.summary) == (2, 2, "encrypted")
    failed = records(entry(text({"input": "Hi"}), text(REFUSAL), url=url, status=400))
    assert [type(each) for each in failed] == [MessageList, Answer, ProviderAnswer]


def test_an_odd_entry_is_noted() -> None:
    assert records(1, {"response": {}}, {"request": 1}) == [
        Note("unknown-record", f"/log/entries/{number}") for number in range(3)
    ]


def test_an_archive_without_entries_holds_no_messages() -> None:
    with pytest.raises(CaptureError) as refused:
        records()
    assert (refused.value.code, refused.value.kind) == ("no-messages", "entries")


def test_a_page_of_private_addresses_gives_no_list() -> None:
    found = records(entry(text({"prompt": "Hi"}), url="https://chat.example.com/backend/conversation"))
    assert found == [Note("unknown-record", "/log/entries/0")]


def test_entries_one_a_line_may_be_chosen() -> None:
    line = json.dumps(entry(text(BODY))).encode()
    found = list(start([line + b"\n{\n" + line], format="har").records)
    assert [getattr(each, "path", None) or each.at for each in found] == [
        "line 1 messages",
        "line 2",
        "line 3 messages",
    ]
