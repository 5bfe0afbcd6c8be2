"""What every page may cost where a team has much: queries, elements, bytes, requests. Counts, no clock.

Source: ux 23.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.multiplying import multiply, rows_of_teams
from tests.people import browser, member
from tests.webui.test_powers import World, address_of, patterns, world
from webui.common.static import without_comments

__all__ = ["world"]
pytestmark = pytest.mark.slow
QUERIES, ELEMENTS, REQUESTS = 12, 3_000, 6
PAGE, INBOX, RUN = 45_000, 25_000, 35_000
STYLE, SCRIPT = 15_000, 40_000
TURNS = range(1, 61)
NO_LIST = {"review:analytics"}
"""Pages of charts: their queries are counted by their own test."""

ELEMENT = re.compile(r"<[a-z]")
ASKED_FOR = re.compile(r'<(?:script|img|iframe|source)\b[^>]*?\bsrc="([^"]+)"|<link\b[^>]*?\bhref="([^"]+)"')


@pytest.fixture
def much(world: World) -> World:
    """A team that has everything sixty times more often."""
    made = multiply(rows_of_teams(), world.team, world.team, TURNS)
    assert made["review.Case"] > 200 and made["runs.Run"] > 200 and made["transcripts.Transcript"] > 200
    return world


@pytest.fixture
def boss(world: World) -> Client:
    return browser(member(world.team, "boss", "admin"))


def shown(client: Client, world: World) -> Iterator[tuple[str, str, str, int]]:
    """Yield name, address, HTML and number of queries of every page."""
    for name, pattern in patterns():
        address = address_of(name, pattern, world)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            queries = [one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]
            yield name, address, answer.content.decode(), len(queries)


def test_no_page_is_over_its_budget_whatever_a_team_has(boss: Client, much: World) -> None:
    over: list[str] = []
    pages = 0
    boss.get("/")  # what is noted once in some minutes
    for name, address, html, queries in shown(boss, much):
        pages += 1
        room = INBOX if name == "review:inbox" else RUN if name == "runs:detail" else PAGE
        size = len(gzip.compress(html.encode(), 6))
        counts = {"elements": (len(ELEMENT.findall(html)), ELEMENTS), "bytes": (size, room)}
        counts["requests"] = (1 + len(requests_of(html)), REQUESTS)
        if is_list(name):
            counts["queries"] = (queries, QUERIES)
        over += [f"{address}: {count} {what}, {most} at most" for what, (count, most) in counts.items() if count > most]
    assert over == []
    assert pages > 40


def is_list(name: str) -> bool:
    return name not in NO_LIST and set(dict(patterns())[name].pattern.converters) <= {"team"}


def requests_of(html: str) -> set[str]:
    """Return what a browser asks for before it paints a page, besides the page; all of it is of the same host."""
    found = {one or other for one, other in ASKED_FOR.findall(html)}
    assert not [address for address in found if urlsplit(address).netloc or not address.startswith("/static/")]
    return found


def test_style_and_script_are_small(boss: Client, world: World) -> None:
    sizes: dict[str, int] = {".css": 0, ".js": 0}
    for address in requests_of(boss.get(f"/t/{world.team.slug}/inbox").content.decode()):
        name = address.removeprefix("/static/")
        found = finders.find(name)
        assert found, name
        ending = Path(name).suffix
        served = Path(str(found)).read_bytes()
        served = without_comments(served.decode()).encode() if ending == ".css" else served
        sizes[ending] = sizes.get(ending, 0) + len(gzip.compress(served, 9))
    assert 0 < sizes[".css"] <= STYLE
    assert 0 < sizes[".js"] <= SCRIPT
