"""Short bodies of Chat Completions, for the examples of rules."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]


def body(*messages: Mapping[str, object], **more: object) -> Mapping[str, object]:
    return {**more, "messages": list(messages)}


def user(content: object) -> Json:
    return {"role": "user", "content": content}


def system(content: object) -> Json:
    return {"role": "system", "content": content}


def assistant(content: object, **more: object) -> Json:
    return {"role": "assistant", "content": content, **more}


def calling(*calls: Json, **more: object) -> Json:
    """An assistant message with calls and without text."""
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


def call(call_id: object, arguments: object = "{}", name: object = "run_tests") -> Json:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def tool(call_id: object, content: object = "16 passed") -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def declared(name: str = "run_tests") -> Json:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}
