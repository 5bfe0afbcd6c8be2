import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract.integrity import waiter_event_id
from compaction.contract.lifecycle import Answer, AttemptState, Timeline, read_timeline
from compaction.errors import UnreadablePart

LOOP, OTHER_LOOP, EVENT, COMMIT = (str(UUID(int=number)) for number in (1, 2, 3, 4))
ATTEMPT, SECOND, COMMAND, LATER = (str(UUID(int=number)) for number in (5, 6, 7, 8))
BASIS = {"revision": 7, "through_event_id": EVENT}
AFTER: dict[str, Any] = {
    "basis": {"revision": 8, "through_event_id": COMMIT},
    "model": {"Provider": "acme", "Model": "large"},
    "request_fingerprint": [1] * 32,
    "input_tokens": 900,
    "input_limit": 1000,
    "quality": 1,
}
SUMMARY = {"role": "user", "blocks": [{"type": "text", "Text": "<conversation_summary/>"}]}
ENVELOPE = {
    "v": 1,
    "loop_id": LOOP,
    "attempt_id": ATTEMPT,
    "waiter_command_ids": [COMMAND],
    "reason": 1,
    "basis": BASIS,
}
STARTED = {"type": "CompactionStarted", "loop_id": LOOP, "attempt_id": ATTEMPT, "reason": 1, "basis": BASIS}
RUN = {"type": "HustleStarted", "cause": {"loop_id": LOOP}, "visibility": 1}
COMPLETED = {"type": "HustleCompleted", "cause": {"loop_id": LOOP}, "visibility": 1}
FAILED = {"type": "HustleFailed", "cause": {"loop_id": LOOP}, "stage": 4, "reason_code": 6}
COMMITTED = {
    "type": "CompactionCommitted",
    **ENVELOPE,
    "event_id": COMMIT,
    "summary": SUMMARY,
    "post_context": AFTER,
    "duration": 5_000_000_000,
    "created_at": "2026-11-03T14:02:11.123456789Z",
}
REJECTED = {"type": "CompactionRejected", **ENVELOPE, "event_id": COMMIT, "reject_reason": 9}


def answer(*, resolved: bool, command: str = COMMAND, attempt: str = ATTEMPT, **changes: Any) -> dict[str, Any]:
    event_id = waiter_event_id(UUID(attempt), UUID(command), resolved=resolved)
    own = {"committed_event_id": COMMIT} if resolved else {"reason": 9}
    return {
        "type": "CompactWaiterResolved" if resolved else "CompactWaiterRejected",
        "loop_id": LOOP,
        "attempt_id": attempt,
        "cause": {"command_id": command},
        "event_id": str(event_id),
        **own,
        **changes,
    }


def tell(*events: dict[str, Any]) -> Timeline:
    return read_timeline(json.dumps(events).encode())


def faults(*events: dict[str, Any]) -> list[tuple[str, int]]:
    (attempt,) = tell(*events).attempts
    return [(fault.kind.value, fault.position) for fault in attempt.faults]


def test_the_answer_ids_are_those_of_the_contract() -> None:
    attempt, command = UUID(bytes=b"\x05" * 16), UUID(bytes=b"\x06" * 16)

    assert str(waiter_event_id(attempt, command, resolved=True)) == "655eb772-821e-8035-b387-37832138004c"
    assert str(waiter_event_id(attempt, command, resolved=False)) == "11fde468-ffd7-85af-acf4-f224b27beae8"


def test_a_commit_is_told_from_start_to_answer() -> None:
    timeline = tell(STARTED, RUN, COMPLETED, COMMITTED, answer(resolved=True))

    (attempt,) = timeline.attempts
    assert attempt.state is AttemptState.COMMITTED
    assert [event.position for event in attempt.events] == [0, 1, 2, 3, 4]
    assert (attempt.attempt_id, attempt.loop_id) == (UUID(ATTEMPT), UUID(LOOP))
    assert (attempt.trigger, attempt.duration, attempt.summary_valid) == (1, 5_000_000_000, True)
    assert attempt.basis is not None and attempt.basis.revision == 7
    assert attempt.after is not None and (attempt.after.input_tokens, attempt.after.input_limit) == (900, 1000)
    assert [(waiter.command_id, waiter.answer) for waiter in attempt.waiters] == [(UUID(COMMAND), Answer.RESOLVED)]
    assert (attempt.faults, timeline.faults, timeline.unreadable) == ((), (), ())


