"""A request of the Responses API. Source: wire-formats 5, provider-rules 4."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()
MESSAGE = "message"
CALL, OUTPUT = "_call", "_call_output"
NOT_ANSWERED = frozenset(
    {"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"}
)
"""Calls that the provider runs itself: they hold their own result."""


class Part(Struct, gc=False):
    """One part of a message item."""

    type: object = UNSET
    text: object = UNSET
    image_url: object = UNSET


class Item(Struct, gc=False):
    """One element of `input`; of a message without a `type`, only the role tells what it is."""

    type: object = UNSET
    role: object = UNSET
    id: object = UNSET
    call_id: object = UNSET
    name: object = UNSET
    arguments: Raw = MISSING
    output: Raw = MISSING
    content: Union[str, Sequence[Part], None, UnsetType] = UNSET
    summary: Raw = MISSING
    encrypted_content: object = UNSET
    status: object = UNSET


class Tool(Struct, gc=False):
    """One declared tool."""

    type: object = UNSET
    name: object = UNSET


class Body(Struct, gc=False):
    """A request body."""

    input: Union[str, Sequence[Item], None, UnsetType] = UNSET
    model: object = ""
    tools: Union[Sequence[Tool], None] = None
    store: object = None
    previous_response_id: object = None
    conversation: object = None


@dataclass
class Request(Sent):
    """A request of the Responses API; its turns are items.

    `kinds` holds the type of each item, `message` where only a role says so.
    """

    dialect: ClassVar[Dialect] = Dialect.OPENAI_RESPONSES
    list_name: ClassVar[str] = "input"

    body: Body
    items: Sequence[Item] = ()
    kinds: list[str] = field(default_factory=list)
    by_kind: dict[str, list[int]] = field(default_factory=dict)
    """The turns of each type."""


def walk(request: Request) -> None:
    """Index the items in one pass."""
    request.partial = bool(request.body.previous_response_id or request.body.conversation)
    roles, kinds, by_kind = request.roles, request.kinds, request.by_kind
    for turn, item in enumerate(request.items):
        role, kind = item.role, item.type
        roles.append(role if isinstance(role, str) else "")
        kind = kind if isinstance(kind, str) else MESSAGE if role is not UNSET else ""
        kinds.append(kind)
        found = by_kind.get(kind)
        if found is None:
            found = by_kind[kind] = []
        found.append(turn)
        if kind.endswith(CALL) and kind not in NOT_ANSWERED:
            request.calls.append(Call(turn, "", -1, item.call_id, item.name, item.arguments))
        elif kind.endswith(OUTPUT):
            request.results.append(Call(turn, "", -1, item.call_id))
