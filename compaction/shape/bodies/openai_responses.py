"""A request of the Responses API. Source: wire-formats 5, provider-rules 4."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()
MESSAGE = "message"
OUTPUT = "_call_output"
COMPACTIONS = ("compaction", "compaction_summary")
SHELL = "local_shell_call"
ANSWERED = frozenset({"function_call", "custom_tool_call", SHELL, "shell_call", "apply_patch_call", "computer_call"})
"""Calls that the client answers; of all others nothing is known, or the provider runs them itself."""


class Part(Struct, gc=False):
    """One part of a message item."""

    type: object = UNSET
    text: object = UNSET
    image_url: object = UNSET


class Item(Struct, gc=False):
    """One element of `input`; of a message without a `type`, only the role tells what it is.

    The last fields belong to other dialects.
    """

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
    tool_calls: Raw = MISSING
    tool_call_id: Raw = MISSING
    cache_control: Raw = MISSING
    reasoning_content: Raw = MISSING


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
    stands_alone: ClassVar[bool] = True

    body: Body
    items: Sequence[Item] = ()
    kinds: list[str] = field(default_factory=list)
    by_kind: dict[str, list[int]] = field(default_factory=dict)
    """The turns of each type."""
    named: list[tuple[int, str]] = field(default_factory=list)
    """(turn, id) of the items with an id."""
    part_kinds: set[tuple[str, str]] = field(default_factory=set)
    """Which types of parts stand in messages of which role."""

    @cached_property
    def pairing(self) -> "Pairing":
        """Calls and outputs of each id, paired by place."""
        return pair(self)

    @property
    def is_closed(self) -> bool:
        """Whether every call and output stands in the list itself, none on the server."""
        return not self.partial and "item_reference" not in self.by_kind


@dataclass
class Pairing:
    """What pairs and what does not. `repeated` holds a call, the first one of its id, and its own output; `extra` an
    output beyond one a call, and the call's own one.
    """

    unanswered: list[Call] = field(default_factory=list)
    orphans: list[Call] = field(default_factory=list)
    repeated: list[tuple[Call, Call, Call | None]] = field(default_factory=list)
    extra: list[tuple[Call, Call]] = field(default_factory=list)


def pair(request: Request) -> Pairing:
    """Pair by id, any distance apart; where an id comes again, by place. Source: provider-rules 7.2."""
    found = Pairing()
    if is_even(request):
        return found
    results_by_id = request.results_by_id
    for call_id, calls in request.calls_by_id.items():
        results = results_by_id.get(call_id, ())
        if len(calls) != 1 or len(results) != 1 or results[0].turn < calls[0].turn:
            pair_by_place(found, calls, results)
    for call_id, results in results_by_id.items():
        if call_id not in request.calls_by_id:
            found.orphans += results
    return found


def is_even(request: Request) -> bool:
    """Whether every call has one output behind it, and every output its call."""
    called = {call.id: call.turn for call in request.calls if isinstance(call.id, str)}
    answered = {result.id: result.turn for result in request.results if isinstance(result.id, str)}
    return (
        len(called) == len(request.calls)
        and len(answered) == len(request.results)
        and called.keys() == answered.keys()
        and all(called[call_id] < turn for call_id, turn in answered.items())
    )


def pair_by_place(found: Pairing, calls: Sequence[Call], results: Sequence[Call]) -> None:
    waiting: list[Call] = []
    answers: dict[int, Call] = {}
    last: Call | None = None
    at = {call.turn for call in calls}
    for part in sorted([*calls, *results], key=turn_of):
        if part.turn in at:
            waiting.append(part)
        elif waiting:
            answers[waiting.pop(0).turn] = last = part
        elif last is not None:
            found.extra.append((part, last))
        else:
            found.orphans.append(part)
    found.unanswered += waiting
    found.repeated += [(call, calls[0], answers.get(call.turn)) for call in calls[1:]]


def turn_of(call: Call) -> int:
    return call.turn


def walk(request: Request) -> None:
    """Index the items in one pass."""
    request.partial = bool(request.body.previous_response_id or request.body.conversation)
    roles, kinds, by_kind = request.roles, request.kinds, request.by_kind
    shells: dict[object, object] = {}
    named, part_kinds = request.named, request.part_kinds
    for turn, item in enumerate(request.items):
        role, kind, item_id = item.role, item.type, item.id
        kind = kind if isinstance(kind, str) else MESSAGE if role is not UNSET else ""
        role = role if isinstance(role, str) else ""
        roles.append(role)
        kinds.append(kind)
        if kind in by_kind:
            by_kind[kind].append(turn)
        else:
            by_kind[kind] = [turn]
        if isinstance(item_id, str):
            named.append((turn, item_id))
        if kind == MESSAGE:
            for part in item.content if isinstance(item.content, list) else ():
                part_kinds.add((role, part.type if isinstance(part.type, str) else ""))
        elif kind in ANSWERED:
            request.calls.append(Call(turn, "", -1, item.call_id, item.name, item.arguments))
            if kind == SHELL and isinstance(item.id, str):
                shells[item.id] = item.call_id
        elif kind.endswith(OUTPUT):
            request.results.append(Call(turn, "", -1, called(item, kind, shells)))


def called(item: Item, kind: str, shells: Mapping[object, object]) -> object:
    """Return the id of the call that an output answers; one kind may name the item of its call instead."""
    if kind == SHELL + "_output" and item.call_id is UNSET and isinstance(item.id, str):
        return shells.get(item.id, item.id)
    return item.call_id
