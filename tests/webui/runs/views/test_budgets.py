"""What a page of a run may cost, whatever the size of its two sides."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs.models import Run

pytestmark = pytest.mark.slow
QUERIES = 12
COMPRESSED = 35_000
ELEMENTS = 3_000
TABS = ("overview", "before", "after", "summary", "checks", "history")


@pytest.fixture
def patchwork(upload: Callable[..., Run], work_off: Callable[[], int]) -> Run:
    """5,000 messages of which every third is gone, and calls whose results are gone: 3,300 ranges."""
    before: list[dict[str, Any]] = []
    for number in range(2_500):
        call = {"type": "tool_use", "id": f"toolu_{number:05}", "name": "read_file", "input": {"path": f"{number}.py"}}
        answer = {"type": "tool_result", "tool_use_id": call["id"], "content": f"line {number * 7919 % 104729}"}
        before += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    after = [message for number, message in enumerate(before) if number % 3]
    run = upload(
        "pair",
        {"pair": {"model": "claude-sonnet-4-5", "before": before, "after": after, "summary": "See 7.py. " * 1_000}},
    )
    work_off()
    run.refresh_from_db()
    return run


def test_every_tab_keeps_to_its_budget(at_ada: Client, patchwork: Run, django_assert_max_num_queries: Any) -> None:
    assert patchwork.introduced > 500
    for query in (*(f"tab={tab}" for tab in TABS), "ranges=60", "range=before-0", "tab=before&at=4900"):
        with django_assert_max_num_queries(QUERIES):
            answer = at_ada.get(f"/t/acme/runs/{patchwork.pk}?{query}")
        assert answer.status_code == 200
        assert len(gzip.compress(answer.content, 6)) <= COMPRESSED, query
        assert len(re.findall(rb"<[a-z]", answer.content)) <= ELEMENTS, query


def test_where_a_message_went_costs_little(at_ada: Client, patchwork: Run, django_assert_max_num_queries: Any) -> None:
    for place in ("before/0", "before/4999", "after/9", "summary/text", "summary/text?sentence=3"):
        with django_assert_max_num_queries(QUERIES):
            answer = at_ada.get(f"/t/acme/runs/{patchwork.pk}/{place}")
        assert answer.status_code == 200, place
        assert len(gzip.compress(answer.content, 6)) <= COMPRESSED, place


def test_the_list_costs_the_same_for_few_and_many_rows(
    at_ada: Client, upload: Callable[..., Run], whole: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        upload("contract", whole | {"name": f"run-{number}"})

    with django_assert_max_num_queries(QUERIES):
        at_ada.get("/t/acme/runs")
