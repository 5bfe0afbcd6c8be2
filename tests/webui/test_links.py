"""Every link that a page makes: opened without script in a fresh session it shows its page, and the place is on it."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from django.test import Client

from tests.webui.test_powers import World, address_of, patterns, world
from webui.accounts.models import Member, User

__all__ = ["world"]
pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"')
IDS = re.compile(r'\bid="([^"]+)"')


@pytest.fixture
def boss(world: World) -> User:
    user = User.objects.create_user("boss")
    Member.objects.create(team=world.team, user=user, role=Member.Role.ADMIN)
    return user


def fresh(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def told(client: Client, address: str) -> str:
    """Return the HTML of an address, nothing where it answers otherwise."""
    answer = client.get(address)
    html = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return str(answer.content.decode()) if html else ""


def links(client: Client, world: World) -> dict[str, str]:
    """Return each link within the product that any page has, with the page that has it first."""
    found: dict[str, str] = {}
    for address in (address_of(name, pattern, world) for name, pattern in patterns()):
        for link in LINK.findall(told(client, address)):
            whole = urljoin(address, unescape(link))
            if whole.startswith("/"):
                found.setdefault(whole, address)
    return found


def fault(client: Client, link: str) -> str:
    """Return what is wrong with a link, nothing where it leads to its place."""
    address, place = urldefrag(link)
    answer = client.get(address)
    if answer.status_code >= 400:
        return f"answers {answer.status_code}"
    there = {unescape(one) for one in IDS.findall(answer.content.decode())} if place else {""}
    return "" if answer.status_code == 302 or unquote(place) in there else "the place is not on the page"


def test_every_link_shows_its_place_without_script_in_a_fresh_session(boss: User, world: World) -> None:
    found = links(fresh(boss), world)
    reader = fresh(boss)

    wrong = [f"{link} on {page}: {said}" for link, page in found.items() if (said := fault(reader, link))]

    assert wrong == []
    assert len(found) > 300 and sum("#" in link for link in found) > 100


def test_a_place_that_a_link_names_is_highlighted() -> None:
    """By the style sheet alone: the browser knows which place the address names."""
    rules = re.findall(r"([^{}]*:target[^{}]*)\{([^}]*)\}", (ROOT / "static/app.css").read_text())

    assert any(".block" in names or ".msg" in names for names, _ in rules)
    assert all(body.strip() for _, body in rules)
