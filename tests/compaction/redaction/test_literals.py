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


OPEN = ("acme-[0-9]{4,8}", "cust.[a-z0-9]{6}-[a-z]{2}x")


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("on ACME-1234 now", False),
        ("acme-12345678,", False),
        ("cust.a1b2c3-eux", False),
        ("acme-123", True),
        ("acme-123456789", True),
        ("xacme-1234", True),
        ("acme-1234x", True),
        ("custxa1b2c3-eux", True),
        ("acme-[0-9]{4,8}", True),
    ],
)
def test_a_word_may_leave_some_characters_open(text: str, stays: bool) -> None:
    assert (masked(text, *OPEN) == text) is stays


def test_what_was_taken_is_not_given_back() -> None:
    assert masked("acme-12349999", "acme-[0-9]{4,8}9") == "acme-12349999"
    assert "own-word" in masked("acme-1234x", "acme-[0-9]{4}x")


@pytest.mark.parametrize(
    "word, good",
    [
        ("acme-[0-9]{4,8}", True), ("acme-[0-9][a-z]", True), ("acme-[0-9]{4} eu", True), ("ac[0-9]{4}", False),
        ("123[0-9]{4}", False), ("1e1[0-9]{4}", False), ("[0-9]{8}", False), ("acme-[0-9]{8,4}", False),
        ("acme-[0-9]{0,4}", False), ("acme-[0-9]*", False), ("acme-[0-9]+", False), ("acme-.*", False),
        ("acme-[^0-9]{4}", False), ("acme-[0-9]{4}.", False), ("acme-([0-9]{4})", False), ("acme-[0-9]{99}", False),
        ("acme-[0-9]{4}|x", False), ("acme-[0-9", False), ("tool_[a-z]{3}", False), ("redact[a-z]{2}", False),
        ("acm[0-9]", False), ("acme" + "[0-9]-" * 9 + "x", False), ("acme-[0-9]{4}[", False),
    ],
)  # fmt: skip
def test_nothing_but_bounded_classes_is_taken(word: str, good: bool) -> None:
    assert usable(word) is good


@settings(max_examples=40)
@given(st.lists(st.integers(0, 3 * REACH), max_size=6), st.integers(0, 200))
def test_open_words_do_not_hang_on_how_the_stream_is_cut(cuts: list[int], lead: int) -> None:
    data = (" " * lead + 'x "acme-1234" ' * 40 + "." * REACH + " acme-12345678 ").encode()
    redactor = Redactor(KEY, window=512, words=OPEN)
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    pieces = [redactor.feed(data[start:stop]) for start, stop in zip(edges, edges[1:], strict=False)]
    assert b"".join([*pieces, redactor.finish()]).decode() == masked(data.decode(), *OPEN)
    assert redactor.counts == {"own-word": 41}


def test_text_made_against_a_word_costs_no_more_than_any_other() -> None:
    """Looked at at each place, and never twice from the same one."""
    word = "acme" + "-[a-z0-9]{1,12}" * 7
    hostile = "acme" + "-aaaaaaaaaaaa" * 7 + "a "
    assert masked(hostile * 2000, word) == hostile * 2000
    assert "own-word" in masked(hostile[:-2], word)
