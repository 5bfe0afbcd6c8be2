"""Each page says which call of the API returns what it shows."""

import re
from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests import review_rows as rows
from webui.accounts.models import Team, User
from webui.common.calls import CALLS, PREFIX, TABS, call_of
from webui.config.api import api
from webui.runs.models import Run
from webui.transcripts import sample
from webui.transcripts.models import Transcript


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
    slots = {slot for call in told for _, slot, _, _ in Formatter().parse(call) if slot}
    assert slots <= known[name]


def test_every_call_is_one_of_the_api() -> None:
    paths = {re.sub(r"\{\w+\}", "{}", path) for path in api.get_openapi_schema(path_params={})["paths"]}

    for call in (*CALLS.values(), *TABS.values()):
        assert re.sub(r"\{\w+\}", "{}", PREFIX + call.partition("?")[0]) in paths, call


def test_a_page_shows_its_call_and_the_call_answers(
    client: Client, ada: User, acme: Team, data_dir: Any, work_off: Callable[[], int]
) -> None:
    client.force_login(ada)
    sample.load(acme, None)
    work_off()
    transcript, run = Transcript.objects.filter(errors__gt=0)[0], Run.objects.all()[0]
    number = rows.case(acme, 9001, code="first-role").number
    pages = {
        f"/t/acme/captures/{transcript.capture_id}": f"/captures/{transcript.capture_id}",
        f"/t/acme/transcripts/{transcript.pk}": f"/transcripts/{transcript.pk}/messages",
        f"/t/acme/runs/{run.pk}": f"/runs/{run.pk}",
        f"/t/acme/runs/{run.pk}?tab=checks": f"/runs/{run.pk}/checks",
        "/t/acme/inbox?rule=first-role": "/cases?team=acme&amp;rule=first-role",
        f"/t/acme/cases/{number}": f"/cases/{number}?team=acme",
        "/t/acme/analytics?rule=first-role": "/cases?team=acme&amp;rule=first-role",
        "/rules/first-role": "/rules/first-role",
    }
    for page, call in pages.items():
        assert f'href="{PREFIX}{call}"' in client.get(page).content.decode(), page
        assert client.get(PREFIX + call.replace("&amp;", "&")).status_code == 200, call


def test_a_page_without_a_call_shows_none() -> None:
    assert call_of("accounts:login", {}) == ""
