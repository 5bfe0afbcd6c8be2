import pytest

from compaction.shape.places import place_of


@pytest.mark.parametrize(
    ("pointer", "path", "human"),
    [
        ("/messages/128/content/4", "messages[128].content[4]", "Message 128 (user), block 4"),
        ("/messages/3/tool_calls/0", "messages[3].tool_calls[0]", "Message 3 (user), call 1"),
        ("/messages/3/content", "messages[3].content", "Message 3 (user)"),
        ("/messages/3/role", "messages[3].role", "Message 3 (user)"),
        ("/messages/3", "messages[3]", "Message 3 (user)"),
        ("/input/7", "input[7]", "Item 7 (user)"),
        ("/input/7/content/1", "input[7].content[1]", "Item 7 (user), block 1"),
        ("/contents/2/parts/1", "contents[2].parts[1]", "Message 2 (user), block 1"),
        ("/lines/9/message/content/2", "lines[9].message.content[2]", "Line 9 (user), block 2"),
        ("/request/contents/2/parts/1", "request.contents[2].parts[1]", "Message 2 (user), block 1"),
        ("/tools/0/a~1b~0c", "tools[0].a/b~c", "Request"),
        ("/messages", "messages", "Request"),
        ("", "", "Request"),
    ],
)
def test_a_pointer_is_written_for_programs_and_for_people(pointer: str, path: str, human: str) -> None:
    place = place_of(pointer)
    assert (place.path, place.human("user")) == (path, human)


def test_a_call_is_counted_among_its_siblings_where_they_are_known() -> None:
    assert place_of("/messages/3/tool_calls/1").part(3) == "call 2 of 3"
    assert place_of("/messages/3/tool_calls/1").part() == "call 2"


def test_the_message_itself_is_a_part_to_remove() -> None:
    assert place_of("/messages/3").part() == "message 3"
