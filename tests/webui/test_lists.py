"""Lists as files, for people and programs: every row of the filter, no cell that a table program would run."""

import csv
import json
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from tests import review_rows
from webui.accounts import apikeys
from webui.accounts.models import Member, Team, User
from webui.audit.trail import Actor, record
from webui.common import tables
from webui.review.models import Waiver
from webui.runs.models import Fact, Run
from webui.transcripts.models import Capture, Transcript, Violation

EVIL = "=HYPERLINK(1)"


@pytest.fixture
def ask(acme: Team, ada: User) -> Callable[[str], Any]:
    """Ask as a program whose key may read; answer the body of a file, or JSON."""
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    key = apikeys.create(acme, ada, "ci", ["read"])[1]
    client = Client(headers={"Authorization": f"Bearer {key}"})

    def get(path: str) -> Any:
        answer = client.get(f"/api/v1{path}")
        assert answer.status_code == 200, answer.content
        if answer.streaming:
            assert answer["Cache-Control"] == "no-store"
            return answer.getvalue().decode()
        return answer.json()

    return get


def captures(team: Team, count: int, name: str = "session.json") -> None:
    for number in range(count):
        row = Capture.objects.create(
            team=team,
            name=f"{name}-{number}",
            fingerprint=f"{team.slug}-{name}-{number}",
            blob="x",
            size=10,
            state="ready",
        )
        Transcript.objects.create(
            team=team,
            capture=row,
            number=0,
            dialect="anthropic",
            messages=3,
            size=9,
            errors=number % 2,
            checked=row.created,
        )


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_captures_are_paged_and_filed(ask: Callable[[str], Any], acme: Team, rivals: Team) -> None:
    captures(acme, 5)
    captures(rivals, 1, "secret")

    first = ask("/captures?limit=3")
    second = ask(f"/captures?limit=3&after={first['next']}")
    filed = table(ask("/captures?format=csv&limit=1"))
    lines = [json.loads(line) for line in ask("/captures?format=jsonl").splitlines()]

    names = [row["name"] for row in first["captures"] + second["captures"]]
    assert names == [f"session.json-{number}" for number in (4, 3, 2, 1, 0)]
    assert second["next"] is None
    assert [row["name"] for row in filed] == [row["name"] for row in lines] == names
    assert [row["result"] for row in filed] == ["accepted", "refused", "accepted", "refused", "accepted"]
    assert filed[0]["url"] == f"http://testserver/t/acme/captures/{filed[0]['id']}"


def test_transcripts_keep_the_filters_of_the_page(ask: Callable[[str], Any], acme: Team) -> None:
    captures(acme, 4)

    shown = ask("/transcripts?result=refused&text=json-3")["transcripts"]
    filed = table(ask("/transcripts?result=refused&format=csv"))

    assert [(row["name"], row["sentence"]) for row in shown] == [("session.json-3", "Would be refused: 1 error.")]
    assert [row["name"] for row in filed] == ["session.json-3", "session.json-1"]
    assert [row["errors"] for row in filed] == ["1", "1"]


def test_an_unknown_filter_is_refused_with_its_name(client: Client, ada: User) -> None:
    client.force_login(ada)

    answer = client.get("/api/v1/transcripts?result=lovely")

    assert answer.status_code == 422
    assert "result" in answer.json()["detail"]
    assert "lovely" not in answer.content.decode()


def test_runs_say_the_sentence_of_their_page(ask: Callable[[str], Any], acme: Team) -> None:
    Run.objects.create(team=acme, name="night", kind="pair", state="queued")
    Run.objects.create(
        team=acme, name="day", kind="contract", state="ready", verdict="refused", reason="xml_content", section="state"
    )

    rows = ask("/runs")["runs"]
    filed = table(ask("/runs?verdict=refused&format=csv"))

    assert [row["sentence"] for row in rows][1] == "Not judged yet. It waits in the queue."
    assert [(row["name"], row["reason"], row["section"]) for row in filed] == [("day", "xml_content", "state")]
    assert filed[0]["sentence"] == rows[0]["sentence"]


def test_long_lists_take_few_queries(ask: Callable[[str], Any], acme: Team, django_assert_max_num_queries: Any) -> None:
    captures(acme, 30)
    for number in range(30):
        Run.objects.create(team=acme, name=f"run {number}", kind="contract", state="ready", verdict="valid", checks=[])

    for path in ("/captures", "/transcripts", "/runs", "/cases"):
        for kind in ("json", "csv"):
            with django_assert_max_num_queries(8):
                ask(f"{path}?format={kind}&limit=30")


