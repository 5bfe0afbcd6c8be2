from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract import Basis, CompactionInput, Message, ModelKey, Role, encode_input, fit_input
from compaction.contract.blocks import Text, ToolResult
from compaction.errors import InputTooLarge, InvalidInput

STUB = "[old tool result omitted for compaction]"
TEXTS = st.text(alphabet="<a\u2028é\n", max_size=60) | st.just(STUB) | st.just("x" * 120)
TEXT_BLOCKS = st.builds(Text, TEXTS)
RESULTS = st.builds(ToolResult, st.just("c"), st.lists(TEXT_BLOCKS, max_size=2).map(tuple), st.booleans())
MESSAGES = st.one_of(
    st.builds(
        Message,
        st.just(Role.TOOL),
        st.lists(TEXT_BLOCKS | RESULTS, max_size=3).map(tuple),
        st.none(),
        st.sampled_from(["", "c1"]),
        st.booleans(),
    ),
    st.builds(Message, st.sampled_from([Role.USER, Role.ASSISTANT]), st.lists(TEXT_BLOCKS, max_size=2).map(tuple)),
)


def fit_naively(value: CompactionInput, limit: int) -> bytes | tuple[int, int]:
    """The procedure as the contract words it: everything is encoded anew for each candidate."""
    best = encode_input(value)
    if limit <= 0:
        return limit, len(best)
    for place, message in enumerate(value.transcript):
        if len(best) <= limit:
            break
        if message.role != Role.TOOL or not message.blocks:
            continue
        messages = list(value.transcript)
        messages[place] = replace(message, blocks=(Text(STUB),))
        candidate = replace(value, transcript=tuple(messages))
        encoded = encode_input(candidate)
        if len(encoded) < len(best):
            value, best = candidate, encoded
    return best if len(best) <= limit else (limit, len(best))


@settings(max_examples=150)
@forall(st.lists(MESSAGES, min_size=1, max_size=6).map(tuple), st.data())
def test_it_gives_what_encoding_anew_for_each_candidate_gives(
    messages: tuple[Message, ...], data: st.DataObject
) -> None:
    value = CompactionInput(Basis(1, UUID(int=1)), ModelKey("p", "m"), b"\x01" * 32, messages, 9)
    full = len(encode_input(value))
    limit = data.draw(st.integers(full - 400, full + 2) | st.integers(-2, 2))

    try:
        answer: bytes | tuple[int, int] = fit_input(value, input_bytes=limit)
    except InputTooLarge as error:
        answer = (error.limit, error.size)

    assert answer == fit_naively(value, limit)


def test_the_input_itself_is_left_alone(given: CompactionInput) -> None:
    value = replace(given, transcript=(Message(Role.TOOL, (Text("x" * 200),), tool_use_id="c1"),))

    fitted = fit_input(value, input_bytes=len(encode_input(value)) - 1)

    assert STUB.encode() in fitted
    assert value.transcript[0].blocks == (Text("x" * 200),)


def test_an_input_that_is_not_valid_is_not_fitted(given: CompactionInput) -> None:
    with pytest.raises(InvalidInput):
        fit_input(replace(given, max_summary_tokens=0), input_bytes=10)
