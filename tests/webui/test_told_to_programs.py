"""What pages tell beside rows, told to programs: comparisons, rounds, traces, charts, search, settings."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import review_rows
from tests.people import browser
from webui.accounts.models import Team, User
from webui.review.models import Policy
from webui.runs.models import Fact, Run
from webui.transcripts import sample
from webui.transcripts.models import Redaction, Retention, Transcript

Get = Callable[..., Any]


@pytest.fixture
def get(ada: User) -> Get:
    client: Client = browser(ada)

    def ask(path: str, status: int = 200) -> Any:
        answer = client.get(f"/api/v1{path}")
        assert answer.status_code == status, answer.content
        return answer.json()

    return ask


@pytest.fixture
def loaded(acme: Team, data_dir: Any, work_off: Callable[[], int]) -> Run:
    """The sample, and a run of it with both sides."""
    sample.load(acme, None)
    work_off()
    return Run.objects.exclude(before=None).exclude(after=None).exclude(carried=None)[0]


def test_a_comparison_says_what_its_page_says(get: Get, loaded: Run, ada: User) -> None:
    told = get(f"/compare?a={loaded.pk}&b={loaded.pk}")
    page = browser(ada).get(f"/t/acme/compare?a={loaded.pk}&b={loaded.pk}").content.decode()

    assert (told["same_source"], told["judgement"]) == (True, "The same")
    assert told["sentence"] in page
    assert {one["name"] for one in told["numbers"]} >= {"Verdict", "Tokens after"}
    assert [one["total"] for one in told["only"]] == [0, 0]
    assert told["a"]["url"].startswith(f"http://testserver/t/acme/runs/{loaded.pk}?tab=summary")
    assert get(f"/compare?a={loaded.pk}&b=000000000000", 404)["code"] == "not-found"
    assert get("/compare?a=1", 422)["detail"].endswith("See: b.")


def test_rounds_are_told_in_order(get: Get, loaded: Run) -> None:
    told = get(f"/runs/{loaded.pk}/rounds")

    for group in told["groups"]:
        assert [one["url"][:17] for one in group["rounds"]] == ["http://testserver"] * len(group["rounds"])
    assert told["run"] == loaded.pk


def test_a_message_is_followed_both_ways(get: Get, loaded: Run) -> None:
    before = get(f"/runs/{loaded.pk}/traces/before/0")
    after = get(f"/runs/{loaded.pk}/traces/after/0")

    assert before["sentence"].endswith(".")
    assert after["sentence"].endswith(".")
    assert all(one["url"].startswith(f"http://testserver/t/acme/runs/{loaded.pk}?") for one in before["places"])
    get(f"/runs/{loaded.pk}/traces/before/999999", 404)
    get(f"/runs/{loaded.pk}/traces/beside/0", 422)
    get(f"/runs/{loaded.pk}/sections/nowhere", 404)


def test_one_fact_is_read_by_its_id(get: Get, acme: Team) -> None:
    run = Run.objects.create(team=acme, name="night", kind="pair", state="ready")
    other = Run.objects.create(team=acme, name="day", kind="pair", state="ready")
    fact = Fact.objects.create(run=run, kind="question", number=1, verdict="recovered", text="Which port?", answer="1")

    assert get(f"/runs/{run.pk}/facts/{fact.pk}")["text"] == "Which port?"
    get(f"/runs/{other.pk}/facts/{fact.pk}", 404)


def test_charts_are_told_as_sentences_and_tables(get: Get, acme: Team) -> None:
    review_rows.case(acme, 1)
    review_rows.case(acme, 2, severity="warning")

    told = get("/analytics?period=4w")
    narrow = get("/analytics?period=4w&severity=error")

    by_id = {one["id"]: one for one in told["charts"]}
    assert (told["period"], len(by_id)) == ("4w", len(told["charts"]))
    assert all(one["said"] or one["blank"] for one in told["charts"])
    assert all(len(row) == len(one["columns"]) for one in told["charts"] for row in one["rows"])
    ages = [next(one for one in answer["charts"] if one["id"] == "ages") for answer in (told, narrow)]
    assert [one["value"] for one in ages] == ["2", "1"]


def test_search_says_where_a_text_leads(get: Get, loaded: Run) -> None:
    transcript = Transcript.objects.filter(errors__gt=0)[0]

    assert get(f"/search?q={transcript.pk}")["url"] == f"http://testserver/t/acme/transcripts/{transcript.pk}"
    assert get("/search?q=paired-tool-result")["url"] == "http://testserver/rules/paired-tool-result"
    assert get("/search?q=nothing-like-it") == {"url": None, "rules": [], "position": None, "transcripts": []}
    error = get("/search?q=messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_x")
    assert error["position"] == 2
    assert "paired-tool-result" in error["rules"]


def test_the_system_prompt_is_read_alone(get: Get, loaded: Run) -> None:
    for row in Transcript.objects.all():
        if row.system:
            assert get(f"/transcripts/{row.pk}/system")["blocks"] != []
        else:
            get(f"/transcripts/{row.pk}/system", 404)


def test_settings_are_read_without_words_of_the_team(get: Get, acme: Team, ada: User) -> None:
    Redaction.objects.create(team=acme, words=["Project Heron"])
    Retention.objects.create(team=acme, days={"captures": 30})
    owners = [{"by": "rule", "value": "first-role", "user": ada.pk}]
    Policy.objects.create(team=acme, second_person=True, targets={"refused": 3}, owners=owners)

    kept = {one["kind"]: one["days"] for one in get("/settings/retention")["kinds"]}
    masked, triage = get("/settings/redaction"), get("/settings/triage")

    assert (kept["captures"], kept["cases"]) == (30, None)
    assert masked["words"] == 1 and "Heron" not in str(masked)
    assert (triage["second_person"], triage["targets"]["refused"]) == (True, 3)
    assert triage["owners"] == [{"by": "rule", "value": "first-role", "owner": "ada"}]


def test_measures_and_proof_are_data(get: Get) -> None:
    assert "identifier-recall" in {one["id"] for one in get("/measures")}
    assert get("/proof")["rows"]
