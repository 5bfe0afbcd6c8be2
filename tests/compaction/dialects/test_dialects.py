import json
import pkgutil

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.dialects import MAPPINGS, Native, mapping_of, maps, read_messages
from compaction.transcripts import Block, Dialect, ToolResult
from compaction.transcripts.codec import decode, encode

WORDS = st.sampled_from(
    ["type", "text", "tool_use", "tool_result", "thinking", "image", "document", "source", "base64", "url", "data"]
    + ["input", "content", "role", "user", "assistant", "tool_calls", "function", "arguments", "id", "image_url"]
    + ["file", "reasoning_details", "é", "parts", "functionCall", "functionResponse", "response", "thought"]
    + ["toolUse", "toolResult", "reasoningContent", "reasoningText", "codeExecutionResult", "output"]
)
SCALARS = st.none() | st.integers(0, 3) | WORDS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)
DIALECTS = st.sampled_from([mapping.dialect for mapping in MAPPINGS])


def flat(blocks: tuple[Block, ...]) -> list[Block]:
    return [inner for block in blocks for inner in (block, *flat(getattr(block, "blocks", ())))]


def resolve(pointer: str, document: object) -> object:
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def test_every_mapping_is_registered() -> None:
    modules = {module.name for module in pkgutil.iter_modules(maps.__path__)}
    assert modules == {mapping.dialect.value.replace("-", "_") for mapping in MAPPINGS}


@settings(max_examples=100)
@given(st.lists(VALUES, min_size=1, max_size=3), DIALECTS)
def test_nothing_fails_and_every_origin_leads_back_into_the_upload(elements: list[object], dialect: Dialect) -> None:
    natives = tuple(Native(element, json.dumps(element).encode()) for element in elements)
    messages = read_messages(natives, dialect)
    assert [json.loads(message.native) for message in messages] == elements
    body = {mapping_of(dialect).list_key: elements}
    for message in messages:
        assert resolve(message.origin, body) == elements[message.index]
        for block in flat(message.blocks):
            assert block.origin.startswith(message.origin)
            resolve(block.origin, body)
        assert decode(encode(message.blocks, message.origin), message.origin) == message.blocks


def test_a_message_at_the_same_place_is_mapped_once() -> None:
    native = Native({"role": "user", "content": "x"}, b'{"role":"user","content":"x"}')
    (first,) = read_messages((native,), Dialect.ANTHROPIC)
    assert read_messages((native,), Dialect.ANTHROPIC)[0] is first
    moved = read_messages((Native(None, b"null"), native), Dialect.ANTHROPIC)[1]
    assert (moved.index, moved.origin) == (1, "/messages/1")
    assert read_messages((native,), Dialect.OPENAI_CHAT)[0] is not first


def test_one_message_means_its_dialect() -> None:
    message = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]}
    native = Native(message, json.dumps(message).encode())
    kinds = {
        dialect: type(read_messages((native,), dialect)[0].blocks[0]).__name__
        for dialect in (Dialect.ANTHROPIC, Dialect.OPENAI_CHAT)
    }
    assert kinds == {Dialect.ANTHROPIC: ToolResult.__name__, Dialect.OPENAI_CHAT: "Unknown"}


def test_every_dialect_has_a_mapping() -> None:
    assert [mapping_of(dialect).dialect for dialect in Dialect] == list(Dialect)
