"""Identifiers of a text, class by class."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.identifiers import Presence, identifiers, newest_first, occurrences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://example.org/a?b=1.", {("url", "https://example.org/a?b=1")}),
        ("Call `charge late fee` now", {("code", "charge late fee")}),
        ("Call `fee(invoice)` now", {("code", "fee(invoice")}),
        ("In services/export/runner.py,", {("path", "services/export/runner.py")}),
        ("In ~/notes/today and ./x/y/", {("path", "~/notes/today"), ("path", "./x/y/")}),
        ("Open runner.test.py!", {("file", "runner.test.py")}),
        ("From v1.2 to 3.11.7.", {("version", "v1.2"), ("version", "3.11.7")}),
        (
            "EXPORT-118 ledger_v7 dueDate x11",
            {("ident", word) for word in ("EXPORT-118", "ledger_v7", "dueDate", "x11")},
        ),
        ("a well-known half-open thing", set()),
        ("port 5433, 1,250 rows, 41.8s, 95%", {("number", n) for n in ("5433", "1250", "41.8", "95%")}),
        ("", set()),
        ("Call `...` now", set()),
    ],
)
def test_a_text_gives_its_identifiers(text: str, found: set[tuple[str, str]]) -> None:
    assert identifiers(text) == found


def test_what_one_class_took_the_next_does_not_see() -> None:
    assert identifiers("https://example.org/v1.2.3/run_7.py") == {("url", "https://example.org/v1.2.3/run_7.py")}


def test_the_worked_example_has_its_eight_identifiers() -> None:
    text = "services/export/runner.py fix/export-lock ledger_v7 EXPORT-118 5433 42 3 90"

    assert {value for _, value in identifiers(text)} == set(text.split())


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_searched(text: str) -> None:
    assert all(value and value.strip() for _, value in identifiers(text) if _ != "code")


def test_an_occurrence_has_its_place_in_the_text() -> None:
    text = "é: call `fee(x)` on v1.2, then 1,250 rows of run_7."

    found = {(hit.kind, hit.value): text[hit.start : hit.end] for hit in occurrences(text, number=3)}

    assert found == {
        ("code", "fee(x"): "fee(x",
        ("version", "v1.2"): "v1.2",
        ("ident", "run_7"): "run_7",
        ("number", "1250"): "1,250",
    }
    assert {hit.text for hit in occurrences(text, number=3)} == {3}


def test_the_last_place_of_each_wanted_identifier_is_given_newest_first() -> None:
    texts = ["run_7 v1.2 run_8", "nothing", "5433 run_7 and run_7"]
    wanted = {("ident", "run_7"), ("number", "5433"), ("version", "v1.2")}

    assert [(hit.value, hit.text, hit.start) for hit in newest_first(texts, wanted)] == [
        ("run_7", 2, 15),
        ("5433", 2, 0),
        ("v1.2", 0, 6),
    ]


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("RUN_7 done", True),
        ("`run_7`", True),
        ("prun_7, run_7", True),
        ("prun_7", False),
        ("run_77", False),
        ("run-7", False),
    ],
)
def test_an_identifier_is_present_where_no_word_is_glued_to_it(text: str, present: bool) -> None:
    assert Presence(text).has(("ident", "run_7")) is present


def test_a_number_is_present_as_a_number_only_but_may_be_mentioned_otherwise() -> None:
    text = Presence("host:5433, `7 rows`, 3x")

    assert [text.has(("number", value)) for value in ("5433", "7", "3", "33")] == [False, True, True, False]
    assert [text.mentions(("number", value)) for value in ("5433", "7", "3", "33")] == [True, True, True, False]


def test_back_quotes_around_what_another_class_took_hold_nothing() -> None:
    assert identifiers("see `https://a.example/b` there") == {("url", "https://a.example/b")}
