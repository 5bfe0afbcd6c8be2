import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import CaptureError
from compaction.formats import source
from compaction.formats.source import Line, Source


@settings(max_examples=80)
@given(st.lists(st.sampled_from([b"{}", b"", b" ", b"\t{}", b"\x1e[]"]), max_size=6), st.integers(1, 7), st.booleans())
def test_lines_are_numbered_and_placed_however_they_are_cut(lines: list[bytes], size: int, mark: bool) -> None:
    data = (b"\xef\xbb\xbf" if mark else b"") + b"\n".join(lines)
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    found = list(Source(pieces).lines())
    assert [line.number for line in found] == [i for i, line in enumerate(lines, 1) if line.strip(b" \t\x1e")]
    for line in found:
        assert data[line.offset :].startswith(line.data)
        assert line.ended == line.data.endswith(b"\n") == (line.number < len(lines))


@settings(max_examples=40)
@given(st.integers(1, 9))
def test_a_document_is_taken_whole_after_its_first_line(size: int) -> None:
    data = b'\n {\n\n "a": 1\n}\n'
    whole = Source([data[at : at + size] for at in range(0, len(data), size)])
    first = next(whole.lines())
    assert first == Line(2, 1, b" {\n", True)
    assert whole.rest(first) == data[1:]


def test_pieces_are_read_only_as_far_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "HEAD_BYTES", 4)
    read: list[int] = []

    def pieces() -> object:
        for number in range(5):
            read.append(number)
            yield b"[%d]\n" % number

    lines = Source(pieces()).lines()
    assert next(lines).data == b"[0]\n"
    assert read == [0]
    assert next(lines).data == b"[1]\n"
    assert read == [0, 1]


def refused(data: bytes) -> CaptureError:
    whole = Source([data[at : at + 3] for at in range(0, len(data), 3)])
    with pytest.raises(CaptureError) as error:
        lines = whole.lines()
        for line in lines:
            if line.data.startswith(b"{\n"):
                whole.rest(line)
    return error.value


def test_a_line_over_the_limit_is_refused_while_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "HEAD_BYTES", 4)
    monkeypatch.setattr(source, "MAX_BODY_BYTES", 10)
    assert list(Source([b"1234567890"]).lines())
    for data in (b"1\n" + b"2" * 12, b"1\n" + b"2" * 12 + b"\n"):
        error = refused(data)
        assert (error.code, error.kind, error.offset) == ("too-large", "body", 2)


def test_a_document_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "HEAD_BYTES", 4)
    monkeypatch.setattr(source, "MAX_BODY_BYTES", 10)
    assert refused(b"{\n12345678\n}").kind == "body"


def test_a_capture_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "HEAD_BYTES", 4)
    monkeypatch.setattr(source, "MAX_CAPTURE_BYTES", 20)
    error = refused(b"1234\n" * 5)
    assert (error.code, error.kind) == ("too-large", "capture")
