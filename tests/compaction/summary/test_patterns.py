import pytest

from compaction.summary import patterns
from compaction.summary.names import NAME_EXTRA, NAME_START


def is_character(code: int) -> bool:
    """The characters of XML 1.0; a surrogate stands for U+FFFD."""
    return code in (9, 10, 13) or 0x20 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


EDGES = sorted(
    {
        edge + near
        for edge in (0, 32, 64, 100, 0x1000, 55296, 65534, 99999, 0x20000, 0x100000, 0x10FFFF)
        for near in range(-40, 41)
        if edge + near >= 0
    }
    | {10**power for power in range(19)}
    | {2**64 + 65}
)


@pytest.mark.parametrize("spelling", ["&#{};", "&#000{};", "&#x{:x};", "&#x{:X};", "&#x0{:x};"])
def test_a_numeric_reference_must_name_a_character(spelling: str) -> None:
    for code in EDGES:
        written = spelling.format(code)
        assert (patterns.BAD_REFERENCE.match(written) is None) == is_character(code), written


@pytest.mark.parametrize(
    "text", ["&", "&;", "&#;", "&#x;", "&#X41;", "&#6A;", "&#65", "&lt", "&LT;", "& lt;", "&nbsp;", "&#٣;"]
)
def test_other_references_are_bad(text: str) -> None:
    assert patterns.BAD_REFERENCE.match(text)


def test_only_references_to_surrogates_are_replaced() -> None:
    for code in (*range(55_200, 57_500), 5529, 552_960):
        for written in (f"&#{code};", f"&#0{code};", f"&#x{code:x};", f"&#x00{code:X};"):
            assert bool(patterns.SURROGATE_REFERENCE.fullmatch(written)) == (0xD800 <= code <= 0xDFFF), written


def test_a_name_holds_the_listed_characters_and_no_other() -> None:
    start = {code for first, last in NAME_START for code in range(first, last + 1)}
    any_place = start | {code for first, last in NAME_EXTRA for code in range(first, last + 1)}
    for code in range(0x10100):
        assert bool(patterns.NAME.fullmatch(chr(code))) == (code in start), hex(code)
        assert bool(patterns.NAME.fullmatch("a" + chr(code))) == (code in any_place), hex(code)


def test_a_blank_is_what_the_contract_lists() -> None:
    listed = {9, 10, 13, 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
    for code in range(0x10000):
        for written in (chr(code), f"&#{code};", f"&#00{code};", f"&#x{code:x};", f"&#x0{code:X};"):
            assert bool(patterns.BLANKS.fullmatch(written)) == (code in listed), written
