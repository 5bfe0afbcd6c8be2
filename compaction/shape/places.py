"""A JSON Pointer, as people and programs write the place."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

Token: TypeAlias = Union[str, int]

LISTS = {"messages": "Message", "contents": "Message", "input": "Item", "lines": "Line"}
PARTS = {"content": "block", "parts": "block", "tool_calls": "call"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pointer leads: a message by its position, and one part of it.

    `word` is what the element is called, `kind` is `block`, `call` or empty; numbers are zero-based.
    """

    tokens: tuple[Token, ...]
    word: str = ""
    position: int | None = None
    kind: str = ""
    number: int | None = None

    @property
    def path(self) -> str:
        """The place as a program writes it: `messages[128].content[4]`."""
        steps = (f"[{token}]" if isinstance(token, int) else f".{token}" for token in self.tokens)
        return "".join(steps).removeprefix(".")

    @property
    def tail(self) -> tuple[Token, ...]:
        """The steps from the message to the part; none if the message itself is meant."""
        for start, token in enumerate(self.tokens):
            if token in PARTS:
                return self.tokens[start:]
        return ()

    def human(self, role: str = "", calls: int = 0) -> str:
        """The place in words: `Message 128 (user), block 4`; of `calls`, the first is call 1."""
        if self.position is None:
            return "Request"
        place = f"{self.word} {self.position}" + (f" ({role})" if role else "")
        return place + (f", {self.part(calls)}" if self.kind else "")

    def part(self, calls: int = 0) -> str:
        """The part in words, in the middle of a sentence: `block 4`; the message itself where no part is meant."""
        if self.number is None:
            return f"{self.word.lower()} {self.position}" if self.word else "the request"
        if self.kind == "call":
            return f"call {self.number + 1}" + (f" of {calls}" if calls > self.number else "")
        return f"{self.kind} {self.number}"


def place_of(pointer: str) -> Place:
    """Read a JSON Pointer. Source: RFC 6901."""
    raw = pointer.split("/")[1:]
    tokens = tuple(int(step) if step.isdecimal() else step.replace("~1", "/").replace("~0", "~") for step in raw)
    position = number_after(tokens, LISTS)
    part = next((token for token in tokens if isinstance(token, str) and token in PARTS), "")
    number = number_after(tokens, (part,))
    return Place(
        tokens=tokens,
        word=next((LISTS[token] for token in tokens if token in LISTS), "") if position is not None else "",
        position=position,
        kind="" if number is None else PARTS[part],
        number=number,
    )


def number_after(tokens: Sequence[Token], names: Collection[str]) -> int | None:
    """Return the number that follows the first of some names."""
    for name, number in zip(tokens, tokens[1:], strict=False):
        if isinstance(name, str) and name in names:
            return number if isinstance(number, int) else None
    return None