@pytest.fixture
def facts(acme: Team) -> Run:
    run = Run.objects.create(team=acme, name="night", kind="pair", state="ready")
    told = [
        ("question", "recovered", "Which port?", "8443"),
        ("question", "missing", EVIL, "-1"),
        ("identifier", "lost", "@x", ""),
    ]
    for number, (kind, verdict, text, answer) in enumerate(told, 1):
        Fact.objects.create(
            run=run,
            kind=kind,
            number=number,
            verdict=verdict,
            text=text,
            answer=answer,
            method="exact",
            category="path",
        )
    return run


def test_facts_are_filed_in_the_order_of_the_page(ask: Callable[[str], Any], facts: Run) -> None:
    Fact.objects.filter(number=1).update(decision="confirmed")

    rows = table(ask(f"/runs/{facts.pk}/facts?of=captured&format=csv"))
    open_ = ask(f"/runs/{facts.pk}/facts?of=captured&decision=open")["facts"]
    lost = ask(f"/runs/{facts.pk}/facts?of=captured&outcome=lost")["facts"]

    assert [(row["fact"], row["outcome"], row["decision"]) for row in rows] == [
        ("f-2", "missing", ""),
        ("f-1", "recovered", "confirmed"),
        ("l-3", "lost", ""),
    ]
    assert [row["number"] for row in open_] == [2, 3]
    assert [row["number"] for row in lost] == [3]


def test_a_quote_that_is_nowhere_is_an_outcome_of_its_own(ask: Callable[[str], Any], facts: Run) -> None:
    Fact.objects.filter(number=1).update(method="not-found")
    path = f"/runs/{facts.pk}/facts?of=captured"

    rows = table(ask(f"{path}&format=csv"))

    assert [(row["fact"], row["outcome"]) for row in rows[:2]] == [("f-1", "not-found"), ("f-2", "missing")]
    assert [row["number"] for row in ask(f"{path}&outcome=not-found")["facts"]] == [1]
    assert ask(f"{path}&outcome=recovered")["facts"] == []


def test_no_cell_is_a_formula(ask: Callable[[str], Any], facts: Run) -> None:
    rows = table(ask(f"/runs/{facts.pk}/facts?of=captured&format=csv"))
    lines = [json.loads(line) for line in ask(f"/runs/{facts.pk}/facts?of=captured&format=jsonl").splitlines()]

    assert (rows[0]["question"], rows[0]["answer"], rows[2]["question"]) == (f"'{EVIL}", "'-1", "'@x")
    assert lines[0]["question"] == EVIL  # nothing runs JSON


