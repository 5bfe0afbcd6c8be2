"""The stream as a whole: cuts, structure, repetition, speed."""

import json
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.redaction import Redactor, redact, redact_text
from compaction.redaction.redact import CHANGED
from compaction.redaction.spans import REACH

KEY = b"k" * 32
FRAGMENTS = [
    "sk-ant-api03-Zk3nQ7pXv9", "password=hunter2", '"password": "hunter22"', "AKIAZK3NQ7PXV9ZK3NQ7", "ghp_" + "a1" * 15,
    "-----BEGIN PRIVATE KEY-----\nMIIE" + "Ab1/" * 20 + "\n-----END PRIVATE KEY-----",
    "https://a:b1c2@host/?token=abc123",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0", "Authorization: Bearer Zk3nQ7pXv9Zk3nQ7",
    "\\", '"', "\n", "é", "\u4e2d",
    "task-force", "x" * 700, "{}", '{"headers": {"x-foo-token": "t1", "a": "b"}}', "user",
    "[redacted:api-key:00000000]",
    '{"api_key": "p1"}', "eyJ", "=", ":", " ", "&key=a1b2", '{"name":"cookie","value":"a=1"}', "/", "'",
    "\x00", "\ud83d\ude00",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)


CUTS = st.lists(st.integers(0, 2000).map(lambda place: REACH + place) | st.integers(0, 100_000), max_size=8)


def masked(body: bytes) -> bytes:
    return b"".join(redact([body], KEY))


def streamed(body: bytes, cuts: list[int], window: int) -> bytes:
    redactor = Redactor(KEY, window=window)
    places = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    out = [redactor.feed(body[start:end]) for start, end in zip(places, places[1:], strict=False)]
    return b"".join([*out, redactor.finish()])


def escaped(text: str, depth: int, ascii_only: bool) -> str:
    for _ in range(depth):
        text = json.dumps({"t": text}, ensure_ascii=ascii_only)
    return text


@settings(max_examples=60, deadline=None)
@given(
    TEXTS,
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 40_000),
    CUTS,
    st.integers(300, 3000),
)
def test_what_comes_out_does_not_depend_on_the_cuts(
    text: str, depth: int, ascii_only: bool, filler: int, cuts: list[int], window: int
) -> None:
    body = (
        escaped(text, depth, ascii_only) + "\n" + "lorem ipsum " * (filler // 12) + escaped(text, depth, True)
    ).encode(errors="replace")
    assert streamed(body, cuts, window) == masked(body)


SECRETS = (
    b'{"a": "\\u0073k-ant-api03-Zk3nQ7pXv9 password=hunter2", "x-api-key": "pl41n", '
    b'"user_api_key_alias": "pl41n", "b": "\\\\\\"token\\\\\\": 1"}'
)


def test_a_secret_is_found_wherever_the_stream_is_cut_in_two() -> None:
    body = b"lorem ipsum " * 100 + SECRETS + b" lorem ipsum" * 1500
    whole = masked(body)
    assert b"hunter2" not in whole
    assert b"Zk3nQ7pXv9" not in whole
    # What lies in the window is decided at once, the rest is held back: the line passes through all secrets.
    for window in range(1190, 1200 + len(SECRETS) + 10):
        assert streamed(body, [], window) == whole


@pytest.mark.parametrize("unit", [b"\\u0022", b"\\\\\\u0022", b"\\\\u0073", b"\\", b"\\u005c", b'\\"'])
def test_escapes_pass_unchanged_wherever_the_stream_is_cut(unit: bytes) -> None:
    body = unit * 25_000
    for shift in range(len(unit)):
        assert streamed(body, [], len(body) // 4 + shift) == body


def test_a_stream_of_single_bytes_is_masked_alike() -> None:
    body = SECRETS * 3 + b" lorem ipsum" * 1500
    assert streamed(body, list(range(len(body))), 300) == masked(body)


def test_the_tail_is_given_at_the_end_and_most_of_the_stream_before() -> None:
    redactor = Redactor(KEY)
    before = redactor.feed(b"lorem ipsum " * 100_000)
    assert len(before) > 1_000_000
    assert before + redactor.finish() == b"lorem ipsum " * 100_000


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.integers(1, 3), st.booleans())
def test_json_stays_json_with_the_same_structure(text: str, depth: int, ascii_only: bool) -> None:
    body = escaped(text, depth, ascii_only).encode(errors="replace")
    document = json.loads(masked(body))
    assert list(document) == ["t"]
    assert isinstance(document["t"], str)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.integers(0, 3), st.booleans())
def test_masking_twice_is_masking_once(text: str, depth: int, ascii_only: bool) -> None:
    once = masked(escaped(text, depth, ascii_only).encode(errors="replace"))
    assert masked(once) == once


def test_counts_say_how_many_of_each_kind() -> None:
    redactor = Redactor(KEY)
    redactor.feed(b'{"x-api-key": "a", "t": "AKIAZK3NQ7PXV9ZK3NQ7 AKIAZK3NQ7PXV9ZK3NQ7"}')
    redactor.finish()
    assert redactor.counts == {"api-key": 1, "cloud-id": 2}


def test_the_marker_is_an_hmac_of_the_secret() -> None:
    # printf %s hunter2 | openssl dgst -sha256 -hmac kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
    assert redact_text("password=hunter2", KEY) == "password=[redacted:password:f6c2ff60]"


