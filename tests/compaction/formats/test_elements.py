"""A document of one long list, read element by element: the same whatever the pieces, and as strict as a whole."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import CaptureError
from compaction.formats import elements
from compaction.formats.elements import read_elements

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(['"', "\\", "[{", '\\"}', "é€😀", "\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def read(text: str | bytes, size: int = 3, prefix: bytes = b"[") -> list[object]:
    data = text if isinstance(text, bytes) else text.encode()
    return [record.value for record in read_elements(cut(data, size), prefix, "")]


def refused(text: str | bytes, size: int = 3, prefix: bytes = b"[") -> CaptureError:
    with pytest.raises(CaptureError) as error:
        read(text, size, prefix)
    return error.value


@settings(max_examples=80, deadline=None)
@given(st.lists(VALUES, max_size=4), st.integers(1, 9), st.booleans())
def test_every_list_is_read_as_by_a_parser(values: list[object], size: int, indented: bool) -> None:
    text = json.dumps(values, indent=1 if indented else None, ensure_ascii=False)
    assert read(text, size) == values


def test_records_know_their_place() -> None:
    prefix = b'{"log": {"entries": ['
    data = prefix + b'{"a":1}, 2]}, "more": 1}\n'
    records = list(read_elements(cut(data, 5), prefix, "/log/entries"))
    assert [(record.at, record.value) for record in records] == [("/log/entries/0", {"a": 1}), ("/log/entries/1", 2)]


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ("[", "json-truncated", 1),
        ("[1,", "json-truncated", 3),
        ('[{"a": "b\\', "json-truncated", 10),
        ('[{"a":1}', "json-truncated", 8),
        ("[1 2]", "json-syntax", 3),
        ("[,1]", "json-syntax", 1),
        ("[1,]", "json-syntax", 3),
        ("[1,,2]", "json-syntax", 3),
        ("[}]", "json-syntax", 1),
        ('[{"a":1}:2]', "json-syntax", 8),
        ("[1}", "json-syntax", 2),
        ('[{"a" 1}]', "json-syntax", 6),
        ("[1] 2", "json-syntax", 4),
        ("[NaN]", "json-nonfinite", 1),
        ('[{"a":1,"a":2}]', "json-duplicate-key", None),
    ],
)
def test_what_is_wrong_is_refused_where_it_stands(text: str, code: str, offset: int | None) -> None:
    for size in (1, 4, 100):
        error = refused(text, size)
        assert (error.code, error.offset) == (code, offset)


def test_the_line_is_told_and_the_column_only_where_it_is_known() -> None:
    error = refused('[\n{"a": 1},\n{"b":\n x}]')
    assert (error.code, error.line, error.column, error.offset) == ("json-syntax", 4, 2, 19)
    error = refused('[\n{"a": 1},\n{"b" x}]')
    assert (error.line, error.column, error.offset) == (3, None, 17)


def test_what_follows_the_list_is_judged_with_what_stands_before() -> None:
    prefix = b'{"entries":['
    assert refused(prefix + b'1,\n2],\n"entries":[]}', prefix=prefix).code == "json-duplicate-key"
    error = refused(prefix + b"1,\n2],\n x}", prefix=prefix)
    assert (error.code, error.line, error.offset) == ("json-syntax", 3, 20)
    assert refused(prefix + b"1]", prefix=prefix).code == "json-truncated"


def test_a_byte_that_belongs_to_no_character_is_placed() -> None:
    error = refused(b'[1, "\xe9"]')
    assert (error.code, error.offset) == ("bad-encoding", 5)


def test_repeated_elements_are_parsed_once() -> None:
    message = json.dumps({"role": "user", "content": "x" * 200})
    first, second = read(f'[{{"messages":[{message}]}},{{"messages":[{message}]}}]', 50)
    assert first["messages"].natives[0] is second["messages"].natives[0]  # type: ignore[index]


def test_no_more_than_the_limits_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elements, "MAX_BODY_BYTES", 10)
    assert refused('["' + "x" * 20 + '"]').kind == "body"
    assert refused("[1]" + " " * 20).kind == "body"
    assert read("[" + "1234,\n" * 30 + "1]") == [*[1234] * 30, 1]
    monkeypatch.setattr(elements, "MAX_CAPTURE_BYTES", 40)
    error = refused("[" + "1234,\n" * 30 + "1]")
    assert (error.code, error.kind) == ("too-large", "capture")


def test_elements_come_before_the_end_is_seen() -> None:
    data = b'[{"a":1},{"b":2},{"c":3}]'
    seen: list[int] = []

    def pieces() -> object:
        for number, piece in enumerate(cut(data, 1)):
            seen.append(number)
            yield piece

    ends = []
    for _ in read_elements(pieces(), b"[", ""):  # type: ignore[arg-type]
        ends.append(len(seen))
    assert all(first < second for first, second in pairwise(ends))
    assert ends[0] < len(data) // 2
