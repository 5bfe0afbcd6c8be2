"""Each page says which call of the API returns what it shows, and the call answers a key."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from string import Formatter
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.people import browser, member
from tests.webui import test_powers as powers
from webui.accounts import apikeys
from webui.accounts.models import Member, Team, User
from webui.common.calls import CALLS, PAGED, PREFIX, TABS, call_of, joined
from webui.config.api import api
from webui.review.models import Case
from webui.runs.models import Run

world = powers.world
"""Rows of one team, so that every address leads somewhere."""

SHOWN = re.compile(r'<a class="mono" href="([^"]+)"><span class="vh">API for this page: </span>(GET|POST) ([^<]+)</a>')

NO_CALL = {
    *("accounts:home", "accounts:login", "accounts:enter", "accounts:password"),  # on the way in, without a frame
    *("review:export", "accounts:audit-export", "runs:export"),  # files
    *("transcripts:download", "runs:evicted"),
    *("healthz", "readyz", "api:openapi-json", "api:openapi-view", "api:api-root"),
}
ASKED: Mapping[str, str] = {
    "transcripts:search": "?q=nothing-like-it",
    "review:inbox": "?severity=error",
    "review:analytics": "?period=4w&severity=error",
    "transcripts:list": "?result=refused&text=e",
    "runs:list": "?verdict=refused",
    "runs:compare": "?a={run}&b={run}",
}
"""What a page is asked with; its call carries it on."""


def addresses(resolver: URLResolver, lead: str = "") -> dict[str, set[str]]:
    """The parameters of each address by its name."""
    found: dict[str, set[str]] = {}
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            found |= addresses(one, f"{one.namespace or one.app_name}:" if one.app_name else "")
        elif isinstance(one, URLPattern):
            found[f"{lead}{one.name}"] = set(one.pattern.converters)
    return found


@pytest.mark.parametrize("name", [*CALLS, *(name for name, _ in TABS)])
def test_every_row_names_a_page_that_exists_and_only_its_parameters(name: str) -> None:
    known = addresses(get_resolver())
    told = [CALLS.get(name, ""), *(call for (page, _), call in TABS.items() if page == name)]

    assert name in known
    slots = {slot for call in told for _, slot, _, _ in Formatter().parse(call) if slot} - {"before"}
    assert slots <= known[name]


def test_every_call_is_one_of_the_api() -> None:
    paths = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, methods in api.get_openapi_schema(path_params={})["paths"].items()
        for method in methods
    }

    for call in (*CALLS.values(), *TABS.values()):
        method, _, path = call.rpartition(" ")
        assert (method or "GET", re.sub(r"\{\w+\}", "{}", PREFIX + path.partition("?")[0])) in paths, call


@pytest.fixture
def admin(acme: Team) -> User:
    return member(acme, "root", Member.Role.ADMIN)


def pages(world: Any, client: Client) -> Iterator[tuple[str, str]]:
    """Yield name and text of every page that there is something to show on."""
    for name, pattern in powers.patterns():
        if name in NO_CALL:
            continue
        asked = ASKED.get(name, "").format(run=world.one.run_id)
        answer = client.get(powers.address_of(name, pattern, world) + asked, follow=True)
        html = answer.headers.get("Content-Type", "").startswith("text/html")
        if answer.status_code == 200 and html and b"<!doctype html>" in answer.content:
            yield name, answer.content.decode()


def test_every_page_shows_a_call_that_answers_a_key(world: Any, acme: Team, admin: User) -> None:
    secret = apikeys.create(acme, admin, "reader", ["read"])[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    missing, wrong, seen = [], [], set()
    for name, text in pages(world, browser(admin)):
        seen.add(name)
        told = SHOWN.search(text)
        if told is None:
            missing.append(name)
        elif told[2] == "GET":
            answer = program.get(unescape(told[1]))
            if answer.status_code != 200 or not answer["Content-Type"].startswith("application/"):
                wrong.append((name, told[1], answer.status_code))

    assert (missing, wrong) == ([], [])
    assert len(seen) > 40


def test_every_page_with_a_row_in_the_table_was_looked_at_or_has_nothing_here(world: Any, admin: User) -> None:
    seen = {name for name, _ in pages(world, browser(admin))}

    assert set(CALLS) - seen <= powers.BARE


def call_on(client: Client, address: str) -> str:
    told = SHOWN.search(client.get(address).content.decode())
    assert told is not None, address
    return unescape(told[1])


def test_the_call_carries_what_the_page_was_asked(world: Any, acme: Team, ada: User) -> None:
    client = browser(ada)
    transcript, run, case = world.transcript, Run.objects.exclude(before=None)[0], Case.objects.order_by("number")[0]
    told = {
        f"/t/acme/transcripts/{transcript.pk}": f"/transcripts/{transcript.pk}/messages?after=-1&limit=100",
        f"/t/acme/transcripts/{transcript.pk}/m/1": f"/transcripts/{transcript.pk}/messages?after=0&limit=1",
        f"/t/acme/runs/{run.pk}?tab=checks": f"/runs/{run.pk}/checks",
        "/t/acme/inbox?rule=first-role": "/cases?team=acme&rule=first-role",
        f"/t/acme/cases/{case.number}": f"/cases/{case.number}?team=acme",
        "/t/acme/analytics?rule=first-role&period=4w": "/analytics?team=acme&period=4w&rule=first-role",
        "/t/acme/transcripts?result=refused": "/transcripts?team=acme&result=refused",
        "/t/acme/search?q=a+b": "/search?team=acme&q=a+b",
        f"/t/acme/compare?a={run.pk}&b={run.pk}": f"/compare?team=acme&a={run.pk}&b={run.pk}",
        "/rules/first-role": "/rules/first-role",
    }
    for page, call in told.items():
        assert call_on(client, page) == PREFIX + call, page
        assert client.get(PREFIX + call).status_code == 200, call


def test_a_later_page_of_a_list_has_the_call_of_that_page(acme: Team, ada: User) -> None:
    for number in range(60):
        Run.objects.create(team=acme, name=f"run {number}", kind="contract", state="ready")
    client = browser(ada)
    first = client.get("/t/acme/runs").content.decode()
    (later,) = re.findall(r'data-next-page href="([^"]+)"', first)

    call = call_on(client, f"/t/acme/runs{unescape(later)}")

    assert [row["name"] for row in client.get(call).json()["runs"]] == [f"run {number}" for number in range(9, -1, -1)]
    assert set(PAGED) <= set(CALLS)


def test_the_trail_shows_its_call_to_those_who_may_ask_it(acme: Team, ada: User, admin: User) -> None:
    address = reverse("accounts:audit", args=["acme"])

    assert SHOWN.search(browser(ada).get(address).content.decode()) is None
    assert call_on(browser(admin), f"{address}?action=created") == f"{PREFIX}/audit?team=acme&action=created"


def test_a_page_that_only_sends_shows_what_sends(acme: Team, ada: User) -> None:
    told = SHOWN.search(browser(ada).get("/t/acme/captures/new").content.decode())

    assert told is not None
    assert told.groups() == ("/api/docs", "POST", f"{PREFIX}/captures?team=acme")


def test_a_page_without_a_call_shows_none(client: Client, db: None) -> None:
    assert call_of("accounts:login", {}) == ("GET", "")
    assert SHOWN.search(client.get("/login").content.decode()) is None


@pytest.mark.parametrize(
    ("address", "queries", "whole"),
    [("/a", ("", "b=1"), "/a?b=1"), ("/a?c=2", ("b=1", "d=3"), "/a?c=2&b=1&d=3"), ("/a", (), "/a")],
)
def test_queries_are_joined(address: str, queries: tuple[str, ...], whole: str) -> None:
    assert joined(address, *queries) == whole
