"""What OpenAI and servers like it say, read back to the rule and the place."""

import pytest

from compaction.shape.provider_error import read_error

SAID = {
    "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.": "paired-tool-result",
    "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'": "paired-tool-result",
    "'tool_call_id' call_1 not found in 'tool_calls' of previous message": "paired-tool-result",
    "Missing required parameter: 'messages[3].tool_call_id'.": "paired-tool-result",
    "No tool call found for function call output with call_id call_9.": "paired-tool-result",
    "No tool call found for custom tool call output with call_id call_9.": "paired-tool-result",
    "Missing required parameter: 'input[4].call_id'.": "paired-tool-result",
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: call_1": "answered-tool-use",
    "insufficient tool messages following tool_calls message": "answered-tool-use",
    "No tool output found for function call call_1.": "answered-tool-use",
    "Duplicate value for 'tool_call_id' of call_1 in message[5]": "single-tool-result",
    "Invalid value for 'content': expected a string, got null.": "non-empty-content",
    "Invalid type for 'messages[2].content': expected one of a string or array of objects, but got null instead.": (
        "non-empty-content"
    ),
    "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1": "tool-calls-non-empty",
    "Invalid 'messages': empty array. Expected an array with minimum length 1": "empty-messages",
    "[] is too short - 'messages'": "empty-messages",
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40": (
        "tool-id-format"
    ),
    "Invalid 'input[6].call_id': string too long. Expected a string with maximum length 64": "tool-id-format",
    "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9": "tool-id-format",
    "Invalid type for 'messages[4].tool_calls[0].function.arguments': expected a string, but got an object instead.": (
        "call-arguments-json"
    ),
    "Invalid type for 'input[4].arguments': expected a string, but got an object instead.": "call-arguments-json",
    "Invalid 'tools[0].function.name': string does not match pattern": "tool-name",
    "Invalid 'messages[1].tool_calls[0].function.name': empty string": "tool-name",
    "Invalid 'input[2].name': string does not match pattern": "tool-name",
    "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image "
    "URL.": "content-part-role",
    "Invalid value: 'tool_result'. Supported values are: 'text', 'image_url', 'input_audio'": "content-part-role",
    "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.": "content-part-role",
    "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', 'developer'.": (
        "role-legal"
    ),
    "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.": "role-legal",
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.": "system-position",
    "System message must be at the beginning": "system-position",
    "The `reasoning_content` in the thinking mode must be passed back to the API.": "reasoning-passback",
    "This model's maximum context length is 128000 tokens.": "context-length",
    "Item 'rs_01' of type 'reasoning' was provided without its required following item.": "reasoning-pairing",
    "Item 'msg_01' of type 'message' was provided without its required 'reasoning' item: 'rs_01'.": (
        "reasoning-pairing"
    ),
    "Invalid 'input[4].id': 'call_10'. Expected an ID that begins with 'fc'.": "item-id",
    "Invalid 'input[4].id': string too long. Expected a string with maximum length 64": "item-id",
    "Duplicate item found with id fc_12. Remove duplicate items from your input and try again.": "duplicate-item-id",
    "Item with id 'rs_01' not found. Items are not persisted when `store` is set to false.": "item-not-found",
    "The encrypted content gAAA... could not be verified.": "encrypted-content",
    '{"error": {"code": "invalid_encrypted_content"}}': "encrypted-content",
    "does not support successive user or assistant messages (messages[1] and messages[0])": "alternating-roles",
}


@pytest.mark.parametrize("text", SAID)
def test_each_wording_is_read_as_its_rule(text: str) -> None:
    found = read_error(text)
    assert found is not None
    assert found.rules[0] == SAID[text]


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("Invalid 'input[6].call_id': string too long.", "/input/6"),
        ("Invalid parameter: messages.[3].role", "/messages/3"),
        ("Invalid 'messages[1].tool_calls[2].id': string too long", "/messages/1/tool_calls/2"),
    ],
)
def test_the_place_is_read_too(text: str, pointer: str) -> None:
    found = read_error(text)
    assert found is not None
    assert found.pointer == pointer
