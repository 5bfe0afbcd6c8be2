"""Before and after side by side."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs import store
from webui.runs.models import Run
from webui.runs.views import aligned

HEADS = re.compile(r'<div class="panel mb-3" data-fate="([^"]*)">')


def turn(at: int, words: str) -> dict[str, Any]:
    return {"role": ("user", "assistant")[at % 2], "content": words}


@pytest.fixture
def run(upload: Callable[..., Run], work_off: Callable[[], int]) -> Run:
    """Twenty messages before, of which the last twelve come through behind a summary."""
    before = [turn(at, f"word {at}") for at in range(20)]
    after = [{"role": "user", "content": "Summary of it all."}, turn(1, "Good."), *before[8:]]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9}
    found = upload("pair", {"before": body | {"messages": before}, "after": body | {"messages": after}})
    work_off()
    return Run.objects.get(pk=found.pk)


def stretch(page: str, fate: str) -> str:
    start = page.index(f'data-fate="{fate}"')
    return page[start : page.index("</ol>", start)]


def test_what_came_through_stands_on_one_line_and_the_rest_is_folded(run: Run, at_ada: Client) -> None:
    page = at_ada.get(f"/t/acme/runs/{run.pk}/aligned").content.decode()

    assert HEADS.findall(page) == ["summarised", "inserted", "kept"]
    kept = stretch(page, "kept")
    lines = re.findall(r"tab=before&amp;at=(\d+)#m-\d+.*?tab=after&amp;at=(\d+)#m-", kept)
    assert [(int(a), int(b)) for a, b in lines] == [(8, 2), (9, 3), (18, 12), (19, 13)]
    assert "8 messages between" in kept
    gone = stretch(page, "summarised")
    assert "4 messages between" in gone and "tab=after" not in gone
    assert "Summary of it all." in stretch(page, "inserted")


def test_stretches_are_paged(run: Run, at_ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aligned, "STRETCHES", 1)
    page = at_ada.get(f"/t/acme/runs/{run.pk}/aligned?from=1").content.decode()

    assert HEADS.findall(page) == ["inserted"]
    assert 'href="?from=0"' in page and 'href="?from=2"' in page


def test_the_overview_leads_to_it_and_other_teams_do_not_see_it(run: Run, at_ada: Client, at_rob: Client) -> None:
    assert f"/t/acme/runs/{run.pk}/aligned" in at_ada.get(f"/t/acme/runs/{run.pk}").content.decode()
    assert at_rob.get(f"/t/acme/runs/{run.pk}/aligned").status_code == 404


def test_a_run_without_both_sides_has_none(
    upload: Callable[..., Run], at_ada: Client, work_off: Callable[[], int]
) -> None:
    run = upload("contract", {"input": json.loads('{"version": 1}'), "output": {}})
    work_off()
    assert at_ada.get(f"/t/acme/runs/{run.pk}/aligned").status_code == 404


def test_few_queries_serve_long_lists(run: Run, at_ada: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        at_ada.get(f"/t/acme/runs/{run.pk}/aligned")


def test_every_message_of_both_sides_is_in_one_stretch(run: Run) -> None:
    explained = store.explanation_of(run)
    assert explained is not None
    ranges = list(aligned.order(explained))
    before = [place for one in ranges if one.fate != "inserted" for place in range(one.start, one.stop)]
    assert before == list(range(20))
    assert sum(len(one) for one in ranges if one.fate == "inserted") == 2
