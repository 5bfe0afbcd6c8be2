"""The page that describes the API."""

from collections.abc import Iterator

import pytest
from django.test import Client
from ninja import Schema

from webui.accounts.models import User
from webui.config.api import api


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


def test_no_two_schemas_have_one_name() -> None:
    api.get_openapi_schema()
    names = [schema.__name__ for schema in below(Schema) if schema.__module__.startswith("webui.")]
    assert sorted(names) == sorted(set(names)), "the description would hold one of them in the place of both"


def below(schema: type[Schema]) -> Iterator[type[Schema]]:
    for one in schema.__subclasses__():
        yield one
        yield from below(one)
