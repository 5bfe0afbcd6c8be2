"""Short bodies of the Responses API, for the examples of rules."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]


def body(*items: Mapping[str, object], **more: object) -> Mapping[str, object]:
    return {**more, "input": list(items)}


def user(text: str) -> Json:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def assistant(text: str, **more: object) -> Json:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}], **more}


def call(call_id: object, arguments: object = "{}", name: object = "run_tests", **more: object) -> Json:
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments, **more}


def output(call_id: object, text: object = "16 passed") -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def reasoning(item_id: str = "rs_01", **more: object) -> Json:
    return {"type": "reasoning", "id": item_id, "summary": [], "encrypted_content": "b3BhcXVl", **more}
