"""What the built-in client keeps, loses and wins back, held to what is published."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compaction.errors import ClientError
from compaction.llm import Request, Scripted, Usage, tags
from compaction.llm.messages import Reply
from tests.benchmarks.proof.clients import Recorded, Recorder, Truncation
from tests.benchmarks.proof.contest import PAGE, RUNS, entrants
from tests.benchmarks.proof.corpus import DIALOGS, dialogs
from tests.benchmarks.proof.dialogs import KINDS, Fact
from tests.benchmarks.proof.results import restored, row, stored, take
from tests.benchmarks.proof.rounds import rounds
from webui.llm.extractive import Extractive, facts, phrasing

SAMPLE = 5
FRAMED = re.compile(r"- (?:Which|What) .*?\?: ")


@cache
def published() -> dict[str, Any]:
    return {one["id"]: one for one in json.loads(PAGE.read_text(encoding="utf-8"))["rows"]}


@cache
def kept_runs() -> list[dict[str, Any]]:
    return list(json.loads(RUNS.read_text(encoding="utf-8")))


def test_five_dialogs_computed_again_give_the_published_counts() -> None:
    for entrant in entrants():
        kept = [one for one in kept_runs() if one["client"] == entrant.id]
        for dialog, old in zip(dialogs(min(SAMPLE, entrant.dialogs)), kept, strict=False):
            assert {"client": entrant.id, **stored(take(dialog, entrant.client))} == old


def test_the_published_table_is_the_sum_of_the_counts() -> None:
    for name, shown in published().items():
        runs = [restored(one) for one in kept_runs() if one["client"] == name]
        assert json.loads(json.dumps(row(runs))).items() <= shown.items()
        assert len(runs) == shown["dialogs"]


@pytest.mark.parametrize("half", ["open", "held-out"])
def test_the_built_in_client_keeps_what_it_promises(half: str) -> None:
    taken = published()["extractive"]["halves"][half]
    cut = [published()[name]["halves"][half] for name in ("truncation-newest", "truncation-oldest")]

    assert taken["failed"] == 0
    assert taken["invented"] == 0
    assert taken["fact_recall_draft"] >= max(one["fact_recall_draft"] for one in cut)
    assert taken["recovered_share"] >= 0.5


@pytest.mark.parametrize("place", [0, 1, 2])
def test_it_does_so_in_every_round(place: int) -> None:
    taken = published()["extractive"]["rounds"][place]
    cut = [published()[name]["rounds"][place] for name in ("truncation-newest", "truncation-oldest")]

    assert taken["invented"] == 0
    assert taken["fact_recall_draft"] >= max(one["fact_recall_draft"] for one in cut)
    assert taken["recovered_share"] >= 0.5


def test_every_line_of_the_built_in_client_is_quoted() -> None:
    headings = {"Task:", "User rules:", "Decisions:", "Errors:", "Facts:", ""}
    for dialog in dialogs(2):
        for one in rounds(dialog, Extractive()):
            prior = one.outcome.prior_used.text if one.outcome.prior_used else ""
            known = facts.fold(f"{one.outcome.transcript} {prior}")
            for line in (one.outcome.summary or "").split("\n"):
                if line not in headings and not line.startswith("## "):
                    assert facts.fold(FRAMED.sub("", line).removeprefix("- ")) in known
    assert all(FRAMED.match(f"- {frame.format('x')}: ") for frame in (*phrasing.FRAMES.values(), phrasing.OTHERS))


def test_dialogs_are_as_they_should_be() -> None:
    found = list(dialogs())
    assert len({dialog.name for dialog in found}) == DIALOGS == 50
    for dialog in found:
        assert 60 <= len(dialog.messages) <= 120
        assert len(dialog.facts) == 20
        assert {fact.kind for fact in dialog.facts} == set(KINDS)
    assert found[:3] == list(dialogs(3))
    assert sum(dialog.held_out for dialog in found) == 25


def test_a_fact_is_told_by_its_value_alone_and_a_setting_beside_its_name() -> None:
    assert Fact("number", ("4,812", "4812")).is_told("In all 4812.")
    assert not Fact("number", ("812",)).is_told("In all 4,812 of 8123 or 812.5.")
    setting = Fact("setting", ("12s",), "lock_timeout", "45s")
    assert setting.is_told("- Put lock_timeout back to 12s.")
    assert not setting.is_told("- lock_timeout\n- 12s")
    assert setting.is_outdated("lock_timeout is 45s")
    assert not setting.is_outdated("lock_timeout is 45s\nlock_timeout is 12s")


def test_truncation_fills_the_budget_and_asks_nothing() -> None:
    user = tags.enclose(tags.CONVERSATION, "first line\nsecond line\nthird line")
    request = Request("summarize", "s", user, 10, 100)
    assert Truncation("newest").complete(request).text.endswith("third line")
    assert Truncation("oldest").complete(request).text.startswith("first line\n")
    assert len(Truncation("oldest").complete(request).text) <= 20
    assert Truncation("oldest").complete(replace(request, step="question")).text == "[]"


def test_recorded_replies_are_played_back_and_asked_for_once(tmp_path: Path) -> None:
    path = tmp_path / "model.jsonl"
    request = Request("summarize", "s", "u", 10, 100)
    model = Scripted([Reply("a summary", Usage(3, 2))])

    first = Recorder(model, path).complete(request)
    again = Recorder(model, path).complete(request)

    assert first == again == Recorded(path).complete(request) == Reply("a summary", Usage(3, 2))
    with pytest.raises(ClientError):
        Recorded(path).complete(replace(request, user="another"))


@pytest.mark.bench
def test_the_whole_run_gives_the_published_counts() -> None:
    found = [
        {"client": one.id, **stored(take(dialog, one.client))} for one in entrants() for dialog in dialogs(one.dialogs)
    ]
    assert found == kept_runs()
