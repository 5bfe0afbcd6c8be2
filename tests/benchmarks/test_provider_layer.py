"""What the provider layer costs with all rules, against reading the same bytes with the standard library."""

import importlib.util
import json
import statistics
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compaction.shape import check

pytestmark = pytest.mark.bench

LIMIT = 2.0
FLAT = 1.3
DIALECTS = ["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock-converse"]


def core_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("core_bench", Path(__file__).with_name("test_shape.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CORE = core_bench()


def body(dialect: str, size: int) -> bytes:
    """A legal list of about 0.7 kB a message, with parallel calls."""
    author = CORE.Author()
    chat = dialect in ("openai-chat", "openai-responses")
    messages = author.chat(size) if chat else author.anthropic(size)
    match dialect:
        case "openai-responses":
            content = {"model": "gpt-5.2", "input": [item for message in messages for item in items(message)]}
        case "gemini":
            content = {"model": "gemini-2.5-pro", "contents": [turn(message) for message in messages]}
        case "bedrock-converse":
            keyed = [{**message, "content": blocks(message)} for message in messages]
            content = {"modelId": "anthropic.claude-sonnet-4-5", "toolConfig": {"tools": []}, "messages": keyed}
        case _:
            content = {"model": "claude-sonnet-4-5", "tools": [{"name": "edit"}], "messages": messages}
    return json.dumps(content, ensure_ascii=False).encode()


def items(message: dict[str, Any]) -> list[dict[str, Any]]:
    if message["role"] == "tool":
        return [{"type": "function_call_output", "call_id": message["tool_call_id"], "output": message["content"]}]
    calls = [
        {"type": "function_call", "call_id": call["id"], **call["function"]} for call in message.get("tool_calls", ())
    ]
    if message["content"] is None:
        return calls
    kind = "output_text" if message["role"] == "assistant" else "input_text"
    return [{"role": message["role"], "content": [{"type": kind, "text": message["content"]}]}, *calls]


def turn(message: dict[str, Any]) -> dict[str, Any]:
    parts = []
    for block in blocks(message):
        if "toolUse" in block:
            parts.append({"functionCall": {"name": "edit", "args": block["toolUse"]["input"]}})
        elif "toolResult" in block:
            parts.append({"functionResponse": {"name": "edit", "response": {"output": block["toolResult"]["content"]}}})
        else:
            parts.append(block)
    return {"role": "model" if message["role"] == "assistant" else "user", "parts": parts}


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"text": content}] if isinstance(content, str) else [block_of(block) for block in content]


def block_of(block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "tool_use":
        return {"toolUse": {"toolUseId": block["id"], "name": block["name"], "input": block["input"]}}
    if block["type"] == "tool_result":
        text = block["content"] if isinstance(block["content"], str) else block["content"][0]["text"]
        return {"toolResult": {"toolUseId": block["tool_use_id"], "content": [{"text": text}]}}
    return {"text": block["text"]}


@pytest.mark.parametrize("size", [500, 5_000])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_all_rules_cost_at_most_twice_as_much_as_reading_the_json(
    dialect: str, size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    request = body(dialect, size)
    pairs = [
        (
            CORE.seconds(lambda: check(request, dialect=dialect, layer="provider")),
            CORE.seconds(lambda: json.loads(request)),
        )
        for _ in range(11)
    ]
    measured = statistics.median(own / baseline for own, baseline in pairs)
    with capsys.disabled():
        print(f"\n{dialect}, {size} messages, {len(request) / size:.0f} bytes each: {measured:.2f} x json.loads")  # noqa: T201 - the measure is the point
    assert measured <= LIMIT


def times_json(request: bytes, repetitions: int) -> float:
    pairs = [
        (CORE.seconds(lambda: check(request, dialect="anthropic")), CORE.seconds(lambda: json.loads(request)))
        for _ in range(repetitions)
    ]
    return statistics.median(own / baseline for own, baseline in pairs)


def test_the_cost_of_a_message_stays_the_same_in_a_list_a_hundred_times_as_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Against reading the JSON, which itself takes longer a message where the memory is new."""
    few, many = times_json(body("anthropic", 500), 15), times_json(body("anthropic", 50_000), 3)
    with capsys.disabled():
        print(f"\n50,000 messages cost {many / few:.2f} x as much a message as 500")  # noqa: T201 - the measure is the point
    assert many / few <= FLAT
