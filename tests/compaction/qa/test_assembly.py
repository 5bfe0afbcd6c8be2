from compaction.qa.assembly import assemble, join_assistants
from compaction.qa.messages import Message, Text


def said(role: str, text: str, ref: object = None) -> Message:
    assert role in ("user", "assistant", "system")
    return Message(role, (Text(text),), ref)  # type: ignore[arg-type]  # narrowed by the line before


def test_a_run_of_assistant_messages_becomes_one_with_the_first_ref() -> None:
    joined = join_assistants(
        [said("assistant", "a", 1), said("assistant", "b", 2), said("user", "c"), said("user", "d")]
    )
    assert joined == (Message("assistant", (Text("a"), Text("b")), 1), said("user", "c"), said("user", "d"))


def test_the_parts_stand_in_their_order() -> None:
    messages = [said("system", "s"), said("user", "0"), said("user", "1"), said("user", "2"), said("user", "3")]
    new = assemble(messages, leading=1, pinned=[said("user", "pin")], summary="Sum.", pulled=[2], split=4)
    assert [message.text for message in new] == ["s", "pin", "Sum.", "1", "3"]
