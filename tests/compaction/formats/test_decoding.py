import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import CaptureError
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.json_text import JsonText
from compaction.formats.memory import Memory

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["messages", "body", "request", "role", "é", "x/y"]), inner, max_size=3)
    ),
    max_leaves=15,
)


def decoded(data: bytes) -> object:
    value, _ = decode(JsonText(data))
    return value


def refused(data: bytes, line: int = 1, offset: int = 0) -> CaptureError:
    with pytest.raises(CaptureError) as error:
        decode(JsonText(data, line, offset))
    assert error.value.__context__ is None
    return error.value


@settings(max_examples=100)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_every_value_reads_as_the_parser_reads_it(value: object, escaped: bool, indent: int | None) -> None:
    assert decoded(json.dumps(value, ensure_ascii=escaped, indent=indent).encode()) == value


@settings(max_examples=60)
@given(st.lists(VALUES, max_size=4), st.sampled_from([None, 1]))
def test_elements_keep_their_exact_bytes(messages: list[object], indent: int | None) -> None:
    data = json.dumps({"é": 1, "body": {"messages": messages}}, ensure_ascii=False, indent=indent).encode()
    body = decoded(data)
    assert isinstance(body, Members)
    assert body.data == data
    elements = body["body"]["messages"]
    assert isinstance(elements, Elements)
    assert [json.loads(native.data) for native in elements.natives] == messages
    assert all(native.data in data for native in elements.natives)


@settings(max_examples=60)
@given(st.lists(st.lists(VALUES, max_size=4), max_size=4))
def test_memory_changes_no_value(lists: list[list[object]]) -> None:
    memory = Memory()
    long = {"role": "user", "content": "x" * 200}
    for messages in lists:
        data = json.dumps([long, *messages, {"content": messages, "pad": "y" * 200}]).encode()
        value, _ = decode(JsonText(data, memory=memory))
        assert value == json.loads(data)


def test_elements_that_begin_alike_are_told_apart() -> None:
    memory = Memory()
    for ending in ("one", "two", "one and more"):
        messages = [{"role": "user", "content": "x" * 200 + ending}]
        value, _ = decode(JsonText(json.dumps(messages).encode(), memory=memory))
        assert value == messages
        assert sum(len(text) for text, _ in memory.known.values()) == memory.size


def test_memory_begins_anew_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "CAP", 500)
    memory = Memory()
    for number in range(5):
        data = json.dumps([{"n": number, "content": "x" * 200}]).encode()
        decode(JsonText(data, memory=memory))
        assert memory.size <= 500
        assert sum(len(text) for text, _ in memory.known.values()) == memory.size


@pytest.mark.parametrize(
    ("data", "line", "column", "offset"),
    [
        (b'{"a": "b', 1, 9, 8),
        (b'{"a": [1, 2', 1, 12, 11),
        (b'{"a":\n {"b": tr', 2, 10, 15),
        (b'{"a": "\\u00', 1, 12, 11),
        (b'{"a": "\\', 1, 9, 8),
        ('{"é": "é'.encode(), 1, 9, 10),
        (b"{", 1, 2, 1),
        (b"[", 1, 2, 1),
        (b'{"a"', 1, 5, 4),
        (b"[1,", 1, 4, 3),
        (b"[-", 1, 3, 2),
    ],
)
def test_a_cut_is_told_from_a_mistake_and_placed_at_the_end(data: bytes, line: int, column: int, offset: int) -> None:
    error = refused(data)
    assert (error.code, error.line, error.column, error.offset) == ("json-truncated", line, column, offset)


@pytest.mark.parametrize(
    ("data", "column", "expected"),
    [
        (b'{"a" 1}', 6, "colon"),
        (b'{"a": 1 "b": 2}', 9, "comma"),
        (b'{"a": 1,}', 9, "key"),
        (b"{a: 1}", 2, "key"),
        (b"[1,]", 4, "value"),
        (b"[1 2]", 4, "comma"),
        (b'{"messages": [nope]}', 15, "value"),
        (b'["a\tb"]', 4, "no control character"),
        (b'["\\q   "]', 3, "valid escape"),
        (b"[01]", 3, "comma"),
        (b"['a']", 2, "value"),
        (b'{"x": {"y": 1,,}}', 15, "key"),
    ],
)
def test_a_mistake_says_what_was_expected(data: bytes, column: int, expected: str) -> None:
    error = refused(data)
    assert (error.code, error.line, error.column, error.kind) == ("json-syntax", 1, column, expected)


def test_places_count_from_where_the_piece_stands() -> None:
    error = refused('{"é": 1,\n "b" 2}'.encode(), line=10, offset=1000)
    assert (error.line, error.column, error.offset) == (11, 6, 1015)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none_are_named_and_found_outside_strings(name: str) -> None:
    data = f'{{"{name}": "\\"{name}", "x": [1, {name}]}}'
    error = refused(data.encode())
    assert (error.code, error.kind) == ("json-nonfinite", name)
    assert error.column == data.rindex(name) + 1


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'{"a":1,"a":2}', ("a", "/a")),
        (b'{"m":[{"x":{"k~/":1,"k~/":1}}]}', ("k~/", "/m/0/x/k~0~1")),
        (b'{"messages":[{"role":1,"role":2}]}', ("role", "/messages/0/role")),
        (b'{"body":{"a":1,"b":2,"\\u0061":3}}', ("a", "/body/a")),
        (b'{"x":{"k":1,"k":2},"y":[0]}', ("k", "/x/k")),
        (b'{"a":1,"a":2', ()),
    ],
)
def test_a_key_that_stands_twice_is_shown_with_its_path(data: bytes, found: tuple[str, ...]) -> None:
    error = refused(data)
    if found:
        assert (error.code, error.found) == ("json-duplicate-key", found)
    else:
        assert error.code == "json-truncated"
    assert "k~/" not in str(error)


def test_a_key_twice_before_another_mistake_is_named_without_its_path() -> None:
    error = refused(b'[{"a":1,"a":2}, nope]')
    assert (error.code, error.found) == ("json-duplicate-key", ())


def test_found_is_cut_to_its_limits() -> None:
    key = "k" * 300
    error = refused(f'{{"{key}":1,"{key}":2}}'.encode())
    assert [len(item) for item in error.found] == [80, 80]


def test_two_hundred_levels_are_read_wherever_they_stand() -> None:
    for opening, levels in ((b"", 200), (b'{"messages":[', 198), (b'{"x":', 199), (b'{"body":{"messages":[', 197)):
        closing = opening[::-1].translate(bytes.maketrans(b"[{", b"]}"), b'"xbodymessages:')
        decoded(opening + b"[" * levels + b"]" * levels + closing)
        error = refused(opening + b"[" * (levels + 1) + b"]" * (levels + 1) + closing)
        assert (error.code, error.found) == ("json-too-deep", ("201 levels",))


def test_what_the_parser_cannot_hold_is_too_deep() -> None:
    error = refused(b"[" * 200_000 + b"]" * 200_000)
    assert (error.code, error.found) == ("json-too-deep", ("200000 levels",))


def test_an_integer_beyond_all_reason_is_kept_in_the_bytes() -> None:
    digits = b"9" * 5000
    value = decoded(b'{"messages":[' + digits + b"]}")
    assert value["messages"].natives[0].data == digits


def test_too_many_messages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compaction.formats.decoding.MAX_MESSAGES", 2)
    assert decoded(b"[1,2]") == [1, 2]
    error = refused(b"[1,2,3]")
    assert (error.code, error.kind, error.found) == ("too-large", "messages", ("3 messages",))
