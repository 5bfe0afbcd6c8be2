"""Calls and responses of generateContent: each turn of calls is followed by one turn with as many responses.

Source: provider-rules 5.
"""

from collections.abc import Iterator

from compaction.findings import Confidence
from compaction.shape.bodies.gemini import Request
from compaction.shape.rule import Breach
from compaction.shape.sent import Call


def misplaced(request: Request) -> Iterator[Breach]:
    """Yield each turn of calls that follows no turn of the user, and each turn of responses that follows no calls."""
    for turn in request.calling:
        if turn == 0 or request.roles[turn - 1] == "model":
            yield Breach(turn, request.pointer(turn), behaviours=("GM-01",))
    for turn in request.responding:
        if turn - 1 not in request.calling and not is_remainder(request, turn):
            yield Breach(turn, request.pointer(turn), behaviours=("GM-02",))


def is_remainder(request: Request, turn: int) -> bool:
    """Whether responses stand directly behind a turn of responses that has too few."""
    before = turn - 1
    while before in request.responding and before - 1 in request.responding:
        before -= 1
    calls = request.calling.get(before - 1, ())
    return before in request.responding and len(request.responding[before]) < len(calls)


def miscounted(request: Request) -> Iterator[Breach]:
    """Yield each turn of responses that are more or fewer than the calls before it, and each turn of calls without
    any; further responses behind too few are one cause with them.
    """
    for turn, calls in request.calling.items():
        answers = request.responding.get(turn + 1)
        if answers is None:
            due = request.pointer(turn + 1) if turn + 1 < len(request.roles) else None
            sure = Confidence.FAIR if due is None else Confidence.FIRM
            yield Breach(turn, request.pointer_of(calls[0]), counterpart=due, confidence=sure)
        elif len(answers) != len(calls):
            yield Breach(
                turn + 1,
                request.pointer(turn + 1),
                counterpart=request.pointer(turn),
                related=tuple(left_over(request, turn + 2)),
            )


def left_over(request: Request, turn: int) -> Iterator[str]:
    while turn in request.responding and is_remainder(request, turn):
        yield request.pointer(turn)
        turn += 1


def unmatched(request: Request) -> Iterator[Breach]:
    """Yield each response, of as many as there are calls, that has the name or the id of none of them."""
    for turn, answers in request.responding.items():
        calls = request.calling.get(turn - 1, ())
        if len(calls) == len(answers):
            open_calls = list(calls)
            for answer in answers:
                found = next((call for call in open_calls if is_match(call, answer)), None)
                if found is None:
                    yield Breach(turn, request.pointer_of(answer), confidence=Confidence.CONTESTED)
                else:
                    open_calls.remove(found)


def is_match(call: Call, answer: Call) -> bool:
    """Whether name and, where both have one, id are the same."""
    both = isinstance(call.id, str) and isinstance(answer.id, str)
    return call.name == answer.name and (not both or call.id == answer.id)


def unsigned(request: Request) -> Iterator[Breach]:
    """Yield the first call of each turn of calls in the current turn, where it has no signature."""
    start = newest_question(request)
    for turn, calls in request.calling.items():
        if turn > start:
            signature = request.part(turn, calls[0].place).signature
            if not (isinstance(signature, str) and signature):
                yield Breach(turn, request.pointer_of(calls[0]))


def newest_question(request: Request) -> int:
    """Return the newest turn of the user that is not only responses, -1 where there is none."""
    for turn in range(len(request.roles) - 1, -1, -1):
        parts = request.contents[turn].parts
        size = len(parts) if isinstance(parts, list) else 0
        if request.roles[turn] == "user" and len(request.responding.get(turn, ())) < max(size, 1):
            return turn
    return -1
