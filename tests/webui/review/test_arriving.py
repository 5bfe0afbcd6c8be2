"""What happens to the cases of a source when something of it arrives: the whole table, and its silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.review.arriving import Do, Known, Move, Shown, decide
from webui.review.triage import State

STATES = [state for state in State if state is not State.NONE]


def case(state: State, signature: str = "a", number: int = 1, **more: bool) -> Known:
    return Known(number, signature, state, **more)


def test_what_no_case_is_known_of_opens_one() -> None:
    assert decide([], [Shown("a"), Shown("b")]) == [Move(Do.OPEN, "a"), Move(Do.OPEN, "b")]


@pytest.mark.parametrize(
    ("state", "covered", "moves"),
    [
        (State.NEW, False, [Move(Do.SEE, "a", 1)]),
        (State.IN_REVIEW, False, [Move(Do.SEE, "a", 1)]),
        (State.NEEDS_WORK, False, [Move(Do.SUPERSEDE, "a", 1, newer="a"), Move(Do.OPEN, "a")]),
        (State.ACCEPTED, False, [Move(Do.RECUR, "a", 1)]),
        (State.REJECTED, False, [Move(Do.RECUR, "a", 1)]),
        (State.ACCEPTED, True, [Move(Do.SEE, "a", 1)]),
        (State.REJECTED, True, [Move(Do.SEE, "a", 1)]),
        (State.WAIVED, True, [Move(Do.SEE, "a", 1)]),
        (State.WAIVED, False, [Move(Do.END_WAIVER, "a", 1)]),
        (State.SUPERSEDED, False, [Move(Do.OPEN, "a")]),
    ],
)
def test_a_defect_that_is_there_again(state: State, covered: bool, moves: list[Move]) -> None:
    assert decide([case(state)], [Shown("a", covered)]) == moves


@pytest.mark.parametrize("state", STATES)
def test_a_defect_that_is_gone(state: State) -> None:
    expected = {State.NEEDS_WORK: [Move(Do.SUPERSEDE, "a", 1)], State.REJECTED: [Move(Do.MARK, "a", 1)]}
    assert decide([case(state)], []) == expected.get(state, [])


@pytest.mark.parametrize("state", STATES)
def test_what_arrives_of_another_kind_says_nothing_of_what_is_gone(state: State) -> None:
    assert decide([case(state, told=False)], [Shown("b")]) == [Move(Do.OPEN, "b")]


def test_a_case_is_marked_once() -> None:
    assert decide([case(State.REJECTED, marked=True)], []) == []


def test_a_run_that_is_refused_for_another_reason_takes_the_place_of_the_one_before() -> None:
    moves = decide([case(State.NEEDS_WORK)], [Shown("b")], single=True)
    assert moves == [Move(Do.SUPERSEDE, "a", 1, newer="b"), Move(Do.OPEN, "b")]


def test_the_newest_case_of_a_signature_counts() -> None:
    cases = [case(State.NEW, number=7), case(State.SUPERSEDED, number=3)]
    assert decide(cases, [Shown("a")]) == [Move(Do.SEE, "a", 7)]


@given(
    st.lists(
        st.builds(
            Known,
            st.integers(1, 9),
            st.sampled_from("abc"),
            st.sampled_from(STATES),
            seen=st.booleans(),
            told=st.booleans(),
            marked=st.booleans(),
        ),
        max_size=5,
    ),
    st.lists(st.builds(Shown, st.sampled_from("abcd"), st.booleans()), max_size=4, unique_by=lambda one: one.signature),
)
def test_reading_again_moves_no_case(known: list[Known], shown: list[Shown]) -> None:
    moves = decide(known, shown, again=True)
    assert {move.do for move in moves} <= {Do.OPEN, Do.SEE, Do.REPLACE}
    signatures = {one.signature for one in known}
    assert {move.signature for move in moves if move.do is Do.OPEN}.isdisjoint(signatures)


@given(
    st.sampled_from(STATES),
    st.booleans(),
)
def test_an_arrival_that_was_seen_before_moves_no_case(state: State, covered: bool) -> None:
    assert decide([case(state, seen=True)], [Shown("a", covered)]) == [Move(Do.REPLACE, "a", 1)]
