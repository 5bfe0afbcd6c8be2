"""Which part of a transcript a page shows."""

import pytest
from django.http import QueryDict

from webui.transcripts.views.pages import opened, span, whole


@pytest.mark.parametrize(
    ("query", "total", "start", "stop", "at", "beyond"),
    [
        ("", 5000, 0, 100, None, None),
        ("at=128", 5000, 100, 200, 128, None),
        ("at=4999", 5000, 4900, 5000, 4999, None),
        ("at=128&per=50", 5000, 100, 150, 128, None),
        ("at=250&per=200", 261, 200, 261, 250, None),
        ("at=7001", 5000, 4900, 5000, 4999, 7001),
        ("at=3", 0, 0, 0, None, 3),
        ("at=x&per=7", 50, 0, 50, None, None),
    ],
)
def test_the_page_holds_the_place_that_was_asked_for(
    query: str, total: int, start: int, stop: int, at: int | None, beyond: int | None
) -> None:
    found = span(QueryDict(query), total)

    assert (found.start, found.stop, found.at, found.beyond) == (start, stop, at, beyond)


def test_pages_lead_to_their_neighbours() -> None:
    middle = span(QueryDict("at=128"), 261)

    assert (middle.number, middle.pages) == (2, 3)
    assert middle.older and middle.older.here == "?at=0#m-0"
    assert middle.newer and middle.newer.here == "?at=200#m-200"
    assert middle.newer.newer is None
    assert middle.older.older is None


def test_links_keep_the_size_of_the_page() -> None:
    assert span(QueryDict("per=50"), 261).link(7, "m-7.2", open=7) == "?at=7&per=50&open=7#m-7.2"
    assert span(QueryDict(""), 261).link(7) == "?at=7#m-7"


def test_only_short_whole_numbers_are_numbers() -> None:
    assert [whole(text) for text in ("12", "", None, "-1", "1.5", "٣", "1" * 30)] == [12, *[None] * 6]
    assert opened(QueryDict("open=1&open=x&open=3"), "open") == {1, 3}
