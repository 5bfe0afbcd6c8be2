"""Dialogs from scenarios: turns with calls and results, small talk, repetition, and facts in between."""

from dataclasses import dataclass, field

from compaction.qa import Message
from compaction.qa.messages import Text, ToolCall, ToolResult, compact
from compaction.qa.rendering import TOOL_CHARACTERS
from tests.benchmarks.proof.chance import Chance, Values
from tests.benchmarks.proof.dialogs import Dialog
from tests.benchmarks.proof.planting import Planted, plant
from tests.benchmarks.proof.scenario import Scenario

LEAST, MOST = 60, 120
"""Messages of a dialog."""
ASIDE = 0.12
MOST_CALLS = 4
MOST_BLOCKS = 9
"""Of output that a tool gives; a pass shows the first two or so."""
LATEST = 0.9
"""Share of the dialog after which no fact is planted, so that every one of them gets old enough to be replaced."""


@dataclass
class Turn:
    """A turn of the user and what the agent does; each list holds the sentences of facts that are said there."""

    calls: int
    user: list[str] = field(default_factory=list)
    steps: list[list[str]] = field(default_factory=list)
    results: list[list[str]] = field(default_factory=list)
    end: list[str] = field(default_factory=list)

    def places(self, speaker: str) -> list[list[str]]:
        """Give the lists into which such a speaker's sentences may go."""
        return {"user": [self.user], "end": [self.end], "step": self.steps, "result": self.results}[speaker]


def write(scenario: Scenario, number: int, *, held_out: bool) -> Dialog:
    """Give the dialog of a scenario with this number; the same one each time."""
    name = f"{scenario.name}-{number}"
    chance = Chance(name)
    values = Values(scenario, chance)
    planted = plant(scenario, chance, values)
    turns = _turns(chance)
    for one in planted:
        _place(one, turns, chance)
    messages = _Writer(scenario, chance, values).messages(turns)
    return Dialog(name, held_out, tuple(messages), tuple(one.fact for one in planted))


def _turns(chance: Chance) -> list[Turn]:
    """Give empty turns that make up as many messages as a dialog has; a turn without calls is an aside."""
    wanted = chance.number(LEAST, MOST - 2 * MOST_CALLS)
    turns: list[Turn] = []
    while sum(2 + 2 * turn.calls for turn in turns) < wanted:
        calls = 0 if turns and chance.happens(ASIDE) else chance.number(1, MOST_CALLS)
        turns.append(Turn(calls, steps=[[] for _ in range(calls)], results=[[] for _ in range(calls)]))
    return turns


def _place(one: Planted, turns: list[Turn], chance: Chance) -> None:
    """Put the sentences of a fact into turns, in order, with turns between them."""
    able = [turn for turn in turns[: max(3, int(len(turns) * LATEST))] if turn.calls]
    span = len(able) // len(one.said)
    for part, (speaker, sentence) in enumerate(one.said):
        among = [place for turn in able[part * span : (part + 1) * span] for place in turn.places(speaker)]
        free = [place for place in among if not place] or among
        chance.pick(free).append(sentence)


class _Writer:
    def __init__(self, scenario: Scenario, chance: Chance, values: Values) -> None:
        self._scenario = scenario
        self._chance = chance
        self._values = values
        self._calls = 0

    def messages(self, turns: list[Turn]) -> list[Message]:
        """Give the whole dialog."""
        found: list[Message] = []
        for turn in turns:
            found += self._turn(turn, is_first=not found)
        return found

    def _turn(self, turn: Turn, *, is_first: bool) -> list[Message]:
        if not turn.calls:
            question, reply = self._chance.pick(self._scenario.asides)
            return [_text("user", question), _text("assistant", reply)]
        opening = self._scenario.openings if is_first else self._scenario.requests
        found = [_text("user", self._mixed(turn.user, opening, first=is_first))]
        for step, result in zip(turn.steps, turn.results, strict=True):
            found += self._call(step, result)
        found.append(_text("assistant", self._mixed(turn.end, self._scenario.endings)))
        return found

    def _call(self, step: list[str], result: list[str]) -> list[Message]:
        self._calls += 1
        tool, key = self._chance.pick(self._scenario.tools)
        made_up = self._values.filled("{path}" if self._chance.happens(0.6) else "{word}")
        call = ToolCall(f"call_{self._calls}", tool, compact({key: made_up}))
        given = ToolResult(call.id, tool, self._output(result))
        return [
            Message("assistant", (Text(self._mixed(step, self._scenario.steps)), call)),
            Message("user", (given,)),
        ]

    def _mixed(self, facts: list[str], noise: tuple[str, ...], *, first: bool = False) -> str:
        """Give the sentences of facts among others, which are left out at times where there are facts."""
        count = 1 if first else self._chance.number(0 if facts else 1, 2)
        others = [self._values.filled(one) for one in self._chance.some(noise, count)]
        return " ".join([*others, *facts] if first or self._chance.happens(0.6) else [*facts, *others])

    def _output(self, facts: list[str]) -> str:
        """Give what a tool says: facts where the transcript of a pass shows them, and more text than it shows."""
        blocks = [
            self._values.filled(self._chance.pick(self._scenario.outputs))
            for _ in range(self._chance.number(1, MOST_BLOCKS))
        ]
        lines = "\n".join(blocks).split("\n")
        before = 0
        if facts:
            room = TOOL_CHARACTERS - 1 - sum(len(fact) + 1 for fact in facts)
            while before < 3 and sum(len(line) + 1 for line in lines[: before + 1]) <= room:
                before += 1
        return "\n".join([*lines[:before], *facts, *lines[before:]])


def _text(role: str, text: str) -> Message:
    return Message("user" if role == "user" else "assistant", (Text(text),))