def test_a_stored_history_has_no_start_event_and_reads_the_same() -> None:
    (attempt,) = tell(RUN, FAILED, REJECTED).attempts

    assert attempt.state is AttemptState.REJECTED
    assert [event.type.value for event in attempt.events] == ["HustleStarted", "HustleFailed", "CompactionRejected"]
    assert (attempt.reject_reason, attempt.stage, attempt.reason_code, attempt.summary_valid) == (9, 4, 6, False)
    assert [waiter.answer for waiter in attempt.waiters] == [Answer.MISSING]
    assert attempt.faults == ()


def test_a_valid_summary_may_still_be_rejected() -> None:
    (attempt,) = tell(RUN, COMPLETED, REJECTED | {"reject_reason": 11}).attempts

    assert (attempt.state, attempt.summary_valid, attempt.reject_reason) == (AttemptState.REJECTED, True, 11)


def test_an_attempt_without_an_end_is_unresolved_and_not_rejected() -> None:
    assert [attempt.state for attempt in tell(RUN).attempts] == [AttemptState.UNRESOLVED]
    assert [attempt.state for attempt in tell(STARTED, RUN, COMPLETED).attempts] == [AttemptState.UNRESOLVED]


def test_a_second_run_leaves_the_first_unresolved() -> None:
    first, second = tell(RUN, RUN, COMPLETED, COMMITTED).attempts

    assert (first.state, first.attempt_id) == (AttemptState.UNRESOLVED, None)
    assert [event.position for event in second.events] == [1, 2, 3]


def test_a_run_after_an_end_belongs_to_the_next_attempt() -> None:
    first, second = tell(STARTED, RUN, COMPLETED, COMMITTED, RUN, REJECTED | {"attempt_id": SECOND}).attempts

    assert [event.position for event in first.events] == [0, 1, 2, 3]
    assert [event.position for event in second.events] == [4, 5]


def test_a_waiter_alone_was_rejected_before_the_start() -> None:
    (attempt,) = tell(answer(resolved=False, reason=3)).attempts

    assert (attempt.state, attempt.reject_reason) == (AttemptState.REJECTED_BEFORE_START, 3)
    assert [waiter.reject_reason for waiter in attempt.waiters] == [3]
    assert attempt.trigger is None


def test_loops_do_not_mix() -> None:
    elsewhere = {"loop_id": OTHER_LOOP, "attempt_id": SECOND}
    first, second = tell(
        RUN, RUN | {"cause": {"loop_id": OTHER_LOOP}}, COMPLETED, COMMITTED, REJECTED | elsewhere
    ).attempts

    assert [event.position for event in first.events] == [0, 2, 3]
    assert [event.position for event in second.events] == [1, 4]


def test_other_events_are_passed_over_and_measurements_belong_to_no_attempt() -> None:
    measured = {"type": "ContextMeasured", "loop_id": LOOP, "measurement": AFTER}
    timeline = tell({"type": "TurnStarted"}, measured)

    assert [event.position for event in timeline.events] == [1]
    assert timeline.events[0].measurement is not None and timeline.events[0].measurement.input_tokens == 900
    assert timeline.attempts == ()


def test_lines_read_as_a_list_does_and_a_bad_line_is_placed() -> None:
    lines = b"\n".join([json.dumps(RUN).encode(), b'{"type":1,"TYPE":2}', b"\xff", b"", json.dumps(COMMITTED).encode()])
    timeline = read_timeline(lines)

    assert timeline.unreadable == (1, 2)
    assert [event.position for event in timeline.attempts[0].events] == [0, 3]


@pytest.mark.parametrize("data", [b"nope", b"7", b"[1]", b'{"a":{"b":1,"B":2}}'])
def test_a_history_without_one_event_is_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadablePart):
        read_timeline(data)


def test_an_empty_history_tells_nothing() -> None:
    assert read_timeline(b"") == read_timeline(b"[]") == Timeline((), (), (), ())


@settings(max_examples=100)
@forall(st.binary(max_size=40))
def test_any_bytes_give_a_timeline_or_the_typed_error(data: bytes) -> None:
    try:
        read_timeline(data)
    except UnreadablePart as error:
        assert error.part == "events"


