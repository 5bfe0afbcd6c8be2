"""Records and their places, however they stand in a capture."""

import json
from typing import Any

from compaction.formats import start
from compaction.formats.decoding import decode
from compaction.formats.json_text import JsonText
from compaction.formats.placed import of_document

LISTS = ((), ("log", "entries"))


def places(value: Any) -> list[tuple[str, Any]]:
    decoded, _ = decode(JsonText(json.dumps(value).encode()))
    return [(record.at, record.value) for record in of_document(decoded, LISTS) if hasattr(record, "value")]


def test_a_document_is_one_record_a_list_many() -> None:
    assert places({"a": 1}) == [("", {"a": 1})]
    assert places([1, {"a": 1}]) == [("/0", 1), ("/1", {"a": 1})]


def test_a_list_under_members_gives_its_elements() -> None:
    inner = {"log": {"entries": [{"a": 1}, {"body": {"messages": []}}]}}
    assert places(inner) == [("/log/entries/0", {"a": 1}), ("/log/entries/1", {"body": {"messages": []}})]
    assert places([inner, {"log": {"entries": {}}}])[1:] == [
        ("/0/log/entries/1", {"body": {"messages": []}}),
        ("/1", {"log": {"entries": {}}}),
    ]


def test_an_archive_whose_entries_come_late_is_read_as_a_whole() -> None:
    request = {"method": "POST", "url": "https://x/v1/messages", "postData": {"text": '{"messages":[]}'}}
    value = {"log": {"pages": ["x" * 70_000], "entries": [{"request": request}]}}
    reading = start([json.dumps(value).encode()])
    assert reading.format.id == "har"
    assert [getattr(record, "path", "") for record in reading.records] == ["/log/entries/0 messages"]
