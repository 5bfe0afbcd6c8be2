"""Calls and results of Converse: the next message, from the user, answers all calls of a message.

Source: provider-rules 6.
"""

from collections.abc import Iterator, Sequence

from compaction.shape.bodies.bedrock_converse import Request
from compaction.shape.rule import Breach
from compaction.shape.sent import Call


def unanswered(request: Request) -> Iterator[Breach]:
    """Yield each call that the next message does not answer.

    Where a further user message answers it, its result and the second message of one role come from the same split.
    """
    for turn, calls in request.calls_by_turn.items():
        if request.roles[turn] != "assistant":
            continue
        answered = ids(request.results_by_turn.get(turn + 1, ()))
        for call in calls:
            if is_named(call) and call.id not in answered:
                yield open_call(request, call)


def open_call(request: Request, call: Call) -> Breach:
    later = next((result for result in request.results_by_id.get(call.id, ()) if result.turn > call.turn), None)
    if later is None:
        due = request.pointer(call.turn + 1) if call.turn + 1 < len(request.roles) else None
        return Breach(call.turn, request.pointer_of(call), counterpart=due)
    if set(request.roles[call.turn + 1 : later.turn + 1]) != {"user"}:
        return Breach(call.turn, request.pointer_of(call), counterpart=request.pointer_of(later))
    return Breach(
        call.turn,
        request.pointer_of(call),
        counterpart=request.pointer_of(later),
        related=(request.pointer(later.turn),),
        explains=("paired-tool-result", "alternating-roles"),
    )


def unpaired(request: Request) -> Iterator[Breach]:
    """Yield each result whose call is not in the message before; the counterpart is an earlier call of its id."""
    for turn, results in request.results_by_turn.items():
        before = turn and request.roles[turn - 1] == "assistant"
        called = ids(request.calls_by_turn.get(turn - 1, ())) if before else set()
        for result in results:
            if is_named(result) and result.id not in called:
                calls = request.calls_by_id.get(result.id, ())
                earlier = next((call for call in reversed(calls) if call.turn < turn), None)
                at = request.pointer_of(earlier) if earlier else None
                yield Breach(turn, request.pointer_of(result), counterpart=at)


def repeated_calls(request: Request) -> Iterator[Breach]:
    """Yield each call with an id that an earlier one of its message has."""
    for calls in request.calls_by_turn.values():
        yield from repeated(request, calls)


def repeated_results(request: Request) -> Iterator[Breach]:
    """Yield each result of its message beyond one a call."""
    for turn, results in request.results_by_turn.items():
        if len(results) > 1 and len(ids(results)) < len(results):
            calls = [call.id for call in request.calls_by_turn.get(turn - 1, ())]
            for breach, result in zip(repeated(request, results), again(results), strict=True):
                if calls.count(result.id) < 2:
                    yield breach


def repeated(request: Request, calls: Sequence[Call]) -> Iterator[Breach]:
    if len(calls) < 2:
        return
    first: dict[object, Call] = {}
    for call in calls:
        if is_named(call):
            known = first.setdefault(call.id, call)
            if known is not call:
                yield Breach(call.turn, request.pointer_of(call), counterpart=request.pointer_of(known))


def again(calls: Sequence[Call]) -> Iterator[Call]:
    seen: set[object] = set()
    for call in calls:
        if is_named(call):
            if call.id in seen:
                yield call
            seen.add(call.id)


def ids(calls: Sequence[Call]) -> set[object]:
    return {call.id for call in calls if is_named(call)}


def is_named(call: Call) -> bool:
    return isinstance(call.id, str) and bool(call.id)
