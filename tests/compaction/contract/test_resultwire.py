from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compaction.contract.members import Fields
from compaction.contract.resultwire import read_lax, read_result, read_usual
from compaction.errors import InvalidSummary

PIECES = [b"", b" ", b"\n", b"\x0b", b"null", b"[]", b'"', b",", b"\xff", b"\\ud83d", b"\\u00e9", b"-0", b"1.0", b"7"]
PIECES += [
    b'"version":1,',
    b'"Basis":{"revision":9},',
    b'"basis":{},',
    b'"summary":"x",',
    b'"version":"x",',
    b'"revision":-0,',
    b"\xef\xbb\xbf",
    b"}",
    b"0",
]


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_short_way_never_takes_what_the_long_way_reads_otherwise(wires: Any, data: st.DataObject) -> None:
    wire = bytearray(wires.result())
    for _ in range(data.draw(st.integers(0, 2))):
        start = data.draw(st.integers(0, len(wire)))
        wire[start : start + data.draw(st.integers(0, 3))] = data.draw(st.sampled_from(PIECES))
    usual = read_usual(bytes(wire))

    if usual is not None:
        assert read_lax(bytes(wire)) == usual


def test_the_usual_result_takes_the_short_way(wires: Any) -> None:
    usual = read_usual(wires.result())

    assert usual is not None
    assert usual == read_lax(wires.result())


@pytest.mark.parametrize(
    ("old", "new", "revision"),
    [
        (b'"revision": 7', b'"revision": 18446744073709551615', 2**64 - 1),
        (b'"revision"', b'"Revision"', 7),
        (b'"version": 1', b'"version": 2, "version": 1', 7),
        (b'"version": 1', b'"version": 1, "basis": {"revision": 5}', 7),
        (b"acme", b"ac\xffme", 7),
        (b"acme", b"\\ud800", 7),
    ],
)
def test_laxities_take_the_long_way(wires: Any, old: bytes, new: bytes, revision: int) -> None:
    wire = wires.result().replace(old, new, 1)

    assert read_usual(wire) is None
    found = read_result(wire)
    assert isinstance(found, Fields)
    assert found.nested("basis") == Fields({"revision": revision, "through_event_id": EVENT})


@pytest.mark.parametrize("member", [b'"version": "x", ', b'"\\u0076ersion": -0, ', b'"ver\\u0073ion": null, '])
def test_an_earlier_spelling_of_a_count_is_looked_at(wires: Any, member: bytes) -> None:
    wire = wires.result().replace(b'"version"', member + b'"version"', 1)

    assert read_usual(wire) is None
    assert isinstance(read_result(wire), InvalidSummary) is (b"null" not in member)


@pytest.mark.parametrize(
    "wire", [b"", b"{}x", b'{"revision": -0}', b'{"basis": {"revision": -0}}', b"[" * 20_000, b'{"a":' * 20_000]
)
def test_what_is_no_result_is_a_fault_or_lacks_members(wire: bytes) -> None:
    assert read_usual(wire) is None
    assert isinstance(read_result(wire), InvalidSummary)


EVENT = "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"
