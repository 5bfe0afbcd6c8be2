"""The page that describes the API."""

import pytest
from django.test import Client

from webui.accounts.models import User


def test_the_page_lists_every_call(client: Client, ada: User) -> None:
    client.force_login(ada)

    page = client.get("/api/docs")

    assert page.status_code == 200
    for call in ("POST /api/v1/check", "POST /api/v1/captures", "GET /api/v1/transcripts/{pk}/messages"):
        assert f"<code>{call}</code>" in page.content.decode()


@pytest.mark.django_db
def test_the_page_needs_a_signed_in_person(client: Client) -> None:
    assert client.get("/api/docs").status_code == 302
    assert client.get("/api/openapi.json").status_code == 302
