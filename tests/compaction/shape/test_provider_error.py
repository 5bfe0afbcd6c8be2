import pytest

from compaction.shape.provider_error import ProviderError, ids_in, read_error

ORPHAN, OPEN = "paired-tool-result", "answered-tool-use"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "messages.128.content.4: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01. Each"
            " `tool_result` block must have a corresponding `tool_use` block in the previous message.",
            ProviderError((ORPHAN,), 128, 4, "/messages/128/content/4"),
        ),
        (
            "messages.128.content.4: unexpected tool_use_id found in tool_result blocks: toolu_01",
            ProviderError((ORPHAN,), 128, 4, "/messages/128/content/4"),
        ),
        ("messages.128.content.4: unexpected tool_use_id…", ProviderError((), 128, 4, "/messages/128/content/4")),
        (
            '{"type":"error","error":{"type":"invalid_request_error","message":"messages.5: `tool_use` ids were found'
            ' without `tool_result` blocks immediately after: toolu_2."}}',
            ProviderError((OPEN, "tool-result-first", "text-between-calls"), 5, None, "/messages/5"),
        ),
        ("messages[3].role", ProviderError((), 3, None, "/messages/3")),
        ("'messages.[3].role' does not support 'system'", ProviderError((), 3, None, "/messages/3")),
        ("messages.[7].tool_calls[2].id", ProviderError((), 7, None, "/messages/7/tool_calls/2")),
        (
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with"
            " 'tool_calls'.",
            ProviderError((ORPHAN,)),
        ),
        (
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each"
            " 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
            ProviderError((OPEN,)),
        ),
        (
            "[{'type': 'string_type', 'loc': ('body', 'messages', 3, 'content', 1, 'text'), 'msg': 'x'}]",
            ProviderError((), 3, 1, "/messages/3/content/1"),
        ),
        ('[{"type": "missing", "loc": ["body", "messages", 3]}]', ProviderError((), 3, None, "/messages/3")),
        ("Invalid 'input[3].call_id': string too long", ProviderError(("tool-id-format",), 3, None, "/input/3")),
        ("No tool call found for function call output with call_id call_7.", ProviderError((ORPHAN,))),
        ("No tool output found for function call call_7.", ProviderError((OPEN,))),
        ("* contents[2].parts[1]: required oneof", ProviderError((), 2, 1, "/contents/2/parts/1")),
        ("contents.2.parts.1", ProviderError((), 2, 1, "/contents/2/parts/1")),
        (
            "The text field in the ContentBlock object at messages.3.content.0 is blank.",
            ProviderError(("non-empty-content",), 3, 0, "/messages/3/content/0"),
        ),
        (
            "messages.2: role 'system' must precede an 'assistant' message or end the array",
            ProviderError(("system-position",), 2, None, "/messages/2"),
        ),
        (
            "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
            ProviderError(("role-legal", "content-part-role")),
        ),
        (
            "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
            ProviderError(("content-part-role",)),
        ),
        ("messages: text content blocks must be non-empty", ProviderError(("non-empty-content",))),
    ],
)
def test_an_error_gives_its_place_and_the_rules_that_it_words(text: str, expected: ProviderError) -> None:
    assert read_error(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "refund",
        "toolu_01PM",
        "messages",
        "messages.content",
        "messages['x'].y",
        "('messages', 'role', 3)",
        "42",
        "input",
        "the input 3",
    ],
)
def test_a_plain_search_is_no_error(text: str) -> None:
    assert read_error(text) is None


def test_a_huge_text_costs_little_and_gives_nothing() -> None:
    assert read_error("'tool_call_id' " * 100_000) is None
    assert read_error("messages" + "." * 1_000_000) is None


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("ids were found without results: toolu_01AbC, toolu_02. Each", ("toolu_01AbC", "toolu_02")),
        ("No tool output found for function call call_7.", ("call_7",)),
        ("Item 'rs_0a' was provided without 'msg_0b'", ("rs_0a", "msg_0b")),
        ("The following tool_call_ids did not have responses: call_id, call_ids", ()),
        ("unexpected `tool_use_id` in `tool_result` blocks: srvtoolu_1", ("srvtoolu_1",)),
    ],
)
def test_an_error_names_the_calls_it_means(text: str, ids: tuple[str, ...]) -> None:
    assert ids_in(text) == ids
