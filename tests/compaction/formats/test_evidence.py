import pytest

from compaction.formats.evidence import decide
from compaction.transcripts import Dialect

A, C, R, G, B = (
    Dialect.ANTHROPIC,
    Dialect.OPENAI_CHAT,
    Dialect.OPENAI_RESPONSES,
    Dialect.GEMINI,
    Dialect.BEDROCK_CONVERSE,
)
HELLO = [{"role": "user", "content": "Hello"}]


@pytest.mark.parametrize(
    ("url", "dialect"),
    [
        ("https://api.anthropic.com/v1/messages?beta=true", A),
        ("http://localhost/v1/chat/completions", C),
        ("https://api.openai.com/v1/responses", R),
        ("https://api.openai.com/v1/responses/compact", R),
        ("https://x/v1beta/models/g:generateContent?key=1", G),
        ("https://x/v1beta/models/g:streamGenerateContent", G),
        ("https://bedrock/model/m/converse-stream", B),
        ("https://example.com/?next=/v1/messages", None),
    ],
)
def test_the_address_decides_first(url: str, dialect: Dialect | None) -> None:
    assert decide({}, HELLO, url=url) is dialect


def test_an_invocation_counts_only_with_the_version_in_its_body() -> None:
    assert decide({"anthropic_version": "v"}, HELLO, url="https://bedrock/model/m/invoke") is A
    assert decide({}, HELLO, url="https://bedrock/model/m/invoke") is None


@pytest.mark.parametrize(
    ("body", "dialect"),
    [
        ({"anthropic_version": "x"}, A),
        ({"thinking": {}}, A),
        ({"system": ""}, A),
        ({"context_management": {"edits": []}}, A),
        ({"context_management": []}, None),
        ({"tools": [{"name": "n", "input_schema": {}}]}, A),
        ({"tools": [{"type": "function", "function": {}}]}, C),
        ({"tools": "odd"}, None),
        ({"functions": []}, C),
        ({"max_completion_tokens": 1}, C),
        ({"stream_options": {}}, C),
        ({"response_format": {}}, C),
        ({"tool_choice": "auto"}, C),
        ({"tool_choice": {"type": "auto"}}, None),
        ({"max_tokens": 1}, None),
        ({"system": "s", "functions": []}, A),
    ],
)
def test_keys_of_the_body_decide_next(body: dict, dialect: Dialect | None) -> None:
    assert decide(body, HELLO) is dialect


@pytest.mark.parametrize(
    ("message", "dialect"),
    [
        ({"role": "user", "content": [{"type": "tool_result"}]}, A),
        ({"role": "assistant", "content": [{"type": "compaction"}]}, A),
        ({"role": "user", "content": [{"type": "image", "source": {}}]}, A),
        ({"role": "user", "content": [{"type": "image"}]}, None),
        ({"role": "user", "content": [{"type": "text", "text": "x"}]}, None),
        ({"role": "user", "content": [{"type": "image_url"}]}, C),
        ({"role": "assistant", "content": None, "tool_calls": []}, C),
        ({"role": "tool", "tool_call_id": "c"}, C),
        ({"role": "developer", "content": "x"}, C),
        ({"role": "model", "parts": []}, G),
        ({"role": "user", "parts": []}, G),
        ({"role": "user", "content": [{"toolResult": {}}]}, B),
        ({"role": "user", "content": [{"type": "input_text", "text": "x"}]}, R),
        ({"type": "function_call", "call_id": "c"}, R),
        ({"type": ["odd"], "content": [{"type": ["odd"]}, 7]}, None),
        ("odd", None),
    ],
)
def test_blocks_decide_where_keys_are_silent(message: object, dialect: Dialect | None) -> None:
    assert decide({}, [*HELLO, message]) is dialect


def test_conflicting_blocks_follow_the_order() -> None:
    mixed = [
        {"role": "tool", "tool_call_id": "c", "content": "x"},
        {"role": "user", "content": [{"type": "tool_result"}]},
    ]
    assert decide({}, mixed) is A


@pytest.mark.parametrize(
    ("model", "dialect"),
    [
        ("claude-sonnet-4-5", A),
        ("anthropic/claude-3", A),
        ("us.anthropic.claude-v2", A),
        ("gpt-5.2", C),
        ("openai/o3-mini", C),
        ("gemini-3-pro", C),
        ("llama-3", None),
        (7, None),
    ],
)
def test_the_model_decides_what_is_plain(model: object, dialect: Dialect | None) -> None:
    assert decide({"model": model}, HELLO) is dialect


def test_a_system_role_makes_plain_strings_chat() -> None:
    assert decide({}, [{"role": "system", "content": "x"}, *HELLO]) is C
    assert decide({}, HELLO) is None
    assert decide({}, "odd") is None
