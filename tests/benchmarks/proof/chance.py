"""Chance that falls alike on every Python, and the values that it makes up."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tests.benchmarks.proof.scenario import Scenario

T = TypeVar("T")

FILES = 14
"""Files that the noise of a dialog speaks of, again and again."""


class Chance:
    """Draws from one seed. Only `random()` is used, whose numbers are the same in every release."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - not for secrets

    def happens(self, share: float) -> bool:
        """Tell whether something of this likelihood happens."""
        return self._random.random() < share

    def number(self, least: int, most: int) -> int:
        """Give a number, both ends included."""
        return least + int(self._random.random() * (most - least + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """Give one of the choices."""
        return choices[int(self._random.random() * len(choices))]

    def some(self, choices: Sequence[T], count: int) -> list[T]:
        """Give so many different ones, in the order drawn."""
        left = list(choices)
        return [left.pop(int(self._random.random() * len(left))) for _ in range(count)]


class Values:
    """Makes up paths, numbers and words of a scenario; what may be planted is never made up twice."""

    def __init__(self, scenario: Scenario, chance: Chance) -> None:
        self._scenario = scenario
        self._chance = chance
        self._used: set[str] = set()
        self._files = [self.path() for _ in range(FILES)]

    def path(self) -> str:
        """Give a path that was not given yet."""
        return self._new(lambda: f"{self._chance.pick(self._scenario.folders)}/{self._file()}")

    def location(self) -> str:
        """Give a file with a line, written in one of three ways."""
        file = self._new(self._file)
        form = self._chance.pick(("{}:{}", "{}:{}", "{} line {}", "{}#L{}"))
        return form.format(file, self._chance.number(11, 940))

    def filled(self, text: str, given: Mapping[str, str] | None = None) -> str:
        """Give the text with its gaps filled, by what is given or at random."""
        while gap := re.search(r"\{(path|word|n|ms|big|mid|pct|dec)\}", text):
            text = text.replace(gap[0], (given or {}).get(gap[1]) or self._value(gap[1]), 1)
        return text.replace("{{", "{").replace("}}", "}")

    def _value(self, name: str) -> str:
        number = self._chance.number
        match name:
            case "path":
                return self._chance.pick(self._files)
            case "word":
                return self._chance.pick(self._scenario.words)
            case "big":
                return self._new(lambda: f"{number(1, 88)},{number(100, 999)}")
            case "pct":
                return self._new(lambda: f"{number(1, 60)}.{number(1, 9)}")
            case "dec" | "ms":
                return self._new(lambda: f"{number(0, 9)}.{number(11, 99)}")
        return self._new(lambda: str(number(101, 4999)))

    def _file(self) -> str:
        first, second = self._chance.some(self._scenario.words, 2)
        joint = self._chance.pick(("_", "-", ""))
        number = self._chance.pick(("", "", str(self._chance.number(2, 9))))
        return f"{first.lower()}{joint}{second.lower()}{number}.{self._scenario.ending}"

    def _new(self, make: Callable[[], str]) -> str:
        for _ in range(1000):
            value = make()
            if value not in self._used:
                break
        self._used.add(value)
        return value
