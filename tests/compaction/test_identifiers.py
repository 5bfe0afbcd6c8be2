"""Identifiers of a text, class by class."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.identifiers import identifiers


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
