"""Words of a team: whole, literal, and never what a request is made of."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.redaction import Redactor, redact_text
from compaction.redaction.literals import MOST, usable
from compaction.redaction.spans import REACH

KEY = b"k" * 32
WORDS = ("Project Bluebird", "acme-prod.internal", "jane.doe@acme.example")


def masked(text: str, *words: str) -> str:
    return redact_text(text, KEY, words or WORDS)


@pytest.mark.parametrize(
    "text",
    ["on project bluebird now", "ACME-PROD.INTERNAL", "<jane.doe@acme.example>", "Project Bluebird, Project Bluebird."],
)
def test_a_word_is_masked_in_any_case(text: str) -> None:
    found = masked(text)
    assert "[redacted:own-word:" in found
    assert not any(word.lower() in found.lower() for word in WORDS)


@pytest.mark.parametrize(
    "text", ["project bluebirds", "myacme-prod.internal", "project  bluebird", "acme-prodXinternal"]
)
def test_a_part_of_a_word_is_left_alone(text: str) -> None:
    assert masked(text) == text


def test_equal_words_get_equal_markers_and_are_counted() -> None:
    redactor = Redactor(KEY, words=WORDS)
    out = (redactor.feed(b"Project Bluebird and Project Bluebird") + redactor.finish()).decode()
    first, second = out.split(" and ")
    assert first == second
    assert redactor.counts == {"own-word": 2}


def test_keys_keep_their_names_and_json_its_structure() -> None:
    body = json.dumps(
        {"acme-prod.internal": 1, "text": 'say "acme-prod.internal"', "deep": '{"acme-prod.internal": 2}'}
    )
    found = json.loads(masked(body))
    assert found["acme-prod.internal"] == 1
    assert found["text"].startswith('say "[redacted:own-word:')
    assert json.loads(found["deep"]) == {"acme-prod.internal": 2}


def test_a_marker_is_left_alone_when_met_again() -> None:
    once = masked("Project Bluebird, key sk-ant-api03-Zk3nQ7pXv9Zk3nQ7")
    assert masked(once) == once


def test_words_of_other_teams_cost_nothing() -> None:
    assert redact_text("Project Bluebird", KEY) == "Project Bluebird"
    assert masked("Project Bluebird", "short", "content") == "Project Bluebird"


@pytest.mark.parametrize(
    "word, good",
    [
        ("Project Bluebird", True), ("a1b2c3", True), ("short", False), ("123456", False), ("assistant", False),
        ("tool_result", False), ("redacted", False), ("api-key", False), ("own-token", False), ("back\\slash", False),
        ('quo"ted', False), ("[redacted:jwt:00000000]", False), ("endsin.", False), ("x" * 101, False),
        ("müller", False),
    ],
)  # fmt: skip
def test_only_harmless_words_are_usable(word: str, good: bool) -> None:
    assert usable(word) is good


@settings(max_examples=40)
@given(st.lists(st.integers(0, 3 * REACH), max_size=6), st.integers(0, 200))
def test_what_comes_out_does_not_depend_on_the_cuts(cuts: list[int], shift: int) -> None:
    body = b"x" * shift + (b"Project Bluebird at acme-prod.internal, " * 900)
    whole = Redactor(KEY, window=4096, words=WORDS)
    expected = whole.feed(body) + whole.finish()
    places = [0, *sorted(cut % len(body) for cut in cuts), len(body)]
    stream = Redactor(KEY, window=4096, words=WORDS)
    out = [stream.feed(body[start:end]) for start, end in zip(places, places[1:], strict=False)]

    assert b"".join(out) + stream.finish() == expected
    assert whole.counts == stream.counts == {"own-word": 1800 - bool(shift)}
    assert len(WORDS) < MOST
