"""Calls and tool messages of Chat Completions: the run of tool messages right after an assistant message answers it.

Source: provider-rules 3.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from compaction.findings import Confidence
from compaction.shape.bodies.openai_chat import Request
from compaction.shape.rule import Breach
from compaction.shape.sent import Call


def unanswered(request: Request) -> Iterator[Breach]:
    """Yield each call that no tool message of its run names; the counterpart is one elsewhere, or where it was due."""
    for exchange in request.uneven:
        answered = ids(exchange.run)
        for call in exchange.calls:
            if isinstance(call.id, str) and call.id and call.id not in answered:
                yield Breach(call.turn, request.pointer_of(call), counterpart=due(request, call))


def due(request: Request, call: Call) -> str | None:
    """Return the pointer of the first later tool message of that id that no later call has, else the next place."""
    calls = [other.turn for other in request.calls_by_id[call.id] if other.turn > call.turn]
    end = min(calls, default=len(request.roles))
    for result in request.results_by_id.get(call.id, ()):
        if call.turn < result.turn < end:
            return request.pointer_of(result)
    return request.pointer(call.turn + 1) if call.turn + 1 < len(request.roles) else None


def unpaired(request: Request) -> Iterator[Breach]:
    """Yield each tool message that answers no call of the assistant message right before its run."""
    for exchange in request.uneven:
        called = ids(exchange.calls)
        for result in exchange.run:
            if not isinstance(result.id, str) or not result.id:
                yield Breach(result.turn, request.pointer_of(result), behaviours=("OC-19",))
            elif result.id not in called:
                calls = request.calls_by_id.get(result.id)
                yield Breach(
                    result.turn,
                    request.pointer_of(result),
                    counterpart=request.pointer_of(calls[0]) if calls else None,
                    behaviours=("OC-03" if exchange.calls else "OC-01",),
                    confidence=Confidence.FAIR if exchange.calls else Confidence.FIRM,
                )


def surplus(request: Request) -> Iterator[Breach]:
    """Yield each tool message of a run whose id an earlier one of it has, beyond one a call."""
    for exchange in request.uneven:
        if exchange.calls and len(exchange.run) > len(ids(exchange.run)):
            left = Counter(call.id for call in exchange.calls if isinstance(call.id, str))
            yield from beyond(request, exchange.run, left)


def beyond(request: Request, run: Iterable[Call], left: Counter[str]) -> Iterator[Breach]:
    first: dict[str, str] = {}
    for result in run:
        if isinstance(result.id, str) and result.id in left:
            pointer = request.pointer_of(result)
            left[result.id] -= 1
            if left[result.id] < 0:
                yield Breach(result.turn, pointer, counterpart=first.get(result.id), confidence=Confidence.CONTESTED)
            first.setdefault(result.id, pointer)


def repeated(request: Request) -> Iterator[Breach]:
    """Yield each call of a message with an id that an earlier call of it has; later turns may use an id again."""
    for exchange in request.uneven:
        if len(exchange.calls) > len(ids(exchange.calls)):
            first: dict[str, str] = {}
            for call in exchange.calls:
                if isinstance(call.id, str) and call.id:
                    pointer = request.pointer_of(call)
                    if call.id in first:
                        yield Breach(call.turn, f"{pointer}/id", counterpart=first[call.id], confidence=Confidence.FAIR)
                    first.setdefault(call.id, f"{pointer}/id")


def ids(calls: Iterable[Call]) -> set[str]:
    return {call.id for call in calls if isinstance(call.id, str)}
