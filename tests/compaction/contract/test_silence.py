"""No byte of a transcript, a prompt or a reply travels in an error."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from compaction.contract import (
    CompactionInput,
    ModelResponse,
    Usage,
    decode_input,
    fit_input,
    run_response,
    validate_result,
)
from compaction.contract.lifecycle import read_timeline
from compaction.errors import ContractError

MARKER = "QXZMARKER"
USAGE = Usage(output_tokens=5)


def hostile_values() -> Iterator[object]:
    yield MARKER
    yield {MARKER: MARKER}
    yield [MARKER]
    yield f"<{MARKER}>&{MARKER};"
    yield f"<conversation_summary><{MARKER}/>"
    yield "\ud800" + MARKER


def hostile_wires(members: dict[str, object]) -> Iterator[bytes]:
    """Each member replaced by each hostile value, and the text cut, fenced and damaged."""
    for name in members:
        for value in hostile_values():
            yield json.dumps({**members, name: value}).encode()
    text = json.dumps({**members, MARKER: 1}).encode()
    yield text
    yield text[:-20]
    yield b"```json\n" + text
    yield text.replace(b'"' + MARKER.encode(), b'"\\q' + MARKER.encode())
    yield text + MARKER.encode()
    yield b'{"' + MARKER.encode() + b"\xff\x00"
    yield (MARKER.encode() + b"[") * 20_000


def told(error: BaseException | None) -> str:
    """Everything that an error says, and all that it holds on to."""
    words = []
    while error is not None:
        words += [str(error), repr(error), repr(error.args), repr(vars(error))]
        error = error.__cause__ or error.__context__
    return " ".join(words)


def expect_silence(call: Callable[[], object]) -> bool:
    try:
        call()
    except ContractError as error:
        assert MARKER not in told(error)
        assert len(told(error)) < 2000
        return True
    return False


def test_inputs_are_refused_in_silence(wires: Any) -> None:
    members = json.loads(wires.input())
    messages: list[object] = [{"role": role, "blocks": [{"type": MARKER}]} for role in ("user", "tool", MARKER)]
    texts = [*hostile_wires(members), *(wires.input(transcript=[message]) for message in messages)]

    refused = [expect_silence(lambda text=text: decode_input(text)) for text in texts]  # type: ignore[misc]  # bound

    assert sum(refused) > len(texts) / 2


def test_results_are_refused_in_silence(wires: Any, given: CompactionInput) -> None:
    for text in hostile_wires(json.loads(wires.result())):
        assert expect_silence(
            lambda text=text: validate_result(text, usage=USAGE, input=given, output_bytes=10**6)  # type: ignore[misc]
        ), text[:200]


@pytest.mark.parametrize("schema", [True, False])
def test_responses_are_refused_in_silence(given: CompactionInput, schema: bool) -> None:
    texts = [MARKER, f'{{"{MARKER}":1,"{MARKER}":2}}', f'["{MARKER}"]', f"{{{MARKER}", "\ud800" + MARKER]
    for text in texts:
        wire = json.dumps({"message": {"role": "assistant", "blocks": [{"type": "text", "text": text}]}}).encode()
        answer = ModelResponse.from_json(wire)
        assert expect_silence(
            lambda answer=answer: run_response(  # type: ignore[misc]  # bound as a default
                answer, usage=USAGE, input=given, input_bytes=10**6, output_bytes=10**6, output_schema=schema
            )
        ), text


@pytest.mark.parametrize(
    "wire", [f'{{"{MARKER}"', f'"{MARKER}"', f'{{"message":"{MARKER}"}}', f'{{"finish_reason":["{MARKER}"]}}']
)
def test_unreadable_parts_are_refused_in_silence(wire: str) -> None:
    assert expect_silence(lambda: ModelResponse.from_json(wire.encode()))


def test_events_are_refused_in_silence() -> None:
    assert expect_silence(lambda: read_timeline(f'{{"{MARKER}"'.encode()))


def test_an_input_that_does_not_fit_is_refused_in_silence(wires: Any) -> None:
    value = decode_input(wires.input(transcript=[{"role": "user", "blocks": [{"type": "text", "text": MARKER * 9}]}]))

    assert expect_silence(lambda: fit_input(value, input_bytes=5))
