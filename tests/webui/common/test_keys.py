"""One table of keys: sheet, badges and handlers come from it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from webui.accounts.models import User
from webui.common.keys import BY_NAME, KEYS

SCRIPT = (Path(settings.ROOT) / "static" / "app.js").read_text()
TEMPLATES = Path(settings.ROOT) / "templates"


def handlers() -> set[str]:
    body = SCRIPT.split("const handlers = {")[1].split("\n  };")[0]
    return set(re.findall(r"^    (\w+): ", body, re.MULTILINE))


def test_every_key_has_a_handler_and_every_handler_a_key() -> None:
    assert {key.does for key in KEYS} == handlers()


def test_every_badge_is_a_key_of_the_table() -> None:
    named = {
        name for file in TEMPLATES.rglob("*.html") for name in re.findall(r'\{% badge "([\w-]+)" %\}', file.read_text())
    }

    assert named
    assert named <= set(BY_NAME)


def test_every_hint_for_screen_readers_is_a_key_of_the_table() -> None:
    presses = {press for key in KEYS for press in key.presses}
    hinted = {
        press.replace("Control", "Ctrl")  # as the attribute calls it
        for file in TEMPLATES.rglob("*.html")
        for press in re.findall(r'aria-keyshortcuts="([^"{]+)"', file.read_text())
    }

    assert hinted
    assert hinted <= presses


def test_what_a_handler_looks_for_stands_on_some_page() -> None:
    sought = set(re.findall(r"\[(data-[a-z-]+)\]", SCRIPT))
    pages = "".join(file.read_text() for file in TEMPLATES.rglob("*.html"))

    assert {"data-next-page", "data-toggle-all", "data-raw", "data-up"} <= sought
    assert {name for name in sought if not re.search(rf"[ {{]{name}\b", pages)} == set()


@pytest.mark.parametrize("page", ["captures/list", "transcripts/list", "runs/list", "transcripts/_pager"])
def test_pages_of_every_list_turn_by_key(page: str) -> None:
    markup = (TEMPLATES / f"{page}.html").read_text()

    assert "data-previous-page" in markup
    assert "data-next-page" in markup


def test_no_two_keys_share_a_press() -> None:
    presses = [press for key in KEYS for press in key.presses]

    assert len(presses) == len(set(presses))


def test_keys_that_go_somewhere_go_to_pages_that_exist() -> None:
    for key in KEYS:
        assert bool(key.route) == (key.does == "go")
        if key.route:
            assert reverse(key.route, args=[] if key.route == "transcripts:rules" else ["acme"])


def test_the_sheet_shows_the_table(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = client.get("/rules").content.decode()

    for key in KEYS:
        assert f'data-presses="{"|".join(key.presses)}" data-does="{key.does}"' in page
        assert f"<dd>{key.label}</dd>" in page
        assert f'<h3 class="fine">{key.where}</h3>' in page
    assert 'data-href="/t/acme/captures/new"' in page


def test_single_keys_can_be_turned_off(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.post("/preferences", {"shortcuts": "off", "next": "/rules"})
    page = client.get("/rules").content.decode()

    assert 'data-shortcuts="off"' in page
    assert "Single keys are off." in page


def test_every_step_has_something_that_it_acts_on() -> None:
    pages = "".join(file.read_text() for file in TEMPLATES.rglob("*.html"))
    marked = set(re.findall(r'data-step="([\w-]+)"', pages))
    steps = {key.name for key in KEYS if key.does == "step"}

    assert {"accept", "reject", "needs-work", "waive", "claim", "comment"} == steps
    assert marked <= steps
    # Those of decisions are named by the table of steps, as their buttons are.
    assert steps - marked == {"accept", "reject", "needs-work", "waive"}
    assert 'data-step="{{ button.' in pages
