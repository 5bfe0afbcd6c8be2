"""Parts of messages in the form of Chat Completions, for logs whose messages have a form of their own."""

from collections.abc import Iterable, Mapping

from compaction.formats.converted import as_text

Object = Mapping[str, object]


def called(id: str, name: str, arguments: object) -> Object:
    """Return one call."""
    return {"id": id, "type": "function", "function": {"name": name, "arguments": as_text(arguments)}}


def answer(call_id: str, content: object) -> Object:
    """Return the message that holds the result of a call."""
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def said(role: str, content: object, *, thought: str = "", calls: Iterable[Object] = ()) -> Object:
    """Return a message; one that only calls has no content."""
    listed = list(calls)
    message: dict[str, object] = {"role": role, "content": content or None if listed else content}
    if thought:
        message["reasoning_content"] = thought
    if listed:
        message["tool_calls"] = listed
    return message


def string(value: object) -> str:
    """Return a string as it is, and nothing for anything else."""
    return value if isinstance(value, str) else ""


def objects(value: object) -> list[Object]:
    """Return the objects of a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
