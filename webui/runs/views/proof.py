"""What summaries lose and what a question round wins back, as the benchmark measured it."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.accounts.access import signed_in
from webui.common.htmx import page

RESULTS = Path(__file__).parents[1] / "proof.json"

Measures = Mapping[str, float | None]


class _Row(TypedDict):
    id: str
    title: str
    dialogs: int
    rounds: Sequence[Measures]
    halves: Mapping[str, Measures]
    all: Measures
    kinds: Mapping[str, float | None]


class _Results(TypedDict):
    command: str
    date: str
    dialogs: int
    target_tokens: int
    budget_tokens: int
    rows: Sequence[_Row]


@require_safe
@signed_in
def proof(request: HttpRequest) -> HttpResponse:
    """Show the table that the benchmark wrote."""
    results = measured()
    return page(
        request,
        "runs/proof.html",
        {
            "results": results,
            "tables": [
                ("all", "All rounds", [(row["title"], row["dialogs"], _cells(row["all"])) for row in results["rows"]]),
                *(
                    (f"round-{place + 1}", f"Round {place + 1}", [_of_round(row, place) for row in results["rows"]])
                    for place in range(3)
                ),
                *((name, f"Grammars: {name}", [_of_half(row, name) for row in results["rows"]]) for name in HALVES),
            ],
            "kinds": [(row["title"], [_percent(share) for share in row["kinds"].values()]) for row in results["rows"]],
            "names": list(results["rows"][0]["kinds"]),
        },
    )


HALVES = ("open", "held-out")


def _of_round(row: _Row, place: int) -> tuple[str, int, list[str]]:
    return row["title"], row["dialogs"], _cells(row["rounds"][place])


def _of_half(row: _Row, name: str) -> tuple[str, int, list[str]]:
    taken = row["halves"][name]
    return row["title"], int(taken["passes"] or 0) // len(row["rounds"]), _cells(taken)


def _cells(taken: Measures) -> list[str]:
    shares = ("identifier_recall_draft", "identifier_recall", "fact_recall_draft", "fact_recall", "recovered_share")
    return [
        *(_percent(taken[name]) for name in shares),
        *(_count(taken[name]) for name in ("lost", "recovered", "faded", "outdated", "invented", "tokens_a_fact")),
    ]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _count(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


@cache
def measured() -> _Results:
    """Return what the benchmark wrote."""
    found: _Results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found
