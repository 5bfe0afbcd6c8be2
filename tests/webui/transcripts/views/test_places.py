"""From a pointer to words, a path and an address."""

import pytest

from webui.transcripts.views.places import block_label, block_of, place


@pytest.mark.parametrize(
    ("pointer", "label", "short", "path", "query"),
    [
        ("/messages/128/content/4", "128.4", "128.4", "messages[128].content[4]", "?at=128#m-128.4"),
        (
            "/messages/166/content/0/content/1",
            "166.0",
            "166.0",
            "messages[166].content[0].content[1]",
            "?at=166#m-166.0",
        ),
        ("/messages/733/tool_calls/1", "733, call 2", "733", "messages[733].tool_calls[1]", "?at=733#m-733.call-1"),
        ("/messages/5/content", "5", "5", "messages[5].content", "?at=5#m-5"),
        ("/messages/5", "5", "5", "messages[5]", "?at=5#m-5"),
        ("/contents/2/parts/3", "2.3", "2.3", "contents[2].parts[3]", "?at=2#m-2.3"),
        ("/system/0", "system", "sys", "system[0]", "?at=0#m-system"),
        ("/lines/4/parentUuid", "log", "log", "lines[4].parentUuid", "?at=0#m-system"),
        ("/a~1b", "request", "all", "a/b", "?at=0#m-system"),
        ("/lines/4/parentUuid", "log", "log", "lines[4].parentUuid", "?at=0#m-system"),
    ],
)
def test_a_pointer_is_a_place(pointer: str, label: str, short: str, path: str, query: str) -> None:
    found = place(pointer)

    assert (found.label, found.short, found.path, found.query) == (label, short, path, query)


def test_a_block_and_what_points_at_it_share_their_anchor() -> None:
    assert block_of("/messages/3/content/2") == place("/messages/3/content/2").block == "2"
    assert block_of("/messages/3/tool_calls/0") == place("/messages/3/tool_calls/0").block == "call-0"
    assert block_of("/messages/3/content") == "0"
    assert (block_label("2"), block_label("call-0")) == (".2", "call 1")
