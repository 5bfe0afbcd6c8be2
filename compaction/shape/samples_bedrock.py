"""Short bodies of Converse, for the examples of rules."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]
Block: TypeAlias = Mapping[str, object]

TOOLS = {"tools": [{"toolSpec": {"name": "run_tests", "inputSchema": {"json": {"type": "object"}}}}]}
CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"


def user(*blocks: str | Block) -> Json:
    """Return a message; a string is a block of text."""
    return message("user", *blocks)


def assistant(*blocks: str | Block) -> Json:
    """As `user`."""
    return message("assistant", *blocks)


def message(role: str, *blocks: str | Block) -> Json:
    return {"role": role, "content": [{"text": block} if isinstance(block, str) else block for block in blocks]}


def use(call_id: object, name: object = "run_tests", **more: object) -> Json:
    return {"toolUse": {"toolUseId": call_id, "name": name, "input": {}, **more}}


def answer(call_id: object, *content: str | Block, **more: object) -> Json:
    """Return a result; without content, it is a usual one."""
    parts = [{"text": part} if isinstance(part, str) else part for part in content or ("16 passed",)]
    return {"toolResult": {"toolUseId": call_id, "content": parts, **more}}


def thinking(words: str = "The tests come first.", signature: str = "c2lnbmVk") -> Json:
    return {"reasoningContent": {"reasoningText": {"text": words, "signature": signature}}}


def image(data: str, kind: str = "png") -> Json:
    return {"image": {"format": kind, "source": {"bytes": data}}}


def document(name: str = "report", data: str = "JVBERi0xLjQ=") -> Json:
    return {"document": {"format": "pdf", "name": name, "source": {"bytes": data}}}


def body(*messages: Json, **more: object) -> Mapping[str, object]:
    return {**more, "messages": list(messages)}
