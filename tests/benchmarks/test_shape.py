"""What checking costs, against reading the same bytes with the standard library in the same run."""

import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check

pytestmark = pytest.mark.bench

LIMIT = 0.8
REPETITIONS = 15
LETTERS = "abcdefghijklmnopqrstuvwxyz_/.:"
Message = dict[str, Any]


class Author:
    """Writes lists like those of a coding assistant: some 0.7 kB a message, parallel calls, not all of it ASCII."""

    def __init__(self) -> None:
        self.random = random.Random(7)  # noqa: S311 - not for secrets
        self.words = ["".join(self.random.choices(LETTERS, k=self.random.randint(2, 11))) for _ in range(2_000)]
        self.calls = 0

    def text(self, size: int) -> str:
        words = self.random.choices(self.words, k=size // 7)
        return " ".join(word + ("\n" if number % 12 == 11 else "") for number, word in enumerate(words))

    def ids(self) -> list[str]:
        first, self.calls = self.calls, self.calls + self.random.choice([1, 1, 2, 3])
        return [f"call_{number:012x}" for number in range(first, self.calls)]

    def anthropic(self, size: int) -> list[Message]:
        messages: list[Message] = []
        while len(messages) < size:
            messages += self.anthropic_exchange()
        return messages[:size]

    def anthropic_exchange(self) -> list[Message]:
        ids = self.ids()
        arguments = {"path": self.text(60), "limit": 200, "old": self.text(150), "flags": [True, None, 1.5]}
        uses = [{"type": "tool_use", "id": call, "name": "edit", "input": arguments} for call in ids]
        results = [self.anthropic_result(call) for call in ids]
        return [
            {"role": "user", "content": self.text(600) + "ü"},
            {"role": "assistant", "content": [{"type": "text", "text": self.text(200)}, *uses]},
            {"role": "user", "content": results},
            {"role": "assistant", "content": [{"type": "text", "text": self.text(600)}]},
        ]

    def anthropic_result(self, call: str) -> Message:
        text = self.text(400)
        payload = text if self.random.random() < 0.5 else [{"type": "text", "text": text}]
        return {"type": "tool_result", "tool_use_id": call, "content": payload}

    def chat(self, size: int) -> list[Message]:
        messages: list[Message] = [{"role": "system", "content": self.text(600)}]
        while len(messages) < size:
            messages += self.chat_exchange()
        return messages[:size]

    def chat_exchange(self) -> list[Message]:
        ids = self.ids()
        function = {"name": "edit", "arguments": json.dumps({"path": self.text(60), "old": self.text(200)})}
        calls = [{"id": call, "type": "function", "function": function} for call in ids]
        return [
            {"role": "user", "content": self.text(600)},
            {"role": "assistant", "content": None, "tool_calls": calls},
            *({"role": "tool", "tool_call_id": call, "content": self.text(600)} for call in ids),
            {"role": "assistant", "content": self.text(600) + "ü"},
        ]


def body(dialect: str, size: int) -> bytes:
    author = Author()
    messages = author.anthropic(size) if dialect == "anthropic" else author.chat(size)
    return json.dumps({"model": "m", "messages": messages}, ensure_ascii=False).encode()


def seconds(work: Callable[[], object]) -> float:
    """Time of this process alone: on a busy machine the clock on the wall measures the others."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(request: bytes, dialect: str) -> float:
    """The median over interleaved repetitions, so that a busy machine slows both sides."""
    pairs = [
        (seconds(lambda: check(request, dialect=dialect, layer="core")), seconds(lambda: json.loads(request)))
        for _ in range(REPETITIONS)
    ]
    return statistics.median(own / baseline for own, baseline in pairs)


@pytest.mark.parametrize("size", [500, 5_000])
@pytest.mark.parametrize("dialect", ["anthropic", "openai-chat"])
def test_the_core_layer_costs_less_than_reading_the_json(
    dialect: str, size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    request = body(dialect, size)
    measured = ratio(request, dialect)
    with capsys.disabled():
        print(f"\n{dialect}, {size} messages, {len(request) / size:.0f} bytes each: {measured:.2f} x json.loads")  # noqa: T201 - the measure is the point
    assert measured <= LIMIT


def test_ten_times_the_messages_cost_at_most_fifteen_times_as_much() -> None:
    small, large = body("anthropic", 500), body("anthropic", 5_000)
    pairs = [
        (
            seconds(lambda: check(large, dialect="anthropic", layer="core")),
            seconds(lambda: check(small, dialect="anthropic", layer="core")),
        )
        for _ in range(REPETITIONS)
    ]
    assert statistics.median(more / less for more, less in pairs) <= 15
