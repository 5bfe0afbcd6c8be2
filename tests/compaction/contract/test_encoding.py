import json
from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract import Basis, CompactionInput, Message, ModelKey, Role, Usage, decode_input, encode_input
from compaction.contract.blocks import Audio, Document, Image, Refusal, Text, Thinking, ToolResult, ToolUse
from compaction.errors import InvalidInput

TEXTS = st.text(max_size=6) | st.sampled_from(["<&>", "\u2028\u2029", '\\"', "\x00\x1f\x7f", "é🚀"])
NAMES = st.text(min_size=1, max_size=4)
DATA = st.none() | st.binary(max_size=4)
RAWS = st.sampled_from([b"null", b"{}", b'{"a":[1,1.50e+01],"a":"\\u003c"}', b'"x"', b"-0"])
STATES = st.just((None, "")) | st.tuples(RAWS, NAMES)
COUNTS = st.integers(0, 2**64 - 1)
USAGES = st.builds(Usage, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS)
LEAVES = st.one_of(
    st.builds(Text, TEXTS),
    st.builds(Refusal, TEXTS),
    st.builds(Image, TEXTS, TEXTS, DATA),
    st.builds(Audio, TEXTS, DATA),
    st.builds(Document, TEXTS, TEXTS, DATA, TEXTS),
    st.builds(lambda thinking, state: Thinking(thinking, "", "", *state), TEXTS, STATES),
    st.builds(lambda signature, form, state: Thinking("", signature, form, *state), NAMES, TEXTS, STATES),
    st.builds(lambda id, name, raw, state: ToolUse(id, name, raw, *state), TEXTS, TEXTS, RAWS, STATES),
)
BLOCKS = st.recursive(
    LEAVES,
    lambda inner: st.builds(ToolResult, TEXTS, st.lists(inner, max_size=2).map(tuple), st.booleans()),
    max_leaves=4,
)
BLOCK_LISTS = st.lists(BLOCKS, max_size=3).map(tuple)
MESSAGES = st.one_of(
    st.builds(Message, st.sampled_from([Role.USER, Role.SYSTEM]), BLOCK_LISTS),
    st.builds(Message, st.just(Role.ASSISTANT), BLOCK_LISTS, st.none() | USAGES),
    st.builds(Message, st.just(Role.TOOL), BLOCK_LISTS, st.none(), TEXTS, st.booleans()),
)
INPUTS = st.builds(
    CompactionInput,
    st.builds(Basis, st.integers(1, 2**64 - 1), st.uuids().filter(lambda event: event.int)),
    st.builds(ModelKey, NAMES, NAMES),
    st.binary(min_size=32, max_size=32).filter(any),
    st.lists(MESSAGES, min_size=1, max_size=4).map(tuple),
    st.integers(1, 2**64 - 1),
)


@settings(max_examples=100)
@forall(INPUTS)
def test_what_is_encoded_decodes_to_itself(value: CompactionInput) -> None:
    assert decode_input(encode_input(value)) == value


@settings(max_examples=60)
@forall(INPUTS, st.sampled_from([None, 2]))
def test_other_spellings_of_an_input_come_back_to_one_form(value: CompactionInput, indent: int | None) -> None:
    canonical = encode_input(value)
    respelled = json.dumps(json.loads(canonical), indent=indent, ensure_ascii=True, sort_keys=True).encode()

    again = encode_input(decode_input(respelled))

    assert encode_input(decode_input(again)) == again
    assert json.loads(again) == json.loads(canonical)


def test_members_stand_in_the_order_of_the_contract(given: CompactionInput) -> None:
    assert encode_input(given) == (
        b'{"version":1,"basis":{"revision":7,"through_event_id":"3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"},'
        b'"model":{"provider":"acme","model":"large"},"request_fingerprint":"' + b"ab" * 32 + b'",'
        b'"transcript":[{"role":"user","blocks":[{"type":"text","text":"hi"}]}],"max_summary_tokens":256}'
    )


@pytest.mark.parametrize(
    ("block", "wire"),
    [
        (Text("\x08\x0c\n\r\t\x01\x1f\x7f/é"), '{"type":"text","text":"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f/é"}'),
        (Text("<>&\u2028\u2029"), '{"type":"text","text":"\\u003c\\u003e\\u0026\\u2028\\u2029"}'),
        (Text("a\ud800b"), '{"type":"text","text":"a\ufffdb"}'),
        (ToolUse("c", "n", None), '{"type":"tool_use","id":"c","name":"n","input":null}'),
        (ToolUse("c", "n", b'[ "<", 1 ]'), '{"type":"tool_use","id":"c","name":"n","input":["\\u003c",1]}'),
        (Audio("a/b", b""), '{"type":"audio","media_type":"a/b","data":""}'),
        (
            Document("t/p", "n", None, "x"),
            '{"type":"document","media_type":"t/p","name":"n","data":null,"text":"x"}',
        ),
        (
            Thinking("t", "s", "f", b"{ }", "p"),
            '{"type":"thinking","thinking":"t","signature":"s","signature_format":"f","provider_state":{},'
            '"provider_state_format":"p"}',
        ),
    ],
)
def test_blocks_have_one_spelling(given: CompactionInput, block: Text, wire: str) -> None:
    encoded = encode_input(replace(given, transcript=(Message(Role.USER, (block,)),)))

    assert f'"blocks":[{wire}]'.encode() in encoded


def test_bad_bytes_inside_a_raw_member_are_copied(given: CompactionInput) -> None:
    call = ToolUse("c", "n", b'{"a": "\xff\xe2\x80\xa8"}')

    assert b'"input":{"a":"\xff\\u2028"}' in encode_input(replace(given, transcript=(Message(Role.USER, (call,)),)))


def test_an_input_that_is_not_valid_is_not_encoded(given: CompactionInput) -> None:
    with pytest.raises(InvalidInput):
        encode_input(replace(given, basis=Basis(7, UUID(int=0))))
