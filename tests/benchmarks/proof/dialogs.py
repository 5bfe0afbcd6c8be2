"""What a dialog of the proof is: messages, and the facts that were planted in them."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from compaction.qa import Message

KINDS = ("path", "location", "error", "setting", "identifier", "number", "rule", "decision")
"""Path, code location, error text, configuration value, identifier, number, standing user rule, decision."""


@dataclass(frozen=True)
class Fact:
    """Something that the next turn may need. A text tells it if it holds one of the accepted strings."""

    kind: str
    accepted: tuple[str, ...]
    beside: str = ""
    """What has to stand in the same line, so that the value says what it is the value of."""
    replaced: str = ""
    """The value that this one replaced, if there was one."""

    def is_told(self, text: str) -> bool:
        """Tell whether the text holds an accepted string, case and white space aside, not glued to other words."""
        return any(self._told.search(part) for part in self._parts(text))

    def is_outdated(self, text: str) -> bool:
        """Tell whether the text holds the value that was replaced, and not the one that holds now."""
        if not self.replaced or self.is_told(text):
            return False
        return any(_standing((self.replaced,)).search(part) for part in self._parts(text))

    @cached_property
    def _told(self) -> re.Pattern[str]:
        return _standing(self.accepted)

    def _parts(self, text: str) -> list[str]:
        if not self.beside:
            return [text]
        return [line for line in text.split("\n") if self.beside.casefold() in line.casefold()]


@dataclass(frozen=True)
class Dialog:
    """A session with an agent. `held_out` says that its grammar was not looked at while the client was improved."""

    name: str
    held_out: bool
    messages: tuple[Message, ...] = field(repr=False)
    facts: tuple[Fact, ...] = field(repr=False)


def _standing(values: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_standing_alone, values)), re.IGNORECASE)


def _standing_alone(value: str) -> str:
    words = r"\s+".join(map(re.escape, value.split()))
    before = r"(?<!\w)(?<!\d[.,])" if re.match(r"\w", value) else ""
    after = r"(?!\w)(?![.,]\d)" if re.search(r"\w$", value) else ""
    return f"{before}{words}{after}"