def test_another_key_gives_another_marker() -> None:
    assert redact_text("password=hunter2", KEY) != redact_text("password=hunter2", b"x" * 32)


def test_a_header_and_the_same_key_in_a_text_get_one_marker() -> None:
    body = b'{"authorization": "Bearer sk-ant-api03-Zk3nQ7pXv9", "t": "sk-ant-api03-Zk3nQ7pXv9"}'
    document = json.loads(masked(body))
    assert document["authorization"] == document["t"]


def test_one_value_longer_than_the_reach_is_masked_to_its_end() -> None:
    value = 'ab\\"cd\\\\' * 20_000
    body = b'{"api_key": "' + value.encode() + b'", "n": 1}'
    left = masked(body)
    document = json.loads(left)
    assert re.fullmatch(r"(\[redacted:api-key:[0-9a-f]{8}\])+", document["api_key"])
    assert document["n"] == 1
    assert streamed(body, [5, 7000, 90_000], 1000) == left


def test_a_file_that_ends_inside_a_secret_is_masked_to_its_end() -> None:
    assert b"hunt" not in masked(b'{"api_key": "hunt')
    assert b"hunter2" not in masked(b'{"t": "password=hunter2')


def test_a_secret_in_the_tail_is_masked_when_its_turn_comes() -> None:
    redactor = Redactor(KEY, window=4000)
    first = redactor.feed(b"lorem ipsum " * 2000 + b"sk-ant-api03-Zk3nQ7pXv9 ")
    assert b"redacted" not in first
    rest = redactor.feed(b"lorem ipsum " * 2000) + redactor.finish()
    assert rest.count(b"[redacted:api-key:") == 1
    assert b"sk-ant" not in first + rest


@settings(max_examples=25, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=6), st.integers(20, 80), st.integers(2000, 9000))
def test_lines_that_begin_as_the_last_are_masked_as_if_they_were_searched(
    texts: list[str], filler: int, window: int
) -> None:
    """Windows that are remembered: each line repeats the one before and goes on."""
    parts, lines = [], []
    for text in texts:
        parts.append({"content": "lorem ipsum " * filler * 10 + text})
        lines.append(json.dumps(parts).encode())
    body = b"\n".join(lines)

    redactor, whole = Redactor(KEY, window=window), Redactor(KEY, window=len(body) + 1)
    out = (
        b"".join([*(redactor.feed(line + b"\n") for line in lines[:-1]), redactor.feed(lines[-1])]) + redactor.finish()
    )

    assert out == whole.feed(body) + whole.finish()
    assert redactor.counts == whole.counts


def test_what_is_remembered_is_not_searched_again() -> None:
    long = json.dumps([{"content": f"{number} lorem ipsum " * 400} for number in range(60)]).encode()
    redactor = Redactor(KEY, window=20_000)
    redactor.feed(long + b"\n")
    once = len(redactor._known)
    redactor.feed((long + b"\n") * 5)

    assert once >= 15
    assert len(redactor._known) <= once + 3


def test_what_is_remembered_of_masked_windows_is_bounded() -> None:
    lines = (b"%d password=hunter%d lorem ipsum " % (number, number) + b"dolor " * 40 for number in range(20_000))
    redactor = Redactor(KEY)
    out = b"".join(redactor.feed(line) for line in lines) + redactor.finish()

    assert out.count(b"[redacted:password:") == redactor.counts["password"] == 20_000
    assert sum(len(known.out or b"") for known in redactor._known.values()) <= CHANGED


def test_a_stream_is_given_out_as_it_comes() -> None:
    pieces = list(redact((b"lorem ipsum " * 10_000 for _ in range(10)), KEY))
    assert len(pieces) > 2
    assert b"".join(pieces) == b"lorem ipsum " * 100_000


def test_a_marker_never_ends_inside_a_character() -> None:
    left = redact_text("DB_PASSWORD=7" + "é" * 400 + " end", KEY)
    assert left.startswith("DB_PASSWORD=[redacted:password:")
    assert left.endswith("é end")


def test_text_that_is_no_utf8_passes() -> None:
    assert masked(b"\xff\xfe\x00password=\xff") == b"\xff\xfe\x00password=\xff"


def test_lone_surrogates_survive_in_decoded_text() -> None:
    assert redact_text("\ud800 password=hunter2", KEY).startswith("\ud800 password=[redacted")


def seconds(body: bytes) -> float:
    """Return how long masking takes, in seconds of this process alone."""
    start = time.process_time()
    masked(body)
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        b"a",
        b"\\",
        b'"',
        b'\\"',
        b"eyJ",
        b" eyJaaaaaaaaa.",
        b"-----BEGIN PRIVATE KEY-----",
        b"password=",
        b'"password":"',
        b"://",
        b"a_token:",
        b'"headers":{',
        b'"headers":{"x-key":"',
        b'{"value":"a"},',
        b'{"user_id":"a",',
        b"user_api_key_",
        b"\\u0061",
    ],
)
def test_hostile_repetition_takes_linear_time(unit: bytes) -> None:
    short, long = unit * (30_000 // len(unit)), unit * (240_000 // len(unit))
    # By turns, so that what else runs on the machine slows both; the shortest of each counts.
    tries = [(seconds(short), seconds(long)) for _ in range(4)]
    few, many = (min(one) for one in zip(*tries, strict=True))
    # Eight times the bytes: linear is 8; quadratic would be 64.
    assert many / max(few, 0.002) < 32
