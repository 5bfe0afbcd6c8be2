from collections.abc import Sequence
from dataclasses import dataclass

from compaction.qa import Context, Message, Outcome, run_chain
from compaction.qa.messages import Text


class ByRef:
    def count(self, messages: Sequence[Message]) -> int:
        return sum(each.ref for each in messages if isinstance(each.ref, int))


@dataclass(frozen=True)
class Landing:
    name: str
    tokens: int

    def run(self, messages: Sequence[Message]) -> Outcome:
        return Outcome("compacted", (Message("assistant", (), self.tokens),), 1000, self.tokens)


@dataclass(frozen=True)
class Failing:
    name: str

    def run(self, messages: Sequence[Message]) -> Outcome:
        return Outcome("failed", tuple(messages), 1000, 1000, error="timeout")


GIVEN = (Message("user", (Text("hi"),), 1000),)
CONTEXT = Context(500, ByRef())


def test_the_first_stage_that_lands_wins() -> None:
    chain = run_chain(GIVEN, stages=[Failing("A"), Landing("B", 500), Landing("C", 1)], context=CONTEXT)
    assert (chain.success, chain.winner, chain.rides_out, chain.ran) == (True, "B", "B", 2)
    assert chain.trail == chain.outcome.trail == "A: timeout; B (won)"
    assert [dict(each) for each in chain.degradations] == [{"from": "A", "to": "B"}]
    assert [dict(each) for each in chain.passes] == [{"stage": "B"}]
    assert [attempt.declined for attempt in chain.attempts] == ["timeout", None]


def test_one_token_over_the_target_is_declined() -> None:
    chain = run_chain(GIVEN, stages=[Landing("A", 501)], context=CONTEXT)
    assert (chain.success, chain.winner, chain.rides_out) == (True, None, "A")
    assert chain.trail == ("A: stage landed above the compaction target; no stage landed within the compaction target")


def test_a_stage_that_changes_nothing_has_not_reduced() -> None:
    chain = run_chain(GIVEN, stages=[Landing("A", 1000)], context=Context(5000, ByRef()))
    assert chain.trail == "A: stage returned success without reducing; no stage reduced"


def test_where_all_fail_the_messages_stay() -> None:
    chain = run_chain(GIVEN, stages=[Failing("A"), Failing("B")], context=CONTEXT)
    assert (chain.success, chain.rides_out, chain.error) == (False, None, "all compactor stages failed")
    assert (chain.outcome.messages, chain.outcome.kind) == (GIVEN, "failed")
    assert (chain.degradations, chain.passes) == ((), ())
