"""Every page: whose it is, and that looking changes nothing."""

from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from webui.transcripts.models import Transcript

TEAM_PAGES = (
    "/t/acme/",
    "/t/acme/captures",
    "/t/acme/captures/new",
    "/t/acme/captures/{capture}",
    "/t/acme/transcripts",
    "/t/acme/transcripts/{transcript}",
    "/t/acme/transcripts/{transcript}?open=all",
    "/t/acme/transcripts/{transcript}/system",
    "/t/acme/transcripts/{transcript}/m/1",
    "/t/acme/transcripts/{transcript}/m/1?view=raw",
    "/t/acme/transcripts/{transcript}/m/1.json",
    "/t/acme/search?q=paired",
)
ACTIONS = ("/t/acme/sample", "/t/acme/captures/{capture}/cancel", "/t/acme/captures/{capture}/read-again")


def rows() -> dict[str, list[Any]]:
    """Everything that is stored, sessions aside."""
    models = [model for model in apps.get_models() if model._meta.label != "sessions.Session"]
    return {model._meta.label: list(model.objects.order_by("pk").values()) for model in models}


def filled(address: str, broken: Transcript) -> str:
    return address.format(capture=broken.capture_id, transcript=broken.pk)


@pytest.mark.parametrize("address", [*TEAM_PAGES, "/rules", "/rules/paired-tool-result", "/rules/role-legal"])
@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["whole", "part"])
def test_looking_changes_nothing(at_ada: Client, broken: Transcript, address: str, headers: dict[str, str]) -> None:
    before = rows()

    answer = at_ada.get(filled(address, broken), **headers)

    assert answer.status_code in (200, 302)
    assert rows() == before


@pytest.mark.parametrize("address", TEAM_PAGES)
def test_another_team_gets_the_answer_of_a_missing_page(at_rob: Client, broken: Transcript, address: str) -> None:
    assert at_rob.get(filled(address, broken)).status_code == 404


@pytest.mark.parametrize("address", [page for page in TEAM_PAGES if "{" in page])
def test_a_row_is_not_found_under_another_team(at_rob: Client, broken: Transcript, address: str) -> None:
    assert at_rob.get(filled(address, broken).replace("/t/acme/", "/t/rivals/")).status_code == 404


@pytest.mark.parametrize("address", [*TEAM_PAGES, "/rules", "/rules/role-legal", "/"])
def test_nobody_signed_in_is_led_to_the_sign_in_page(client: Client, broken: Transcript, address: str) -> None:
    answer = client.get(filled(address, broken))

    assert answer.status_code == 302
    assert answer["Location"].startswith("/login?next=")


@pytest.mark.parametrize("address", ACTIONS)
def test_actions_take_no_get_and_no_viewer(at_ada: Client, at_vic: Client, broken: Transcript, address: str) -> None:
    before = rows()

    assert at_ada.get(filled(address, broken)).status_code == 405
    assert at_vic.post(filled(address, broken)).status_code == 403
    assert rows() == before


@pytest.mark.parametrize("address", ACTIONS)
def test_actions_reach_no_other_team(at_rob: Client, broken: Transcript, address: str) -> None:
    before = rows()

    assert at_rob.post(filled(address, broken)).status_code == 404
    assert rows() == before
