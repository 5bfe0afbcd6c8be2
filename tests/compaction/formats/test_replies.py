"""What a model answered, in every envelope."""

import json
from typing import Any

import pytest

from compaction.formats.replies import native_of, reply_of
from compaction.transcripts import Dialect, Text

SPOKEN = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
CHAT = {"role": "assistant", "content": "Hi"}
PARTS = {"role": "model", "parts": [{"text": "Hi"}]}
ITEM = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]}
KEYED = {"role": "assistant", "content": [{"text": "Hi"}]}
STREAM = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n'


@pytest.mark.parametrize(
    ("body", "dialect"),
    [
        (SPOKEN, Dialect.ANTHROPIC),
        (json.dumps(SPOKEN), Dialect.ANTHROPIC),
        ({"role": "assistant", "content": SPOKEN["content"]}, Dialect.ANTHROPIC),
        ({"choices": [{"message": CHAT}]}, Dialect.OPENAI_CHAT),
        (CHAT, Dialect.OPENAI_CHAT),
        ({"candidates": [{"content": PARTS}]}, Dialect.GEMINI),
        ([{"candidates": [{"content": PARTS}]}], Dialect.GEMINI),
        (json.dumps([{"response": {"candidates": [{"content": PARTS}]}}, 1]), Dialect.GEMINI),
        ({"response": {"candidates": [{"content": PARTS}]}}, Dialect.GEMINI),
        ({"output": {"message": KEYED}}, Dialect.BEDROCK_CONVERSE),
        ({"object": "response", "output": [ITEM, "odd"]}, Dialect.OPENAI_RESPONSES),
        (STREAM, Dialect.OPENAI_CHAT),
    ],
)
def test_an_answer_is_found_in_every_envelope(body: Any, dialect: Dialect) -> None:
    reply = reply_of(body)
    assert reply is not None
    assert reply.dialect is dialect
    assert [block.text for block in reply.blocks if isinstance(block, Text)] == ["Hi"]


@pytest.mark.parametrize("body", [None, 1, [], {}, "", "words", "{broken", {"response": {}}, {"choices": []}, [1]])
def test_other_bodies_answer_nothing(body: Any) -> None:
    assert reply_of(body) is None


def test_half_characters_are_kept_in_ascii() -> None:
    assert native_of({"a": "é"}).data == '{"a": "é"}'.encode()
    odd = native_of({"a": "\ud800"})
    assert (odd.data, odd.odd) == (b'{"a": "\\ud800"}', True)
