import json

import pytest

from compaction.formats.answers import answer_to
from compaction.formats.records import ProviderAnswer
from compaction.inspection import match_answer

ANTHROPIC = (
    "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block"
    " must have a corresponding `tool_use` block in the previous message."
)
CHAT = "Invalid 'messages[3].tool_calls': empty array. Expected an array with minimum length 1."
RESPONSES = "No tool output found for function call call_7."
GEMINI = (
    "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field"
)
BEDROCK = "The text field in the ContentBlock object at messages.3.content.0 is blank. Add text to the text field."

BODIES = {
    "anthropic": {"type": "error", "error": {"type": "invalid_request_error", "message": ANTHROPIC}},
    "openai-chat": {"error": {"message": CHAT, "type": "invalid_request_error", "param": "messages[3].tool_calls"}},
    "openai-responses": {"error": {"message": RESPONSES, "type": "invalid_request_error", "param": "input"}},
    "gemini": {"error": {"code": 400, "message": GEMINI, "status": "INVALID_ARGUMENT"}},
    "bedrock-converse": {"message": BEDROCK},
}
WORDS = {
    "anthropic": (ANTHROPIC, ("paired-tool-result",), "/messages/2/content/0"),
    "openai-chat": (CHAT, ("tool-calls-non-empty",), "/messages/3"),
    "openai-responses": (f"{RESPONSES} (input)", ("answered-tool-use",), ""),
    "gemini": (GEMINI, ("non-empty-content",), "/contents/1/parts/0"),
    "bedrock-converse": (BEDROCK, ("non-empty-content",), "/messages/3/content/0"),
}


@pytest.mark.parametrize("wrap", [lambda body: body, json.dumps, lambda body: [body]], ids=["value", "text", "list"])
@pytest.mark.parametrize("dialect", BODIES)
def test_a_refusal_gives_its_words_its_rule_and_its_place(dialect: str, wrap: object) -> None:
    assert callable(wrap)
    said = answer_to(4, "/response", wrap(BODIES[dialect]), status=400)
    text, rules, pointer = WORDS[dialect]
    assert said == ProviderAnswer(4, "/response", (), text, 400)
    found = match_answer(said)
    assert (found.rules, found.pointer) == (rules, pointer)


@pytest.mark.parametrize("dialect", BODIES)
def test_the_bare_words_of_a_failed_call_are_enough(dialect: str) -> None:
    text, rules, pointer = WORDS[dialect]
    said = answer_to(0, "/error", f"Error code: 400 - {text}", failed=True)
    assert said is not None
    found = match_answer(said)
    assert (found.rules, found.pointer, found.status) == (rules, pointer, None)


@pytest.mark.parametrize("dialect", sorted(set(BODIES) - {"bedrock-converse"}))
def test_an_envelope_of_an_error_speaks_for_itself(dialect: str) -> None:
    body = BODIES[dialect]
    said = answer_to(0, "", body)
    assert said is not None
    assert said == answer_to(0, "", json.dumps(body)) == answer_to(0, "", [body])


@pytest.mark.parametrize(
    ("body", "status", "failed"),
    [
        ({"content": [], "role": "assistant"}, 200, False),
        (BODIES["anthropic"], 200, False),
        (BODIES["anthropic"], 529, True),
        ({"content": [], "role": "assistant"}, None, False),
        ({"error": None}, None, False),
        (ANTHROPIC, None, False),
        ("", None, True),
        (None, None, True),
    ],
)
def test_what_is_no_refusal_gives_nothing(body: object, status: int | None, *, failed: bool) -> None:
    assert answer_to(0, "", body, status=status, failed=failed) is None


def test_an_answer_without_a_body_keeps_its_status() -> None:
    assert answer_to(None, "/response", None, status=413) == ProviderAnswer(None, "/response", (), "", 413)
