"""A provider's error in the words of each dialect, pasted while a transcript is open, and elsewhere."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from webui.transcripts.models import Capture

ANTHROPIC = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 64,
    "messages": [
        {"role": "user", "content": "Count them."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_9", "name": "count", "input": {}}]},
        {"role": "user", "content": "Go on."},
    ],
    "tools": [{"name": "count", "input_schema": {"type": "object"}}],
}
CALL = {"id": "call_9", "type": "function", "function": {"name": "count", "arguments": "{}"}}
CHAT = {
    "model": "gpt-5.2",
    "messages": [
        {"role": "user", "content": "Count them."},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "user", "content": "Go on."},
    ],
}
RESPONSES = {
    "model": "gpt-5.2",
    "input": [
        {"role": "user", "content": "Count them."},
        {"type": "function_call", "call_id": "call_9", "name": "count", "arguments": "{}"},
        {"role": "user", "content": "Go on."},
    ],
}
GEMINI = {
    "contents": [
        {"role": "user", "parts": [{"text": "Count them."}]},
        {"role": "model", "parts": [{}]},
        {"role": "user", "parts": [{"text": "Go on."}]},
    ]
}
BEDROCK = {
    "system": [{"text": "Be brief."}],
    "messages": [
        {"role": "user", "content": [{"text": "Count them."}]},
        {"role": "assistant", "content": [{"text": "Done."}, {"text": " "}]},
        {"role": "user", "content": [{"text": "Go on."}]},
    ],
}
OPEN = "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_9. Each `tool_use` block must"
DUE = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"
DATA = "required oneof field 'data' must have one initialized field"
BLANK = "The text field in the ContentBlock object at messages.1.content.1 is blank. Add text"
PASTED: dict[str, tuple[dict[str, Any], str, str]] = {
    "anthropic": (ANTHROPIC, OPEN, "1.0"),
    "anthropic, with a message": (ANTHROPIC, f"messages.1: {OPEN}", "1.0"),
    "openai-chat": (CHAT, DUE, "1.call-0"),
    "openai-chat, with a message": (CHAT, f"{DUE}. (messages.[1])", "1.call-0"),
    "openai-responses": (RESPONSES, "No tool output found for function call call_9.", "1"),
    "openai-responses, with an item": (RESPONSES, "input[1]: No tool output found for function call call_9.", "1"),
    "gemini": (GEMINI, DATA, "1.0"),
    "gemini, with a part": (GEMINI, f"* GenerateContentRequest.contents[1].parts[0].data: {DATA}", "1.0"),
    "bedrock-converse": (BEDROCK, BLANK.replace("at messages.1.content.1 ", ""), "1.1"),
    "bedrock-converse, with a block": (BEDROCK, BLANK, "1.1"),
}


def searched(at: Client, text: str, **more: str) -> Any:
    return at.get(f"/t/acme/search?{urlencode({'q': text, **more})}")


@pytest.mark.parametrize("name", PASTED)
def test_an_error_finds_its_block(at_ada: Client, deliver: Callable[..., Capture], name: str) -> None:
    body, text, anchor = PASTED[name]
    transcript = deliver(body).transcripts.get()
    target = f"/t/acme/transcripts/{transcript.pk}?at=1#m-{anchor}"

    assert searched(at_ada, text, transcript=transcript.pk)["Location"] == target
    page = searched(at_ada, text).content.decode()
    assert "Which transcript is it about?" in page
    assert f'href="{target}"' in page


def test_without_a_path_only_transcripts_that_break_the_rule_are_offered(
    at_ada: Client, deliver: Callable[..., Capture]
) -> None:
    deliver({**ANTHROPIC, "messages": ANTHROPIC["messages"][:1]}, name="whole.json")
    page = searched(at_ada, OPEN).content.decode()
    assert "no transcript breaks the rule" in page
    assert "answered-tool-use" in page
    assert "whole.json" not in page


def test_a_rule_that_the_open_transcript_keeps_is_said(at_ada: Client, deliver: Callable[..., Capture]) -> None:
    transcript = deliver(GEMINI).transcripts.get()
    page = searched(at_ada, "messages: text content blocks must contain non-whitespace", transcript=transcript.pk)
    assert "Nothing matches" in page.content.decode()
    page = searched(at_ada, DUE, transcript=transcript.pk)
    assert "this transcript does not break the rule" in page.content.decode()