def test_a_retained_tail_is_looked_at() -> None:
    assert faults(COMMITTED | {"retained": [{"role": "user"}]}) == []
    assert faults(COMMITTED | {"retained": [{"role": "assistant"}]}) == [("retained", 0)]


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (COMMITTED | {"visibility": 1}, "visibility"),
        (COMMITTED | {"attempt_id": str(UUID(int=0))}, "attempt-id"),
        (COMMITTED | {"waiter_command_ids": []}, "waiter-list"),
        (COMMITTED | {"waiter_command_ids": [COMMAND, COMMAND]}, "waiter-list"),
        (COMMITTED | {"waiter_command_ids": ["x"]}, "waiter-list"),
        (COMMITTED | {"reason": 3}, "trigger"),
        (REJECTED | {"basis": BASIS | {"revision": 0}}, "basis"),
        (COMMITTED | {"duration": -1}, "duration"),
        (REJECTED | {"reject_reason": 15}, "reject-reason"),
        (COMMITTED | {"summary": SUMMARY | {"role": "assistant"}}, "summary"),
        (COMMITTED | {"summary": {"role": "user", "blocks": [{"type": "text", "Text": " \u00a0"}]}}, "summary"),
        (COMMITTED | {"summary": {"role": "user", "blocks": []}}, "summary"),
        (COMMITTED | {"post_context": AFTER | {"request_fingerprint": [0] * 32}}, "measurement"),
        (COMMITTED | {"post_context": AFTER | {"request_fingerprint": [256] * 32}}, "measurement"),
        (COMMITTED | {"post_context": AFTER | {"model": {"provider": "a", "model": "b"}}}, "measurement"),
        (COMMITTED | {"post_context": AFTER | {"quality": 4}}, "measurement"),
        (COMMITTED | {"post_context": AFTER | {"basis": BASIS}}, "basis-not-advanced"),
        (COMMITTED | {"post_context": AFTER | {"basis": AFTER["basis"] | {"revision": 7}}}, "basis-not-advanced"),
        (COMMITTED | {"post_context": AFTER | {"basis": AFTER["basis"] | {"revision": 9}}}, "basis-not-advanced"),
        (COMMITTED | {"event_id": EVENT}, "basis-not-advanced"),
    ],
)
def test_each_check_on_a_terminal_has_its_fault(event: dict[str, Any], fault: str) -> None:
    assert faults(event) == [(fault, 0)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((COMMITTED, REJECTED), [("two-terminals", 1)]),
        ((COMMITTED, answer(resolved=False)), [("waiter-contradicts-terminal", 1)]),
        ((REJECTED, answer(resolved=True)), [("waiter-contradicts-terminal", 1)]),
        ((REJECTED, answer(resolved=False, reason=8)), [("waiter-contradicts-terminal", 1)]),
        ((COMMITTED, answer(resolved=True, committed_event_id=EVENT)), [("waiter-contradicts-terminal", 1)]),
        ((COMMITTED, answer(resolved=True, command=LATER)), [("waiter-unknown", 1)]),
        ((COMMITTED, answer(resolved=True, event_id=EVENT)), [("waiter-event-id", 1)]),
        ((COMMITTED, answer(resolved=True, cause={})), [("waiter-event-id", 1), ("waiter-unknown", 1)]),
        (
            (
                COMMITTED | {"waiter_command_ids": [COMMAND, LATER]},
                answer(resolved=True, command=LATER),
                answer(resolved=True),
            ),
            [("waiter-order", 2)],
        ),
    ],
)
def test_answers_that_do_not_fit_their_terminal_are_faults(
    events: tuple[dict[str, Any], ...], expected: list[tuple[str, int]]
) -> None:
    assert faults(*events) == expected


def test_no_automatic_attempt_follows_a_rejected_one_on_the_same_basis() -> None:
    automatic = REJECTED | {"reason": 2}
    again = automatic | {"attempt_id": SECOND}
    moved = again | {"basis": BASIS | {"revision": 8}}

    assert [(fault.kind.value, fault.position) for fault in tell(automatic, again).faults] == [
        ("automatic-again-on-same-basis", 1)
    ]
    assert tell(automatic, moved).faults == ()
    assert tell(REJECTED, again).faults == ()
    assert tell(COMMITTED | {"reason": 2}, again).faults == ()


def test_an_attempt_without_a_readable_id_stands_alone() -> None:
    first, second = tell(
        COMMITTED | {"attempt_id": "x"}, REJECTED | {"attempt_id": None, "waiter_command_ids": []}
    ).attempts

    assert (first.attempt_id, first.state, second.state) == (None, AttemptState.COMMITTED, AttemptState.REJECTED)
    assert [fault.kind.value for fault in first.faults] == ["attempt-id"]


def test_a_commit_that_measured_nothing_does_not_advance() -> None:
    assert faults(COMMITTED | {"post_context": {}}) == [("measurement", 0), ("basis-not-advanced", 0)]
    assert faults(COMMITTED | {"reason": 2, "basis": {}}) == [("basis", 0), ("basis-not-advanced", 0)]


def test_answers_in_order_of_their_waiters_are_fine() -> None:
    both = COMMITTED | {"waiter_command_ids": [COMMAND, LATER]}

    assert faults(both, answer(resolved=True), answer(resolved=True, command=LATER)) == []
