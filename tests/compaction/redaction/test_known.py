"""Values that are not kept are known again by length and digest, wherever a stream is cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction.redaction import Own, Redactor, redact_text
from compaction.redaction.known import LONGEST, SHORTEST, can_be_known, digest_of, search_for
from compaction.redaction.redact import marker
from compaction.redaction.spans import View

KEY = b"k" * 32
VALUE = "Zq7!w2-m9Kp4"
OWN = Own(known=frozenset({(len(VALUE), digest_of(KEY, VALUE.encode()))}))
MARKER = marker("reported", VALUE.encode(), KEY).decode()


@pytest.mark.parametrize("around", ["it is {} now", "key={}", "'{}'", "({}).", "{}", "https://x.example/?a={}&b=1"])
def test_a_word_is_known_between_other_signs(around: str) -> None:
    assert redact_text(around.format(VALUE), KEY, OWN) == around.format(MARKER)


def test_escapes_before_it_are_no_letters_of_it() -> None:
    data = json.dumps({"a": f"x\n{VALUE}\ny", "b": json.dumps({"c": f"\t{VALUE}"})})
    assert VALUE not in redact_text(data, KEY, OWN)


@pytest.mark.parametrize("text", [f"a{VALUE}", f"{VALUE}b", VALUE[:-1], VALUE.lower(), "x" * len(VALUE), ""])
def test_other_words_stay(text: str) -> None:
    assert redact_text(text, KEY, OWN) == text


def test_what_is_too_short_or_too_long_to_be_known_is_not_looked_for() -> None:
    known = {(length, digest_of(KEY, b"x" * length)) for length in (SHORTEST - 1, LONGEST + 1)}
    text = " ".join("x" * length for length, _ in known)
    assert redact_text(text, KEY, Own(known=frozenset(known))) == text


@pytest.mark.parametrize(("before", "found"), [(b" ", [1]), (b"a", []), (b"\xc3", [1])])
def test_a_look_that_begins_within_a_word_finds_nothing_there(before: bytes, found: list[int]) -> None:
    text = before + VALUE.encode()
    search = search_for(OWN.known, KEY)
    assert [one.place for one in search(View(text, text.lower(), last=True), 1, len(text))] == found


def test_another_team_knows_nothing_of_it() -> None:
    assert redact_text(VALUE, b"r" * 32, OWN) == VALUE


def test_it_stands_beside_words_of_the_team() -> None:
    own = Own(("Bluebird",), OWN.known)
    assert redact_text(f"bluebird {VALUE}", KEY, own).count("[redacted:") == 2


@given(st.integers(0, 300), st.integers(1, 400))
def test_where_a_stream_is_cut_makes_no_difference(lead: int, size: int) -> None:
    data = b"." * lead + b' "' + VALUE.encode() + b'" ' + b"." * 300
    redactor = Redactor(KEY, window=64, words=OWN)
    parts = [redactor.feed(data[at : at + size]) for at in range(0, len(data), size)]
    assert b"".join([*parts, redactor.finish()]) == data.replace(VALUE.encode(), MARKER.encode())
    assert redactor.counts == {"reported": 1}


@pytest.mark.parametrize("value", [VALUE, "a:b,c/d[e]", "12345678x"])
def test_one_word_of_ascii_can_be_known(value: str) -> None:
    assert can_be_known(value)


@pytest.mark.parametrize(
    "value", ["short", "two words", 'a"quoted"b', "back\\slash", "passwörter", "1234567890", "x" * 201]
)
def test_anything_else_cannot(value: str) -> None:
    assert not can_be_known(value)
