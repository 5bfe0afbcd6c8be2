"""Trajectory of SWE-agent: the whole history, and for each step the list as it was sent after the history processors.

Source: wire-formats 5.10 and 10.
"""

from collections.abc import Iterable
from dataclasses import replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format
from compaction.formats.json_text import quote
from compaction.formats.records import MessageList, Note, Records
from compaction.formats.sessions.chat import Object, objects, string
from compaction.formats.sessions.lists import Standing, Turn, rebuilt
from compaction.transcripts import Dialect

KEPT = ("role", "content", "name", "tool_calls", "tool_call_id")
"""Members of a message that were sent; the others are the agent's own."""


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the history, then the list of each step. Raises: CaptureError `no-messages`."""
    run = value if isinstance(value, dict) else {}
    listed = [("/history", run.get("history"))]
    steps = run.get("trajectory")
    for at, step in enumerate(steps if isinstance(steps, list) else ()):
        name = next((name for name in ("query", "messages") if isinstance(step, dict) and step.get(name)), "")
        if name:
            listed.append((f"/trajectory/{at}/{name}", step[name]))
    found = [(path, messages) for path, messages in listed if isinstance(messages, list) and messages]
    if not found:
        raise CaptureError("no-messages", kind="messages", found=quote(run))
    model = _model(run)
    for path, messages in found:
        yield from (Note("unknown-record", f"{path}/{at}") for at, one in enumerate(messages) if not is_message(one))
        yield _list(path, [one for one in messages if is_message(one)], model)


def is_message(value: object) -> bool:
    """Say whether a value is a message."""
    return isinstance(value, dict) and isinstance(value.get("role"), str)


def _list(path: str, messages: Iterable[Object], model: str) -> MessageList:
    sent = [_sent(message) for message in messages]
    found = rebuilt(
        path,
        [Turn.of(message) for message in sent],
        dialect=Dialect.OPENAI_CHAT,
        model=model,
        converted=True,
        standing=Standing(pending=_pending(sent)),
    )
    return replace(found, request=path != "/history")


def _sent(message: Object) -> Object:
    """Return a message as it was sent; a result names its call in a list of one."""
    sent = {name: message[name] for name in KEPT if name in message}
    if sent.get("tool_calls") in (None, []):
        sent.pop("tool_calls", None)
    match message.get("tool_call_ids"):
        case [str(call), *_] if "tool_call_id" not in sent:
            sent["tool_call_id"] = call
    return sent


def _pending(messages: list[Object]) -> tuple[str, ...]:
    """Return the calls at the end without a result."""
    answered: set[str] = set()
    for message in reversed(messages):
        if message["role"] != "tool":
            calls = [string(call.get("id")) for call in objects(message.get("tool_calls"))]
            return tuple(call for call in calls if call not in answered)
        answered.add(string(message.get("tool_call_id")))
    return ()


def _model(run: Object) -> str:
    """Return the model where the run names it; most name it in a file of their own."""
    info = run.get("info")
    return string(info.get("model")) if isinstance(info, dict) else ""


FORMAT = Format("swe-agent-traj", "SWE-agent trajectory", ("traj",), marks.document(marks.is_swe_agent), read_document)