@pytest.mark.parametrize("start", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", " =1", "＝1"])
def test_what_a_table_program_would_run_is_quoted(start: str) -> None:
    assert next(csv.reader(StringIO(tables.line([start]), newline=""))) == [f"'{start}"]


@pytest.mark.parametrize(
    ("value", "cell"), [(-1, "-1"), (2.5, "2.5"), (True, "true"), ("a, b", '"a, b"'), (["x"], '"[""x""]"')]
)
def test_numbers_and_plain_words_stay_as_they_are(value: object, cell: str) -> None:
    assert tables.line([value]) == f"{cell}\r\n"


def test_rows_are_read_while_they_are_sent() -> None:
    read: list[int] = []

    def rows() -> Iterator[dict[str, object]]:
        for number in range(10):
            read.append(number)
            yield {"n": number}

    lines = tables.csv_lines(rows(), ("n",))

    assert (next(lines), next(lines)) == ("n\r\n", "0\r\n")
    assert read == [0]


def test_violations_are_filed_without_an_end(ask: Callable[[str], Any], acme: Team) -> None:
    captures(acme, 2)
    found = Transcript.objects.get(errors=1)
    rule = {"rule": "alternating-roles", "severity": "error", "confidence": "firm", "layers": ["core"]}
    Violation.objects.bulk_create(
        Violation(team=acme, transcript=found, number=number, position=None, pointer=f"/messages/{number}", **rule)
        for number in range(5_100)
    )

    rows = table(ask(f"/transcripts/{found.pk}/violations?format=csv"))
    lines = ask(f"/transcripts/{found.pk}/violations?format=jsonl").splitlines()

    assert len(rows) == len(lines) == 5_100
    assert rows[7]["rule"] == "alternating-roles"
    assert rows[7]["path"] == "messages[7]"
    assert rows[7]["link"].startswith(f"http://testserver/t/acme/transcripts/{found.pk}?")
    assert list(json.loads(lines[7])) == list(rows[0])


def test_what_was_not_checked_does_not_look_clean(ask: Callable[[str], Any], acme: Team) -> None:
    captures(acme, 1)
    Transcript.objects.update(checked=None)

    rows = table(ask(f"/transcripts/{Transcript.objects.get().pk}/violations?format=csv"))

    assert [row["rule"] for row in rows] == ["not-checked"]
    assert rows[0]["what"].startswith("Not checked yet")


def test_cases_keep_the_filters_of_the_inbox(ask: Callable[[str], Any], acme: Team) -> None:
    review_rows.case(acme, 1, code="first-role")
    review_rows.case(acme, 2)

    assert [row["number"] for row in table(ask("/cases?rule=first-role&format=csv"))] == ["1"]
    assert ask("/cases?rule=first-role")["cases"][0]["number"] == 1


def test_waivers_are_a_table_too(ask: Callable[[str], Any], acme: Team, ada: User) -> None:
    case = review_rows.case(acme, 1)
    row = {"team": acme, "case": case, "scope": "case", "code": case.code, "by": ada, "reason": "test-traffic"}
    for note in (EVIL, "Only a test."):
        Waiver.objects.create(**row, note=note, created=case.created, ends=case.created, source=case.source)

    rows = table(ask("/waivers?format=csv"))

    assert [(one["case"], one["by"], one["note"]) for one in rows] == [
        ("1", "ada", "Only a test."),
        ("1", "ada", f"'{EVIL}"),
    ]
    assert len(ask("/waivers?state=ended&format=jsonl")) == 0


def test_the_trail_is_a_table_too(ask: Callable[[str], Any], acme: Team, ada: User) -> None:
    record(acme.pk, Actor("person", ada.pk, "ada"), "created", "key", "1", more={"name": EVIL})
    record(acme.pk, Actor("person", ada.pk, "ada"), "revoked", "key", "1", more={"name": "x"})

    rows = table(ask("/audit?format=csv&action=revoked"))
    lines = ask("/audit?after=1").splitlines()

    assert [(row["number"], row["action"], row["actor_name"]) for row in rows] == [("2", "revoked", "ada")]
    assert [json.loads(line)["number"] for line in lines] == [2]


def test_a_key_learns_what_it_may_do(ask: Callable[[str], Any]) -> None:
    told = ask("/me")

    assert (told["account"], told["teams"]) == ("ada", [{"team": "acme", "name": "Acme", "role": "admin"}])
    assert (told["key"]["name"], told["key"]["scopes"], told["key"]["state"]) == ("ci", ["read"], "live")


def test_members_and_keys_are_listed_without_secrets(ask: Callable[[str], Any], acme: Team) -> None:
    assert ask("/members")["members"] == [{"account": "ada", "role": "admin", "last_sign_in": None}]
    (key,) = table(ask("/keys?format=csv"))

    assert set(key) == {
        *("name", "prefix", "scopes", "owner", "state", "created", "expires", "last_used", "revoked"),
    }
    assert len(key["prefix"]) == 9


PAGES = {
    "/t/acme/captures": "/captures?team=acme",
    "/t/acme/transcripts?result=refused&result=lovely": "/transcripts?team=acme&result=refused",
    "/t/acme/runs?verdict=refused": "/runs?team=acme&verdict=refused",
    "/t/acme/settings/members": "/members?team=acme",
    "/t/acme/settings/keys": "/keys?team=acme",
}


@pytest.mark.parametrize("shown", PAGES)
def test_a_list_is_exported_from_its_page(
    shown: str, client: Client, ask: Callable[[str], Any], acme: Team, ada: User
) -> None:
    captures(acme, 2)
    Run.objects.create(team=acme, name="day", kind="contract", state="ready", verdict="refused")
    client.force_login(ada)

    text = client.get(shown).content.decode()

    call = PAGES[shown].replace("&", "&amp;")
    for kind in tables.WRITERS:
        assert f'href="/api/v1{call}&amp;format={kind}" download' in text
        assert ask(f"{PAGES[shown]}&format={kind}")


def test_facts_are_exported_from_their_page(client: Client, ask: Callable[[str], Any], facts: Run, ada: User) -> None:
    client.force_login(ada)

    text = client.get(f"/t/acme/runs/{facts.pk}?tab=facts&pass=captured&outcome=missing").content.decode()

    call = f"/runs/{facts.pk}/facts?of=captured&outcome=missing&format=csv"
    assert f'href="/api/v1{call.replace("&", "&amp;")}" download' in text
    assert [row["fact"] for row in table(ask(call))] == ["f-2"]
