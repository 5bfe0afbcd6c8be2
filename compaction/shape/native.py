"""What a rule sees: the messages as the provider would read them, and an index computed in one walk.

A *turn* is the place of a message among the readable ones, so neighbours close up over unreadable ones. A turn is one
entry of the normalized list, bar a user turn with tool results (dialect anthropic), which is one entry per result.
Ids stay None or empty where a call or result makes no claim.

What only some rules ask for is gathered when the first of them asks, once for all.

Source: message-shape 3 and 9.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from compaction.shape.decode import Block, Message, Request

Ids: TypeAlias = list[str | None]
Answers: TypeAlias = dict[str | None, int]
TEXT_KINDS = frozenset({"text", "", None})


@dataclass(frozen=True)
class Native:
    """The decoded list and its index, in the order of the list.

    `callers` holds (turn, ids of its calls, answers of the run it opens or belongs to); answers map an id to the last
    turn of the run that names it. Results are numbered; `result_turns` and `result_ids` hold their turns and the ids
    they name, `split_turns` the user turns made of them. `texts` holds the turns whose content is present, text alone
    and not beside a call, tool turns excepted.
    """

    request: Request
    roles: Sequence[str]
    texts: list[int] = field(default_factory=list)
    callers: list[tuple[int, Ids, Answers]] = field(default_factory=list)
    result_turns: list[int] = field(default_factory=list)
    result_ids: Ids = field(default_factory=list)
    split_turns: list[int] = field(default_factory=list)

    def message(self, turn: int) -> Message:
        return self.request.messages[turn]

    def position(self, turn: int) -> int:
        """The place in the uploaded list."""
        return self.request.order[turn]

    def pointer(self, turn: int) -> str:
        return f"/messages/{self.request.order[turn]}"

    def index(self, turn: int, part: int = 0) -> int:
        """The place in the normalized list; `part` counts the results of a split turn."""
        return self._starts[turn] + part

    def turns_of(self, role: str) -> Sequence[int]:
        """The turns of one role."""
        return [turn for turn, name in enumerate(self.roles) if name == role] if role in self.roles else ()

    def blocks_of(self, kind: str) -> Sequence[tuple[int, int, Block]]:
        """(turn, place, block) of every block of one type."""
        return self._blocks_by_kind.get(kind, ())

    @cached_property
    def first_calls(self) -> dict[str | None, int]:
        """The turn of the first call of each id."""
        first: dict[str | None, int] = {}
        for turn, ids, _ in self.callers:
            for call_id in ids:
                if call_id not in first:
                    first[call_id] = turn
        return first

    @cached_property
    def first_call_pointers(self) -> dict[str | None, str]:
        """The pointer of the first call of each id."""
        first: dict[str | None, str] = {}
        for turn, ids, _ in self.callers:
            for call_id, pointer in zip(ids, self.call_pointers(turn), strict=True):
                first.setdefault(call_id, pointer)
        return first

    @cached_property
    def results_by_id(self) -> dict[str | None, list[int]]:
        """The numbers of the results that name an id."""
        found: dict[str | None, list[int]] = {}
        for number, call_id in enumerate(self.result_ids):
            found.setdefault(call_id, []).append(number)
        return found

    def call_pointers(self, turn: int) -> list[str]:
        """The pointer of each call of a turn."""
        listed = self.message(turn).tool_calls or ()
        pointers = [f"{self.pointer(turn)}/tool_calls/{place}" for place in range(len(listed))]
        return pointers + (self._block_pointers(turn, "tool_use") if self.roles[turn] == "assistant" else [])

    def result_part(self, number: int) -> int:
        """How many results of the same turn stand before this one."""
        return number - bisect_left(self.result_turns, self.result_turns[number])

    @cached_property
    def result_pointers(self) -> list[str]:
        """The pointer of each result, by number."""
        split = set(self.split_turns)
        pointers: list[str] = []
        for turn in dict.fromkeys(self.result_turns):
            pointers += self._block_pointers(turn, "tool_result") if turn in split else [self.pointer(turn)]
        return pointers

    def _block_pointers(self, turn: int, kind: str) -> list[str]:
        content = self.message(turn).content
        blocks = content if isinstance(content, list) else []
        return [f"{self.pointer(turn)}/content/{place}" for place, block in enumerate(blocks) if block.type == kind]

    @cached_property
    def _starts(self) -> Sequence[int]:
        if not self.split_turns:
            return range(len(self.roles))
        starts, moved, sizes = [], 0, Counter(self.result_turns)
        for turn in range(len(self.roles)):
            starts.append(turn + moved)
            moved += sizes[turn] - 1 if turn in sizes else 0
        return starts

    @cached_property
    def _blocks_by_kind(self) -> Mapping[str, list[tuple[int, int, Block]]]:
        found: dict[str, list[tuple[int, int, Block]]] = {}
        for turn, message in enumerate(self.request.messages):
            if isinstance(message.content, list):
                for place, block in enumerate(message.content):
                    found.setdefault(block.type or "", []).append((turn, place, block))
        return found


def walk(request: Request, *, splits: bool) -> Native:
    """Index a list in one pass; `splits` says that user turns with results are one entry per result."""
    native = Native(request, [message.role or "" for message in request.messages])
    texts, callers, result_turns, result_ids = native.texts, native.callers, native.result_turns, native.result_ids
    run: Answers | None = None
    for turn, (role, message) in enumerate(zip(native.roles, request.messages, strict=True)):
        content = message.content
        calls: Ids | None = None
        opaque = content is None
        if isinstance(content, list):
            calls, results, opaque = read_blocks(content, role)
            if results and splits and role == "user":
                native.split_turns.append(turn)
                result_turns += [turn] * len(results)
                result_ids += results
                run = {} if run is None else run
                run.update(dict.fromkeys(results, turn))
                continue
        if message.tool_calls:
            listed: Ids = [call.id for call in message.tool_calls]
            calls = listed + calls if calls else listed
        if role == "tool":
            run = {} if run is None else run
            run[message.tool_call_id] = turn
            result_turns.append(turn)
            result_ids.append(message.tool_call_id)
            opaque = True
        elif calls:
            run = {}
        else:
            run = None
        if calls and run is not None:
            callers.append((turn, calls, run))
        elif not opaque:
            texts.append(turn)
    return native


def read_blocks(blocks: Sequence[Block], role: str) -> tuple[Ids | None, Ids | None, bool]:
    """Return the ids of the calls and of the results among blocks, and whether any is more than text."""
    calls: Ids | None = None
    results: Ids | None = None
    opaque = False
    for block in blocks:
        kind = block.type
        if kind in TEXT_KINDS:
            continue
        opaque = True
        if kind == "tool_result":
            results = results or []
            results.append(block.tool_use_id)
        elif kind == "tool_use" and role == "assistant":
            calls = calls or []
            calls.append(block.id)
    return calls, results, opaque
