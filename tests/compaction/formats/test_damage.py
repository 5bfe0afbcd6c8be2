"""Damaged captures: whatever is cut off or changed, the answer is records or a CaptureError, and always the same."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import CaptureError
from compaction.formats import FORMATS, MessageList, read, sentence
from compaction.inspection import inspect
from compaction.transcripts.codec import decode, encode

FOLDER = Path(__file__).resolve().parents[2] / "cases" / "wire"
EXAMPLES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != "index.json")


def outcome(data: bytes, size: int, **chosen: str) -> object:
    """What reading gives, brought down to what can be compared."""
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    seen: list[object] = []
    try:
        for record in read(pieces, **chosen):
            seen.append((record, record.roles) if isinstance(record, MessageList) else record)
    except CaptureError as error:
        seen.append((error.code, error.line, error.column, error.offset, error.kind, error.found, str(sentence(error))))
        assert error.__context__ is None
        assert all(len(item) <= 80 for item in error.found)
        assert len(error.found) <= 10
    return seen


def check(data: bytes) -> None:
    first = outcome(data, 1 << 16)
    assert first == outcome(data, 97)
    assert first
    try:
        found = inspect(data)
    except CaptureError:
        return
    for each in found.lists:
        for message in each.messages:
            assert decode(encode(message.blocks, message.origin), message.origin) == message.blocks


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_cut_off_anywhere(path: Path) -> None:
    data = path.read_bytes()
    for end in range(0, len(data), max(1, len(data) // 12)):
        check(data[:end])
    check(data[:-1])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EXAMPLES), st.data())
def test_every_example_with_bytes_changed(path: Path, draw: st.DataObject) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(data) - 1))
        data[at : at + draw.draw(st.integers(0, 2))] = draw.draw(
            st.sampled_from([b"\0", b'"', b"\\", b"{", b"]", b",", b"\n", b"1", b"\xe9", b"\\ud800", b"NaN", b""])
        )
    check(bytes(data))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_with_its_lines_in_another_order(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for seed in range(4):
        order = sorted(range(len(lines)), key=lambda number: ((number + 1) * 7919 * (seed + 3)) % 997)
        shuffled = [lines[number] for number in order]
        check(b"".join(shuffled))
        check(b"".join(shuffled[: len(shuffled) // 2]))
    check(b"".join(line for line in lines for _ in range(2)))


@pytest.mark.parametrize("format", [format.id for format in FORMATS if format.readable])
def test_every_example_read_as_a_format_that_it_is_not(format: str) -> None:
    for path in EXAMPLES:
        data = path.read_bytes()
        assert outcome(data, 1 << 16, format=format) == outcome(data, 97, format=format)


@settings(max_examples=60)
@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_bytes_of_no_origin(data: bytes) -> None:
    check(data)
