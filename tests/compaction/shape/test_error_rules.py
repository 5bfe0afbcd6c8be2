"""What is refused beside the messages themselves, or by model, mode and reading; and no refusal without its fault.

Each row changes a legal request in one place, and gets the one rule.
"""

import copy
import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compaction.findings import Severity
from compaction.shape import RULES, check
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape.rules.media_limit import WIDE
from compaction.shape.samples import PIXEL, answer, assistant, body, text, thinking, use, user
from compaction.transcripts import Dialect

Request = dict[str, Any]
Change = Callable[[Request], object]
SUMMARY = "Summary: the tests were asked for."
HIDDEN = {"type": "redacted_thinking"}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
MARK = {"cache_control": {"type": "ephemeral"}}


def image(media_type: str, data: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def anthropic(**more: Any) -> Request:
    """A tool turn that waits for its answer."""
    spoken = user("Test it."), assistant(thinking(), use("toolu_1")), user(answer("toolu_1"))
    tools = [{"name": "run_tests", "input_schema": {"type": "object"}}]
    return body(*spoken, **{"model": "claude-sonnet-4-5", "tools": tools, **more})


def converse(**more: Any) -> Request:
    spoken = (
        aws.user("Test it."),
        aws.assistant(aws.thinking(), aws.use("tooluse_1")),
        aws.user(aws.answer("tooluse_1")),
    )
    config = {"tools": [{"toolSpec": {"name": "run_tests"}}]}
    return {"modelId": aws.CLAUDE, "toolConfig": config, **aws.body(*spoken), **more}


def add(*messages: Any) -> Change:
    return lambda request: request["messages"].extend(messages)


def put(turn: int, *blocks: Any) -> Change:
    """Put blocks at the start of a message."""
    return lambda request: request["messages"][turn]["content"].__setitem__(slice(0, 0), blocks)


def replaced(turn: int, words: str) -> Change:
    return lambda request: request["messages"].__setitem__(turn, user(words))


ANTHROPIC: Mapping[str, tuple[Change, dict[str, Any]]] = {
    "empty-messages": (lambda request: request["messages"].clear(), {}),
    "message-count": (lambda request: request.update(messages=[user("a")] * 100_001), {}),
    "request-size": (lambda request: request.update(system="a" * 33_600_000), {}),
    "system-position": (
        lambda request: request["messages"].insert(0, {"role": "system", "content": "a"}),
        {"model": "claude-opus-4-8"},
    ),
    "compaction-content": (add(assistant({"type": "compaction", "content": ""}), user("Go on.")), {}),
    "tool-id-format": (
        lambda request: (
            request["messages"][1]["content"][1].update(id="a b"),
            request["messages"][2]["content"][0].update(tool_use_id="a b"),
        ),
        {},
    ),
    "redacted-thinking-intact": (put(1, HIDDEN), {}),
    "thinking-immutable": (lambda request: request["messages"][1]["content"][0].update(signature="c2ln"), {}),
    "image-media-type": (lambda request: request["messages"].append(user(image("image/bmp", PIXEL))), {}),
    "media-limit": (lambda request: request["messages"].append(user(image("image/png", WIDE))), {}),
    "cache-control-limit": (lambda request: request["messages"].append(user(*[text("a", **MARK)] * 5)), {}),
    "server-tool-pairing": (add(assistant(FOUND, "Done."), user("Go on.")), {}),
    "prefill-unsupported": (add(assistant("So")), {"model": "claude-opus-4-6"}),
    "thinking-order": (put(1, text("First.")), {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
    "thinking-prefix-changed": (replaced(0, SUMMARY), {"model": "claude-fable-5-1"}),
}
BEDROCK: Mapping[str, tuple[Change, dict[str, Any]]] = {
    "empty-messages": (lambda request: request["messages"].clear(), {}),
    "trailing-whitespace": (add(aws.assistant("So: ")), {}),
    "prefill-unsupported": (add(aws.assistant("So")), {"modelId": "anthropic.claude-opus-4-6-v1:0"}),
    "thinking-text": (put(1, {"reasoningContent": {"reasoningText": {"text": ""}}}), {}),
    "redacted-thinking-intact": (put(1, {"reasoningContent": {"redactedContent": ""}}), {}),
    "thinking-immutable": (lambda request: request["messages"][1]["content"].pop(0), {}),
    "image-media-type": (put(0, {"image": {"format": "bmp", "source": {"bytes": PIXEL}}}), {}),
    "media-limit": (put(0, {"image": {"format": "png", "source": {"bytes": WIDE}}}), {}),
    "thinking-prefix-changed": (
        lambda request: request["messages"].__setitem__(0, aws.user(SUMMARY)),
        {"modelId": "anthropic.claude-fable-5-1-v1:0"},
    ),
}
COMPARES = ("thinking-immutable",)
"""Rules that need the body before the compaction."""


def rules_of(request: Request, dialect: str, **options: Any) -> set[str]:
    report = check(json.dumps(request).encode(), dialect=dialect, **options)
    return {one.rule for one in report.violations if one.severity != "note"}


@pytest.mark.parametrize(
    ("dialect", "legal", "rule"),
    [
        *(("anthropic", anthropic, rule) for rule in ANTHROPIC),
        *(("bedrock-converse", converse, rule) for rule in BEDROCK),
    ],
)
def test_one_fault_of_a_request_gives_its_one_rule(dialect: str, legal: Callable[..., Request], rule: str) -> None:
    change, more = {"anthropic": ANTHROPIC, "bedrock-converse": BEDROCK}[dialect][rule]
    request = legal(**more)
    before = {"before": json.dumps(request).encode()} if rule in COMPARES else {}
    changed = copy.deepcopy(request)
    change(changed)
    assert rules_of(request, dialect, **before) == set()
    assert rules_of(changed, dialect, **before) == {rule}


GEMINI = {
    "empty-messages": (google.body(), "gemini-3-pro"),
    "prefill-unsupported": (google.body(google.user("a"), google.model("b")), "gemini-3.6-flash"),
}


@pytest.mark.parametrize("rule", GEMINI)
def test_one_fault_of_contents_gives_its_one_rule(rule: str) -> None:
    request, model = GEMINI[rule]
    assert rules_of(google.body(google.user("a")), "gemini", model=model) == set()
    assert rules_of(request, "gemini", model=model) == {rule}


READINGS = {
    "alternating-roles": ("strict-alternation", chat.body(chat.user("a"), chat.user("b"))),
    "tools-declared": ("bedrock-gateway", chat.body(chat.user("a"), chat.calling(chat.call("c")), chat.tool("c"))),
}


@pytest.mark.parametrize("rule", READINGS)
def test_a_stricter_reading_gives_its_one_rule(rule: str) -> None:
    variant, request = READINGS[rule]
    assert rules_of(request, "openai-chat") == set()
    assert rules_of(request, "openai-chat", variant=variant) == {rule}


def traffic(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"test_{name}_traffic.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_refusal_of_every_dialect_has_a_fault_that_gives_it() -> None:
    changed = {
        "anthropic": {rule for _, rule in traffic("anthropic").FAULTS.values()} | set(ANTHROPIC),
        "openai-chat": {*traffic("openai").CHAT_FAULTS, *READINGS},
        "openai-responses": set(traffic("openai").ITEM_FAULTS),
        "gemini": {rule for _, rule in traffic("gemini").FAULTS.values()} | set(GEMINI),
        "bedrock-converse": {rule for _, rule in traffic("bedrock").FAULTS.values()} | {*BEDROCK, "tools-declared"},
    }
    for dialect in Dialect:
        refused = {rule.id for rule in RULES if rule.severity.get(dialect) == Severity.ERROR}
        assert refused <= changed[dialect.value], dialect
