import json

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.formats import nesting
from compaction.formats.nesting import depth, fits

VALUES = st.recursive(
    st.none() | st.text('[]{}"\\ab', max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[{"\\', max_size=3), inner, max_size=3),
    max_leaves=12,
)


def levels(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(levels, value.values()), default=0)
        case list():
            return 1 + max(map(levels, value), default=0)
    return 0


@settings(max_examples=80)
@given(VALUES)
def test_brackets_in_strings_do_not_count(value: object) -> None:
    assert depth(json.dumps(value).encode()) == levels(value)


def test_places_where_pieces_are_cut_change_nothing(monkeypatch: object) -> None:
    data = json.dumps({"a\\": [{"[\\\\": '"]\\"{'}, ["\\"]]}).encode()
    for size in range(1, len(data)):
        monkeypatch.setattr(nesting, "PIECE", size)
        assert depth(data) == 3


def test_two_hundred_thousand_levels_are_counted() -> None:
    assert depth(b"[" * 200_000 + b"]" * 200_000) == 200_000


def test_brackets_that_are_never_closed_count() -> None:
    assert depth(b'[{"a":[[') == 4


def test_the_limit_itself_fits_and_one_more_does_not() -> None:
    value: object = 1
    for _ in range(200):
        value = [value]
    assert fits(value, 0)
    assert not fits(value, 1)
    assert not fits([value], 0)
    assert fits("text", 200)
