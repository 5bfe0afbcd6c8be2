from compaction.qa.messages import (
    Media,
    Message,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    compact,
    output_text,
    searchable_text,
)


def test_the_text_of_a_message_skips_other_parts() -> None:
    assert Message("user", (Text("a"), Media("image"), Text("b"))).text == "ab"


def test_compact_json_has_sorted_keys_and_no_blanks() -> None:
    assert compact({"b": [1, 2], "a": "ü"}) == '{"a":"ü","b":[1,2]}'


def test_several_parts_of_a_result_are_lines() -> None:
    assert output_text(ToolResult("c", "read", (Text("one"), Media("image"), Text("two")))) == "one\n[image]\ntwo"


def test_texts_and_results_can_be_searched() -> None:
    assert searchable_text(Text("a")) == "a"
    assert searchable_text(ToolResult("c", "read", "out")) == "out"
    assert searchable_text(Thinking("hm")) is None
    assert searchable_text(ToolCall("c", "read", "{}")) is None
