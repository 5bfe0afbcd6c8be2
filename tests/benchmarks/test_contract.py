"""What judging and fitting may cost, against a baseline of the same run."""

import json
from collections.abc import Callable
from time import perf_counter
from uuid import UUID

import pytest

from compaction import summary
from compaction.contract import (
    Basis,
    CompactionInput,
    Message,
    ModelKey,
    Role,
    Usage,
    encode_input,
    fit_input,
    validate_result,
)
from compaction.contract.blocks import Text

pytestmark = pytest.mark.bench

MODEL = ModelKey("acme", "large")
BASIS = Basis(7, UUID(int=7))
FINGERPRINT = b"\x01" * 32


def fastest(call: Callable[[], object], *, rounds: int, repeats: int) -> float:
    """Seconds a call, in the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(repeats):
            call()
        times.append((perf_counter() - start) / repeats)
    return min(times)


def make_input(messages: tuple[Message, ...]) -> CompactionInput:
    return CompactionInput(BASIS, MODEL, FINGERPRINT, messages, 256)


@pytest.mark.parametrize("size", [100, 8_000, 200_000])
def test_judging_a_result_costs_little_more_than_reading_it(size: int) -> None:
    words = "The parser is ready; tests/test_parse.py has 3 &amp; 4 open points.\n"
    text = (
        f"<conversation_summary><goal>{words * (size // len(words) + 1)}</goal><constraints/><decisions/>"
        "<state>Ready</state><open_items/></conversation_summary>"
    )
    result = {
        "version": 1,
        "basis": {"revision": 7, "through_event_id": str(BASIS.through_event_id)},
        "model": {"provider": "acme", "model": "large"},
        "request_fingerprint": FINGERPRINT.hex(),
        "summary": text,
    }
    output, xml = json.dumps(result).encode(), text.encode()
    value, usage = make_input((Message(Role.USER, (Text("hi"),)),)), Usage(output_tokens=9)

    def judge() -> None:
        validate_result(output, usage=usage, input=value, output_bytes=len(output))

    baseline = fastest(lambda: (json.loads(output), summary.read(xml)), rounds=20, repeats=10)
    judging = fastest(judge, rounds=20, repeats=10)

    print(f"judging {len(output)} bytes costs {judging / baseline:.2f} readings")  # noqa: T201 - a benchmark tells
    assert judging <= 3 * baseline


def test_fitting_twenty_megabytes_costs_little_more_than_encoding_it() -> None:
    prose = Message(Role.USER, (Text('Please look at <this> & "that".\n' * 10),))
    result = Message(Role.TOOL, (Text("a line of output, größer als nötig\n" * 40),), tool_use_id="call_1")
    value = make_input((prose, result) * 11_000)
    size = len(encode_input(value))
    assert size > 20_000_000

    encoding = fastest(lambda: encode_input(value), rounds=2, repeats=1)
    fitting = fastest(lambda: fit_input(value, input_bytes=size // 2), rounds=2, repeats=1)

    print(f"fitting {size} bytes: {fitting:.2f} s, encoding: {encoding:.2f} s")  # noqa: T201 - a benchmark tells
    assert fitting <= 2 * encoding + 1
