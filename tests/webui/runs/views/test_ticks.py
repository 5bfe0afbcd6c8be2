"""Sections of a comparison that a person has read."""

import html
import re

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts.models import Team, User
from webui.runs.models import Pass, Run, Tick
from webui.runs.store import ticks
from webui.transcripts.store.values import pack

OLD = "## Goal\nMake retries reliable.\n## State\nThe limit is 3.\n## Open items\nAsk ops."
NEW = "## Goal\nMake retries safe.\n## State\nThe limit is 5.\n## Open items\nAsk ops."


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def make(run: Run, attempt: int, draft: str, final: str) -> Pass:
    return Pass.objects.create(
        team=run.team, run=run, source=run.before, attempt=attempt, number=attempt, state=Pass.State.DONE,
        outcome="compacted", client="scripted", target_tokens=100, draft=pack(draft.encode()),
        final=pack(final.encode()), ended=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def address(pair: Run) -> str:
    made = make(pair, 1, OLD, NEW)
    return f"/t/acme/runs/{pair.pk}?tab=summary&view=changes&pass={made.pk}"


def button(page: str, name: str, place: int = 0) -> str:
    return re.findall(rf'name="{name}" value="([^"]+)"', page)[place]


def see(client: Client, address: str) -> str:
    return str(client.get(address).content.decode())


def test_a_section_is_ticked_and_the_next_unread_one_comes(at_ada: Client, address: str) -> None:
    page = see(at_ada, address)
    assert "2 of 2 changes unread" in plain(page)
    sent = {"read": button(page, "read"), "next": address}
    assert sent["read"].endswith(" d-1"), "to the section State, the next unread"

    answer = at_ada.post("/t/acme/read", sent)

    assert (answer.status_code, answer["Location"]) == (302, f"{address}#d-1")
    page = see(at_ada, address)
    assert "1 of 2 changes unread" in plain(page)
    assert "Section marked as read." in plain(page)
    assert '<details class="turned"><summary class="turn">1 change, read</summary>' in page
    assert 'href="#ch-2" aria-keyshortcuts="n"' in page, "the first change is now that of State"


def test_a_tick_is_taken_back(at_ada: Client, address: str) -> None:
    page = see(at_ada, address)
    for _ in range(2):
        at_ada.post("/t/acme/read", {"read": button(page, "read"), "next": address})
    assert Tick.objects.count() == 1

    answer = at_ada.post("/t/acme/read", {"unread": button(see(at_ada, address), "unread"), "next": address})

    assert answer["Location"] == f"{address}#d-0"
    assert "2 of 2 changes unread" in plain(see(at_ada, address))
    assert not Tick.objects.exists()


def test_when_all_is_read_the_page_says_so(at_ada: Client, address: str) -> None:
    for _ in range(2):
        at_ada.post("/t/acme/read", {"read": button(see(at_ada, address), "read"), "next": address})

    assert "All read" in plain(see(at_ada, address))
    assert 'name="read"' not in see(at_ada, address), "Open items did not change, so there is nothing to tick"


def test_a_new_run_clears_ticks_only_where_the_text_differs(at_ada: Client, address: str, pair: Run) -> None:
    for _ in range(2):
        at_ada.post("/t/acme/read", {"read": button(see(at_ada, address), "read"), "next": address})
    newer = make(pair, 2, OLD, NEW.replace("is 5", "is 6"))

    page = plain(see(at_ada, f"/t/acme/runs/{pair.pk}?tab=summary&view=changes&pass={newer.pk}&pair=draft-final"))

    assert "1 of 2 changes unread" in page
    assert "Goal 1 changed Read : Goal. Mark as unread" in page
    assert "State 1 changed Mark as read : State" in page


def test_ticks_are_a_persons_own(at_ada: Client, at_vic: Client, address: str) -> None:
    at_ada.post("/t/acme/read", {"read": button(see(at_ada, address), "read"), "next": address})

    page = see(at_vic, address)
    assert "2 of 2 changes unread" in plain(page)
    assert at_vic.post("/t/acme/read", {"read": button(page, "read"), "next": address}).status_code == 302
    assert Tick.objects.count() == 2


def test_ticks_stay_in_their_team(at_rob: Client, ada: User, acme: Team, rivals: Team) -> None:
    mine, theirs = (ticks.digest_of(team, "goal", "a", "b") for team in (acme, rivals))

    assert mine != theirs, "a team's key keeps digests apart"
    assert at_rob.post("/t/acme/read", {"read": f"{mine} d-0", "next": "/t/acme/runs"}).status_code == 404
    ticks.put(acme, ada, mine, read=True)
    assert ticks.read_of(acme, ada, [mine]) == {mine}
    assert ticks.read_of(rivals, ada, [mine]) == frozenset()


def test_what_stands_left_and_right_is_told_apart(acme: Team) -> None:
    assert len({ticks.digest_of(acme, *texts) for texts in (("g", "ab", ""), ("g", "a", "b"), ("ga", "b", ""))}) == 3


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"read": "x d-0", "next": "/t/acme/runs?x=1"},
        {"read": "0" * 64 + " d-0", "next": "https://evil.example/"},
        {"read": "0" * 64 + " d-0\n", "next": "/t/acme/runs?x=1"},
    ],
)
def test_what_no_button_sends_is_not_kept(at_ada: Client, sent: dict[str, str]) -> None:
    answer = at_ada.post("/t/acme/read", sent)

    assert (answer.status_code, answer["Location"]) == (302, "/t/acme/runs")
    assert not Tick.objects.exists()
