"""Calls and outputs of the Responses API: they pair by id, any distance apart.

Source: provider-rules 4.
"""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies.openai_responses import Request
from compaction.shape.rule import Breach
from compaction.shape.sent import Call

FUNCTION = frozenset({"function_call", "function_call_output"})


def unanswered(request: Request) -> Iterator[Breach]:
    """Yield each call that no later output names, where the list holds all of them."""
    for call in request.pairing.unanswered if request.is_closed else ():
        function = request.kinds[call.turn] in FUNCTION
        yield Breach(
            call.turn,
            request.pointer_of(call),
            counterpart=due(request, call),
            behaviours=("OR-04" if function else "OR-18",),
            confidence=Confidence.FIRM if function else Confidence.FAIR,
        )


def due(request: Request, call: Call) -> str | None:
    """Return the pointer of an output of that id that stands too early, else of the next item."""
    results = request.results_by_id.get(call.id, ())
    if results and results[0].turn < call.turn and len(request.calls_by_id[call.id]) == 1:
        return request.pointer_of(results[0])
    return request.pointer(call.turn + 1) if call.turn + 1 < len(request.roles) else None


def unpaired(request: Request) -> Iterator[Breach]:
    """Yield each output without a call before it, where the list holds all of them, and each item that names none."""
    for part in (*request.calls, *request.results):
        if not isinstance(part.id, str) or not part.id:
            pointer = request.pointer(part.turn, "call_id" if request.has(part.turn, "call_id") else "")
            yield Breach(part.turn, pointer, behaviours=("OR-05",))
    for result in request.pairing.orphans if request.is_closed else ():
        function = request.kinds[result.turn] in FUNCTION
        calls = request.calls_by_id.get(result.id)
        yield Breach(
            result.turn,
            request.pointer_of(result),
            counterpart=request.pointer_of(calls[0]) if calls else None,
            behaviours=("OR-03" if function else "OR-18",),
            confidence=Confidence.FIRM if function else Confidence.FAIR,
        )


def surplus(request: Request) -> Iterator[Breach]:
    """Yield each output beyond one a call."""
    for result, other in request.pairing.extra:
        yield Breach(
            result.turn,
            request.pointer_of(result),
            counterpart=request.pointer_of(other),
            confidence=Confidence.CONTESTED,
        )


def repeated(request: Request) -> Iterator[Breach]:
    """Yield each further call of an id; its own output is related. One vendor refuses it."""
    severity = Severity.ERROR if request.is_variant("strict-responses") else None
    for call, first, answer in request.pairing.repeated:
        yield Breach(
            call.turn,
            request.pointer(call.turn, "call_id"),
            counterpart=request.pointer(first.turn, "call_id"),
            related=(request.pointer(answer.turn, "call_id"),) if answer else (),
            severity=severity,
            confidence=Confidence.FAIR,
        )
