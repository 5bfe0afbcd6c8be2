"""Whole days up to today, in spans of one length."""

from datetime import UTC, datetime, timedelta

import pytest

from webui.review.trends.period import period

NOW = datetime(2026, 11, 30, 15, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("code", "words", "spans", "first"),
    [
        ("4w", "3 Nov to 30 Nov, 4 weeks", 28, "3 Nov"),
        ("12w", "8 Sep to 30 Nov, 12 weeks", 12, "8 to 14 Sep"),
        ("1y", "2 Dec 2025 to 30 Nov, 1 year", 13, "2 to 29 Dec"),
        ("unknown", "8 Sep to 30 Nov, 12 weeks", 12, "8 to 14 Sep"),
    ],
)
def test_a_period_ends_with_today(code: str, words: str, spans: int, first: str) -> None:
    found = period(code, NOW)

    assert (found.words, len(found.spans), found.spans[0].words) == (words, spans, first)
    assert found.end == datetime(2026, 12, 1, tzinfo=UTC)
    assert len({span.end - span.start for span in found.spans}) == 1
    assert all(one.end == other.start for one, other in zip(found.spans, found.spans[1:], strict=False))


def test_a_span_names_its_days_and_is_found_by_them() -> None:
    weeks = period("12w", NOW).spans

    assert (weeks[-1].words, weeks[-1].query) == ("24 to 30 Nov", "2026-11-24..2026-11-30")
    assert weeks[3].words == "29 Sep to 5 Oct"
    assert period("4w", NOW).spans[-1].query == "2026-11-30..2026-11-30"


def test_a_moment_has_its_span_and_its_share() -> None:
    found = period("4w", NOW)

    assert found.index(found.start.date()) == 0
    assert found.index(NOW.date()) == 27
    assert found.share(found.start + timedelta(days=7)) == 0.25
