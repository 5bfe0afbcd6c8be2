import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect

ASK = {"type": "compaction"}


def message(role: str, *parts: object, **info: object) -> dict:
    return {"info": {"role": role, "id": "m", **info}, "parts": list(parts)}


def text(said: str, **members: object) -> dict:
    return {"type": "text", "text": said, **members}


def tool(call: str, status: str, **state: object) -> dict:
    return {"type": "tool", "callID": call, "tool": "read", "state": {"status": status, "input": {"a": 1}, **state}}


def read(*messages: object, **chosen: str) -> Inspection:
    return inspect(json.dumps({"info": {"id": "s"}, "messages": list(messages)}).encode(), **chosen)


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def test_a_tool_part_is_a_call_and_a_result() -> None:
    found = read(
        message("user", text("Look."), text("Hidden.", ignored=True), text("")),
        message(
            "assistant",
            {"type": "reasoning", "text": "Hm."},
            tool("c1", "completed", output="a.txt"),
            tool("c2", "error", error="No."),
            tool("c3", "error"),
            tool("c4", "running"),
            {"type": "step-finish"},
            {"type": "never-seen"},
            modelID="claude-sonnet-4-5",
        ),
        message("robot"),
        "odd",
        format="opencode-export",
    )
    assert shown(found) == [("/messages", "u a u")]
    (only,) = found.lists
    assert (only.dialect, only.pending, only.source.model) == ("anthropic", ("c4",), "claude-sonnet-4-5")
    assert [block.is_error for block in only.messages[2].blocks] == [False, True, True]
    assert only.report.violations == ()
    assert [(note.code, note.at) for note in found.notes] == [
        ("unknown-record", "/messages/1/parts/6"),
        ("unknown-record", "/messages/2"),
        ("unknown-record", "/messages/3"),
    ]


def test_files_are_images_or_documents() -> None:
    found = read(
        message(
            "user",
            {"type": "file", "mime": "image/png", "url": "data:image/png;base64,aGk="},
            {"type": "file", "mime": "text/plain", "url": "file:///a.txt"},
        )
    )
    assert [type(block).__name__ for block in found.lists[0].messages[0].blocks] == ["Image", "Document"]
    assert found.lists[0].messages[0].blocks[0].size == 2


def test_the_dialect_is_open_for_other_providers_until_it_is_chosen() -> None:
    other = [
        message("user", text("Look.")),
        message("assistant", text("Seen."), modelID="gpt-5.2", providerID="openai"),
    ]
    assert (read(*other).lists[0].dialect, read(*other).lists[0].report.violations) == (None, ())
    assert read(*other, dialect="anthropic").lists[0].dialect == "anthropic"
    assert read(message("assistant", text("Hi."), providerID="anthropic")).lists[0].dialect == "anthropic"


def test_several_compactions_form_a_sequence() -> None:
    found = read(
        message("user", text("One.")),
        message("user", ASK),
        message("assistant", text("First summary."), summary=True),
        message("user", text("Two.")),
        message("assistant", text(""), summary=True),
    )
    assert shown(found) == [("before compaction", "u"), ("after compaction", "a u")]
    assert [(c.at, c.before_list, c.list, c.before_messages, c.trigger) for c in found.compactions] == [
        ("/messages/1", 0, 1, 1, "manual"),
        ("/messages/4", 1, None, 2, ""),
    ]
    assert [(c.summary, c.summary_text, c.prior_text, c.after_messages) for c in found.compactions] == [
        ("readable", "First summary.", None, 1),
        ("absent", None, "First summary.", 0),
    ]
    third = read(
        message("assistant", text("One."), summary=True),
        message("assistant", text("Two."), summary=True),
    )
    assert shown(third)[-1] == ("after compaction 2", "a")


def test_cleared_outputs_are_noted_and_a_list_of_messages_will_do() -> None:
    cleared = message("assistant", tool("c1", "completed", output="[Old tool result content cleared]"))
    found = inspect(json.dumps([message("user", text("Look.")), cleared]).encode())
    assert (found.format, shown(found)) == ("opencode-export", [("", "u a u")])
    assert [(note.code, note.at) for note in found.notes] == [("output-cleared", "/1/parts/0")]


@pytest.mark.parametrize("value", [{"info": {}, "messages": []}, {"info": {}}, []])
def test_an_export_without_messages_is_refused(value: object) -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(json.dumps(value).encode(), format="opencode-export")
    assert refused.value.code == "no-messages"


def test_an_export_without_words_is_an_empty_list() -> None:
    assert shown(read(message("user", {"type": "patch"}))) == [("/messages", "")]
