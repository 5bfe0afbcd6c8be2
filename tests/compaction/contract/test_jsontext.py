import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.contract.jsontext import MAX_NESTING, Members, NotJson, Number, compact, decode, encode, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
JSON_LIKE = st.text(alphabet='{}[],:"\\ \n\t019-+.eEtruefalsnb\x00\u2028é', max_size=24)


def plain(value: Any) -> Any:
    """What the standard reader would have given."""
    match value:
        case Number():
            return int(value) if value.lstrip(b"-").isdigit() else float(value)
        case Members():
            return {member.key: plain(member.value) for member in value.items}
        case list():
            return [plain(item) for item in value]
    return value


def standard(text: str) -> Any:
    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(text, parse_constant=refuse)


@settings(max_examples=100)
@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_it_reads_what_the_standard_writer_writes(value: object, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

    assert plain(parse(text)) == value


@settings(max_examples=300)
@given(JSON_LIKE)
def test_it_accepts_exactly_what_the_standard_reader_accepts(text: str) -> None:
    try:
        expected = standard(text)
    except ValueError:
        with pytest.raises(NotJson):
            parse(text)
    else:
        assert plain(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["", " ", "\ufeff{}", "{} {}", "[1,]", '{"a":1,}', "{,}", "[,1]", "01", "1.", ".5", "-", "+1", "1e", "NaN"]
    + ["Infinity", '"\n"', '"\\x"', '"\\u12g4"', '"abc', '{"a" 1}', "{a:1}", "{1:2}", '{"a":}', "[1 2]", "[}", "{]"]
    + ["[1}", "tru", "\x0b1", '{"a\\q":1}', '{"a\\n"1}', '{"a\\n":}', "/* */ 1", "'a'", "\u00a01", "[1]]", "\u0663"]
    + ['{"a":1]', '[{"a":1]]'],
)
def test_it_refuses_what_is_not_one_value(text: str) -> None:
    with pytest.raises(NotJson):
        parse(text)


@pytest.mark.parametrize(
    ("text", "offset"),
    [('{"a": nope}', 5), ("[1, 2 3]", 5), ("{} {}", 2), ('["ab\\q"]', 4), ('{"a":1]', 6), ("```", 0)],
)
def test_a_fault_is_placed_where_reading_stopped(text: str, offset: int) -> None:
    with pytest.raises(NotJson) as caught:
        parse(text)

    assert caught.value.offset == offset


def test_keys_repeat_and_numbers_keep_their_spelling() -> None:
    value = parse('{"a":1.50e+01,"a":-0,"\\u0061":[ ]}')

    assert isinstance(value, Members)
    assert [(member.key, member.value) for member in value.items] == [
        ("a", Number(b"1.50e+01")),
        ("a", Number(b"-0")),
        ("a", []),
    ]


def test_a_member_knows_how_its_value_was_spelled() -> None:
    value = parse('{ "a" : { "b" : "\\u003c" } , "c":[1, 2] }')

    assert isinstance(value, Members)
    assert [member.raw for member in value.items] == ['{ "b" : "\\u003c" }', "[1, 2]"]


@pytest.mark.parametrize(
    ("wire", "text"),
    [
        (b'"x\xff\xfey"', "x\ufffd\ufffdy"),
        (b'"\xe2\x82"', "\ufffd\ufffd"),
        (b'"\xed\xa0\x80"', "\ufffd\ufffd\ufffd"),
        (b'"\\ud83d\\ude80"', "\U0001f680"),
        (b'"\\ud83d\\ud83d\\ude80"', "\ufffd\U0001f680"),
        (b'"\\ude80\\ud83d"', "\ufffd\ufffd"),
        (b'"\\ud83d\xff"', "\ufffd\ufffd"),
        (b'"\xf0\x9f\x9a"', "\ufffd\ufffd\ufffd"),
    ],
)
def test_each_bad_byte_and_each_half_pair_becomes_one_replacement(wire: bytes, text: str) -> None:
    assert parse(decode(wire)) == text


@given(st.binary(max_size=40))
def test_any_bytes_come_back_from_their_text(wire: bytes) -> None:
    assert encode(decode(wire)) == wire


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_containers_nest_as_deep_as_the_contract_allows(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    parse(opening * MAX_NESTING + "1" + closing * MAX_NESTING)
    parse(opening * (MAX_NESTING - 1) + "{}" + closing * (MAX_NESTING - 1))

    for inner in ("[1]", "[]", "{ }"):
        with pytest.raises(NotJson):
            parse(opening * MAX_NESTING + inner + closing * MAX_NESTING)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (' { "b" : 1.50e+01 , "a b":"< \\u003c/ " , "a": [ ] } ', '{"b":1.50e+01,"a b":"< \\u003c/ ","a":[]}'),
        ('"a \\" b"', '"a \\" b"'),
        (" null ", "null"),
        ("[1,\n 2]", "[1,2]"),
    ],
)
def test_compacting_drops_blanks_between_tokens_only(raw: str, expected: str) -> None:
    assert compact(raw) == expected


@settings(max_examples=60)
@given(VALUES)
def test_compacting_equals_writing_without_blanks(value: object) -> None:
    text = json.dumps(value, indent=2)

    assert compact(text) == json.dumps(value, separators=(",", ":"))
    assert compact(compact(text)) == compact(text)


def test_a_string_of_escapes_takes_memory_in_proportion() -> None:
    text = '"' + "\\n" * 1_000_000 + '"'
    tracemalloc.start()
    parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 10 * len(text)
