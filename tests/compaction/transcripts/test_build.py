from compaction.transcripts import Dialect, Text, ToolResult, ToolUse
from compaction.transcripts.build import assistant, call, result, transcript, user


def test_messages_are_numbered_and_their_blocks_say_where_they_stand() -> None:
    built = transcript(user("Hi"), assistant(call("c1", arguments='{"a":1}')), user(result("c1", "ok")))
    assert built.dialect is Dialect.ANTHROPIC
    assert [(message.index, message.role, message.origin) for message in built.messages] == [
        (0, "user", "/messages/0"),
        (1, "assistant", "/messages/1"),
        (2, "user", "/messages/2"),
    ]
    assert built.messages[0].blocks == (Text("Hi", "/messages/0/content/0"),)
    assert built.messages[1].blocks == (ToolUse("c1", "bash", '{"a":1}', origin="/messages/1/content/0"),)
    assert built.messages[2].blocks == (ToolResult("c1", (Text("ok"),), origin="/messages/2/content/0"),)
