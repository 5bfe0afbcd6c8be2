"""The page of charts: its address carries period and filters, tables and CSV say what pictures say, and it is quick."""

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import review_rows as rows
from webui.accounts.models import Team, User
from webui.review.models import Case, Occurrence
from webui.runs.models import Run

DAY = timedelta(days=1)
PAGE = "/t/acme/analytics"


@pytest.fixture
def some(acme: Team) -> list[Case]:
    """Three cases of two kinds, one of them decided."""
    now = timezone.now()
    run = Run.objects.create(team=acme, name="r", kind="contract", state="ready", verdict="refused", reason="identity")
    made = [
        rows.case(acme, 1, kind="refused", about="reason", code="identity", run=run),
        rows.case(acme, 2, state="rejected", created=now - 2 * DAY, closed=now - DAY),
        rows.case(acme, 3, rows.source_of(acme, '=cmd"<b>'), created=now - 20 * DAY),
    ]
    Occurrence.of(made[0], run=run, created=now).save()
    return made


def read(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode())))


def test_every_picture_has_a_title_a_sentence_and_a_table(at_ada: Client, some: list[Case]) -> None:
    page = at_ada.get(PAGE).content.decode()

    for title in ("Open cases by age", "Refused runs a week, by reason", "Time to decision"):
        panel = page[page.index(f">{title}</h2>") :]
        panel = panel[: panel.index("</section>")]
        assert re.search(r'<svg class="plot"[^>]* role="group" aria-label="[^"]+"', panel)
        assert '<p class="mut">' in panel
        assert "Show as table" in panel
        assert "<caption" in panel
    assert "2 cases open, 1 of them for more than 10 days" in page
    assert page.count("style=") == 0
    assert "<script>" not in page


def test_an_address_carries_period_and_filters(at_ada: Client, some: list[Case]) -> None:
    page = at_ada.get(f"{PAGE}?period=4w&source={some[2].source_id}").content.decode()

    assert "Refused runs a day, by reason" in page
    assert "1 case open, 1 of them for more than 10 days" in page
    assert f"?period=4w&amp;source={some[2].source_id}&amp;csv=ages" in page
    links = re.findall(r'href="(/t/acme/inbox\?[^"]+)"', page)
    assert links
    assert all(f"source={some[2].source_id}" in link for link in links)
    assert "&lt;b&gt;" in page


def test_what_is_unknown_or_only_of_the_inbox_is_shown_struck_and_narrows_nothing(
    at_ada: Client, some: list[Case]
) -> None:
    page = at_ada.get(f"{PAGE}?period=soon&rule=nonsense&state=rejected&rule=paired-tool-result").content.decode()

    for stray in ("period=soon", "rule=nonsense", "state=rejected"):
        assert f'aria-label="{stray}, not used here. Remove"' in page
    assert 'aria-label="Rule paired-tool-result. Remove"' in page
    assert "12 weeks" in page
    assert "1 case open" in page


def test_a_chart_and_all_charts_come_as_csv(at_ada: Client, some: list[Case]) -> None:
    answer = at_ada.get(f"{PAGE}?csv=ages")

    assert answer["Content-Type"].startswith("text/csv")
    assert answer["Content-Disposition"] == 'attachment; filename="acme-ages-12w.csv"'
    assert read(answer)[:2] == [
        ["Age", "New", "In review", "Needs work", "All"],
        ["opened today", "1", "0", "0", "1"],
    ]
    every = read(at_ada.get(f"{PAGE}?csv=all"))
    assert every[0] == ["chart", "row", "column", "value"]
    assert ["Open cases by age", "opened over 10 days ago", "All", "1"] in every
    assert at_ada.get(f"{PAGE}?csv=nothing").status_code == 404


def test_a_team_that_has_sent_nothing_is_told_what_to_do(at_ada: Client) -> None:
    page = at_ada.get(PAGE).content.decode()

    assert "No numbers, because nothing has been sent yet" in page
    assert "Upload a capture" in page
    assert "<figure" not in page


def test_another_team_sees_none_of_it(some: list[Case], rob: User) -> None:
    client = Client()
    client.force_login(rob)

    assert client.get(PAGE).status_code == 404
    mine = client.get(f"/t/rivals/analytics?source={some[2].source_id}").content.decode()
    assert "cmd" not in mine


def test_links_of_numbers_lead_to_as_many_cases(at_ada: Client, acme: Team, some: list[Case]) -> None:
    from webui.review import filters

    page = at_ada.get(PAGE).content.decode()
    told = re.findall(r'href="/t/acme/inbox\?([^"]+)" aria-label="Opened [^:]+: (\d+) case', page)

    assert [int(count) for _, count in told] == [1, 1]
    for query, count in told:
        asked = filters.read(unquote(query).replace("&amp;", "&"), acme, None)
        assert asked.narrowed(Case.objects.all()).count() == int(count)


def test_queries_do_not_grow_with_the_rows(
    at_ada: Client, acme: Team, some: list[Case], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with CaptureQueriesContext(connection) as few:
        at_ada.get(PAGE)
    for number in range(4, 30):
        rows.case(acme, number, state="rejected")
    with django_assert_max_num_queries(len(few.captured_queries)):
        at_ada.get(PAGE)
    assert len(few.captured_queries) <= 24
