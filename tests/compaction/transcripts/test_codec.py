import json
from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.transcripts import Block, Text, ToolUse, Unknown
from compaction.transcripts.codec import KINDS, decode, encode

ORIGINS = st.sampled_from(["/messages/3", "/messages/3/content", "/messages/3/content/0"])
# NUL and half a surrogate pair are texts like any other.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\ud800"), max_size=20)
VALUES = {"str": TEXTS, "int": st.integers(), "bool": st.booleans(), "str | None": st.none() | TEXTS}


def blocks(inner: st.SearchStrategy[Block] | None) -> st.SearchStrategy[Block]:
    nested = st.just(()) if inner is None else st.lists(inner, max_size=2).map(tuple)

    def one(kind: type[Block]) -> st.SearchStrategy[Block]:
        values = {
            field.name: VALUES.get(getattr(field.type, "__name__", str(field.type)), nested) for field in fields(kind)
        }
        return st.builds(kind, **values | {"origin": ORIGINS})

    return st.one_of([one(kind) for kind in KINDS.values()])


NESTED = st.lists(blocks(blocks(None)), max_size=4).map(tuple)


@settings(max_examples=80)
@given(NESTED)
def test_blocks_come_back_as_they_were(given_blocks: tuple[Block, ...]) -> None:
    assert decode(encode(given_blocks, "/messages/3"), "/messages/3") == given_blocks


@settings(max_examples=40)
@given(NESTED)
def test_the_bytes_are_json_in_utf8(given_blocks: tuple[Block, ...]) -> None:
    assert len(json.loads(encode(given_blocks).decode())) == len(given_blocks)


def test_the_bytes_are_written_down() -> None:
    message = (Text("é\ud800\0", "/messages/7/content/0"), ToolUse("c", "n", "{}", "mcp", "/messages/7/content/1"))
    assert (
        encode(message, "/messages/7")
        == (
            '[{"kind":"text","text":"é\\ud800\\u0000","origin":"/content/0"},'
            '{"kind":"tool_use","id":"c","name":"n","arguments":"{}","origin":"/content/1","of":"mcp"}]'
        ).encode()
    )


def test_one_message_gives_the_same_bytes_wherever_it_stands() -> None:
    here, there = (Text("x", "/messages/1/content"),), (Text("x", "/messages/40/content"),)
    assert encode(here, "/messages/1") == encode(there, "/messages/40")
    assert decode(encode(here, "/messages/1"), "/messages/40") == there


def test_every_kind_of_block_has_a_name() -> None:
    assert set(KINDS.values()) == set(Block.__args__)
    assert decode(encode((Unknown("t", "{}", "/o"),))) == (Unknown("t", "{}", "/o"),)
