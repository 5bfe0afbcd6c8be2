import pytest

from compaction.contract.jsontext import parse
from compaction.contract.members import Fields, Kind, NotAllowed, Shape, fold, read

INNER = Shape({"x": Kind.COUNT, "y": Kind.COUNT})
SHAPE = Shape({"text": Kind.TEXT, "flag": Kind.FLAG, "n": Kind.COUNT, "v": Kind.VERSION, "raw": Kind.RAW, "in": INNER})


def fields(text: str, shape: Shape = SHAPE) -> Fields:
    return read(parse(text), shape)


@pytest.mark.parametrize(
    ("key", "name"),
    [("BASIS", "basis"), ("ba\u017fi\u017f", "basis"), ("bloc\u212as", "blocks"), ("\u0130d", "\u0130d"), ("É", "É")],
)
def test_keys_fold_as_simple_unicode_folding_does(key: str, name: str) -> None:
    assert fold(key) == name


def test_the_last_of_a_repeated_member_counts() -> None:
    assert fields('{"n":1,"N":2,"text":"a","text":"b"}').values == {"n": 2, "text": "b"}


def test_nested_objects_merge_and_null_clears() -> None:
    assert fields('{"in":{"x":1},"IN":{"y":2}}').nested("in") == Fields({"x": 1, "y": 2})
    assert fields('{"in":{"x":1},"in":null}').nested("in") is None
    assert fields('{"in":{"x":1},"in":null,"in":{"y":2}}').nested("in") == Fields({"y": 2})
    assert fields('{"n":1,"n":null}').values == {}


def test_a_null_member_of_a_sticky_object_changes_nothing() -> None:
    assert fields('{"x":1,"x":null,"y":null}', Shape(INNER.members, sticky=True)).values == {"x": 1}


def test_raw_members_take_null_and_the_last_one() -> None:
    raw = fields('{"raw":5,"raw":null}').raw("raw")

    assert raw is not None
    assert raw.raw == "null"


@pytest.mark.parametrize("number", ["0", "255", "18446744073709551615"])
def test_counts_reach_to_the_end_of_their_range(number: str) -> None:
    assert fields(f'{{"n":{number}}}').count("n") == int(number)


@pytest.mark.parametrize(
    "text",
    ["null", "[]", '"a"', "1", "true", '{"other":1}', '{"in":[]}', '{"in":{"z":1}}', '{"in":{"x":"1"}}', '{"text":1}']
    + ['{"text":true}', '{"text":{}}', '{"flag":1}', '{"flag":"true"}', '{"n":true}', '{"n":"1"}', '{"n":[]}']
    + [f'{{"n":{number}}}' for number in ("-0", "-1", "1.0", "1e0", "18446744073709551616", "1" + "0" * 5000)]
    + ['{"v":256}', '{"text":1,"text":"a"}', '{"n":-1,"n":1}'],
)
def test_everything_else_is_refused_also_where_a_later_member_replaces_it(text: str) -> None:
    with pytest.raises(NotAllowed):
        fields(text)


def test_the_member_to_blame_is_placed() -> None:
    with pytest.raises(NotAllowed) as caught:
        fields('{"n": 1, "other": 2}')

    assert caught.value.offset == 18
