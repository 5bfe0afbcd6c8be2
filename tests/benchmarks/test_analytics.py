"""What the charts cost under each filter: with 100,000 cases at most ten times what they cost with 1,000."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.benchmarks.test_inbox import clients, spent
from webui.accounts.models import Team
from webui.review.models import Case, Decision, Occurrence, Source, Waiver
from webui.runs.models import Run

__all__ = ["clients"]
pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
FACTOR = 10
"""Where a page of 1,000 cases costs 40 ms, one of 100,000 may cost 400."""
VIEWS = (
    "",
    "?period=4w",
    "?period=1y",
    "?rule=answered-tool-use",
    "?reason=token_limit",
    "?flag=summary-growth",
    "?source={source}",
    "?owner={owner}",
    "?owner=none",
    "?severity=error",
    "?severity=warning",
    "?kind=broken",
    "?kind=refused",
    "?rule=answered-tool-use&source={source}",
    "?kind=broken&severity=error",
)
MEASURES = {f"measure-{n}": n * 1.25 for n in range(14)} | {"identifiers": 40, "lost": 3}
HOUR = timedelta(hours=1)


def show(team: Team) -> None:
    """Let each case be seen, a third of them twice; those that are not of a rule in a run."""
    cases = list(Case.objects.filter(team=team).order_by("number"))
    runs = {case.pk: _run(case) for case in cases if case.about != "rule"}
    Run.objects.bulk_create(runs.values(), batch_size=2000)
    for case in cases:
        if case.pk in runs:
            runs[case.pk].created = case.created
    Run.objects.bulk_update(runs.values(), ["created"], batch_size=400)
    seen = [(case, case.created) for case in cases]
    seen += [(case, case.changed) for case in cases if case.number % 3 == 0]
    Occurrence.objects.bulk_create(
        (Occurrence.of(case, count=1 + case.number % 3, created=at, run=runs.get(case.pk)) for case, at in seen),
        batch_size=2000,
    )
    closed = [case for case in cases if case.closed]
    Decision.objects.bulk_create(
        (
            Decision(case=case, action="reject", was="new", now=case.state, version=1, created=case.closed)
            for case in closed
        ),
        batch_size=2000,
    )
    now = timezone.now()
    Waiver.objects.bulk_create(
        Waiver(
            team=team, case=case, scope="case", code=case.code, reason="other", created=now,
            ends=now + HOUR * (case.number % 4000),
        )
        for case in cases
        if case.number % 30 == 7
    )  # fmt: skip


def _run(case: Case) -> Run:
    refused = case.about == "reason"
    return Run(
        team=case.team,
        name="r",
        kind="contract",
        state="ready",
        verdict="refused" if refused else "valid",
        reason=case.code if refused else "",
        judged=case.created,
        rule_version="1",
        measures=None if refused else MEASURES,
    )


def test_the_charts_keep_their_budget_under_every_filter(clients: tuple[Client, Client]) -> None:
    times: dict[str, Any] = {}
    for slug in ("few", "many"):
        show(Team.objects.get(slug=slug))
    if connection.vendor == "postgresql":
        connection.cursor().execute("VACUUM ANALYZE")
    for view in VIEWS:
        asked = []
        for slug, client in zip(("few", "many"), clients, strict=True):
            source = Source.objects.filter(team__slug=slug)[0].pk
            asked.append(spent(client, f"/t/{slug}/analytics{view.format(source=source, owner=f'{slug}-3')}"))
        times[view] = (round(asked[0], 3), round(asked[1], 3), round(asked[1] / asked[0], 1))
    print(times)  # noqa: T201 - a benchmark tells

    assert max(ratio for *_, ratio in times.values()) <= FACTOR
