"""The calls about passes and facts: what they take, answer and refuse, and for whom."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.transcripts.models import Capture, Transcript

JSON = "application/json"


@pytest.fixture
def done(begin: Callable[..., Pass], answered_by: Callable[..., Any], scripted: Any) -> Pass:
    one = begin()
    answered_by(scripted())
    one.refresh_from_db()
    return one


def test_a_pass_is_asked_and_its_end_can_be_fetched(
    signed_in: Client, source: Transcript, work_off: Callable[[], int]
) -> None:
    asked = signed_in.post(
        f"/api/v1/transcripts/{source.pk}/qa", {"target_tokens": 420, "min_messages": 1}, content_type=JSON
    )

    assert asked.status_code == 202
    told = asked.json()
    assert (told["state"], told["client"], told["config"]["min_messages"]) == ("queued", "extractive", 2)
    again = signed_in.post(f"/api/v1/runs/{told['run']}/qa", {}, content_type=JSON)
    assert (again.status_code, again.json()["code"]) == (409, "pass-running")
    work_off()
    ended = signed_in.get(f"/api/v1/passes/{told['id']}").json()
    assert (ended["state"], ended["outcome"], ended["source"]) == ("done", "compacted", source.pk)
    assert ended["said"].startswith("Compacted.")
    assert [call["step"] for call in ended["calls"]] == ["summarize", "question", "answer"]
    assert ended["calls"][0]["user"] is None
    whole = signed_in.get(f"/api/v1/passes/{told['id']}?texts=true").json()
    assert "run 41" in whole["calls"][0]["user"]
    second = signed_in.post(f"/api/v1/runs/{told['run']}/qa", {"use_prior": False}, content_type=JSON).json()
    assert (second["prior_number"], second["target_tokens"]) == (None, source.tokens // 2)
    assert Pass.objects.get(pk=second["id"]).trigger == "api"


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"client": "nobody"}, 422, "no-such-client"),
        ({"client": "no\0body"}, 422, "no-such-client"),
        ({"target_tokens": 0}, 422, "not-usable"),
        ({"target_tokens": 10**12}, 422, "not-usable"),
        ({"summary_instructions": "x" * 5000}, 422, "not-usable"),
        ([], 422, "not-usable"),
        ({"targettokens": 3}, 422, "not-usable"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    signed_in: Client, source: Transcript, given: Any, status: int, code: str
) -> None:
    answer = signed_in.post(f"/api/v1/transcripts/{source.pk}/qa", given, content_type=JSON)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "targettokens" not in answer.content.decode(), "nothing that was sent is repeated"
    assert not Pass.objects.exists() and not Run.objects.exists()


def test_without_a_source_that_can_be_read_nothing_is_asked(signed_in: Client, done: Pass) -> None:
    address = f"/api/v1/runs/{done.run_id}/qa"
    Capture.objects.update(state="reading")
    assert signed_in.post(address, {}, content_type=JSON).json()["code"] == "source-not-read"
    Run.objects.update(before=None)
    refused = signed_in.post(address, {}, content_type=JSON)
    assert (refused.status_code, refused.json()["code"]) == (409, "no-source")


def test_facts_come_in_pages_with_their_proof(signed_in: Client, done: Pass) -> None:
    address = f"/api/v1/runs/{done.run_id}/facts"

    first = signed_in.get(f"{address}?limit=2").json()
    second = signed_in.get(f"{address}?limit=200&after={first['next']}").json()

    assert (first["of"], len(first["facts"]), second["next"]) == (done.pk, 2, None)
    assert len(first["facts"]) + len(second["facts"]) == Fact.objects.count()
    fact = first["facts"][0]
    assert (fact["verdict"], fact["answer"]) == ("recovered", "services/export/lock.py")
    assert fact["evidence"][0] == {"message": 5, "part": 0, "start": 20, "end": 43, "method": "exact", "score": 1.0}
    assert signed_in.get(f"{address}?of=captured").json() == {"of": None, "facts": [], "next": None}
    assert signed_in.get(f"{address}?of=zzz").status_code == 422


def test_decisions_are_noted_with_the_name(signed_in: Client, ada: User, done: Pass) -> None:
    address = f"/api/v1/runs/{done.run_id}/facts/decisions"
    pks = list(Fact.objects.filter(kind="question").values_list("pk", flat=True))
    many = {"facts": pks, "choice": "confirmed"}
    assert signed_in.post(address, many, content_type=JSON).status_code == 403
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)

    bare = signed_in.post(address, {"facts": pks, "choice": "disputed"}, content_type=JSON)
    assert (bare.status_code, bare.json()["code"]) == (422, "note-needed")
    for given in ({"facts": [], "choice": "confirmed"}, {"facts": pks, "choice": "fine"}):
        assert signed_in.post(address, given, content_type=JSON).status_code == 422
    sent = {"facts": [*pks, 10**30], "choice": "disputed", "note": "It moved."}
    assert signed_in.post(address, sent, content_type=JSON).json() == {"decided": 3}
    assert set(FactDecision.objects.values_list("choice", "note", "by__username")) == {("disputed", "It moved.", "ada")}
    shown = signed_in.get(f"/api/v1/runs/{done.run_id}/facts").json()["facts"][0]
    assert (shown["decision"], shown["decisions"][0]["by"]) == ("disputed", "ada")


def test_others_find_nothing_and_viewers_may_only_read(
    done: Pass, source: Transcript, acme: Team, ada: User, rob: User
) -> None:
    viewer = User.objects.create_user("vi")
    Member.objects.create(team=acme, user=viewer, role=Member.Role.VIEWER)
    reads = [f"/api/v1/passes/{done.pk}", f"/api/v1/runs/{done.run_id}/facts"]
    writes = [
        (f"/api/v1/runs/{done.run_id}/qa", {}),
        (f"/api/v1/transcripts/{source.pk}/qa", {}),
        (f"/api/v1/runs/{done.run_id}/facts/decisions", {"facts": [1], "choice": "confirmed"}),
    ]
    for user, read, write in ((rob, 404, 404), (viewer, 200, 403), (None, 401, 401)):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert [client.get(address).status_code for address in reads] == [read] * 2
        assert [client.post(address, given, content_type=JSON).status_code for address, given in writes] == [write] * 3
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post(writes[0][0], {}, content_type=JSON).status_code == 403
    assert Pass.objects.count() == 1 and not FactDecision.objects.exists()


def test_every_call_is_declared(signed_in: Client) -> None:
    paths = signed_in.get("/api/openapi.json").json()["paths"]

    assert set(paths["/api/v1/runs/{pk}/qa"]["post"]["responses"]) >= {"202", "401", "403", "404", "409", "422"}
    assert set(paths["/api/v1/runs/{pk}/facts"]["get"]["responses"]) >= {"200", "401", "404", "422"}
    assert "/api/v1/passes/{pk}" in paths and "/api/v1/runs/{pk}/facts/decisions" in paths
