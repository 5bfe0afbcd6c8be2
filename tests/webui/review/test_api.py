"""Cases over HTTP: what is listed, decided and refused, each with a code."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.review.models import Bulk, Case, Draft, Policy

Make = Callable[..., Case]
Post = Callable[..., Any]


@pytest.fixture
def signed(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def post(signed: Client) -> Post:
    return lambda address, body: signed.post(f"/api/v1{address}", body, content_type="application/json")


def reject(version: int, **more: Any) -> dict[str, Any]:
    return {"action": "reject", "version": version, "reason": "contract", **more}


def test_cases_are_listed_by_filters_and_paged(signed: Client, make_case: Make, ada: User) -> None:
    for number in range(1, 4):
        make_case(number=number, owner=ada if number < 3 else None)
    make_case(state="rejected")

    first = signed.get("/api/v1/cases?state=open&sort=case&limit=2&rule=nonsense").json()
    rest = signed.get(f"/api/v1/cases?state=open&sort=case&limit=2&after={first['next']}").json()
    mine = signed.get("/api/v1/cases?owner=me&sort=case").json()

    assert [case["number"] for case in first["cases"]] == [1, 2]
    assert first["ignored"] == [["rule", "nonsense"]]
    assert ([case["number"] for case in rest["cases"]], rest["next"]) == ([3], None)
    assert [(case["number"], case["owner"]) for case in mine["cases"]] == [(1, "ada"), (2, "ada")]
    assert (first["cases"][0]["team"], first["cases"][0]["sentence"]) == ("acme", "Tool result without its call")


def test_a_case_tells_its_steps_and_what_may_be_done(signed: Client, make_case: Make, post: Post) -> None:
    make_case()
    post("/cases/1/claim", {})

    case = signed.get("/api/v1/cases/1").json()

    assert (case["state"], case["version"], case["holder"]) == ("in_review", 2, "ada")
    assert [(one["action"], one["by"], one["version"]) for one in case["decisions"]] == [("claim", "ada", 1)]
    assert (case["steps"]["reject"], case["steps"]["accept"], case["steps"]["waive"]) == (
        "",
        "errors-open",
        "not-permitted",
    )
    assert signed.get("/api/v1/cases/99").status_code == 404
    assert signed.get("/api/v1/cases/0").status_code == 422


def test_a_decision_answers_with_the_case_as_it_is_now(make_case: Make, post: Post) -> None:
    make_case()

    answer = post("/cases/1/decision", reject(1, note="No."))

    assert answer.status_code == 200
    assert (answer.json()["case"]["state"], answer.json()["case"]["version"]) == ("rejected", 3)
    assert (answer.json()["decision"]["action"], answer.json()["decision"]["note"]) == ("reject", "No.")


def test_a_stale_decision_is_told_what_changed(make_case: Make, post: Post) -> None:
    make_case()
    post("/cases/1/decision", reject(1))

    answer = post("/cases/1/decision", reject(1, note="I had more to say."))

    assert answer.status_code == 409
    told = answer.json()
    assert (told["code"], told["version"], told["state"]) == ("stale", 3, "rejected")
    assert [(one["action"], one["by"], one["now"]) for one in told["changes"]] == [
        ("claim", "ada", "in_review"),
        ("reject", "ada", "rejected"),
    ]
    assert Draft.objects.get().given["note"] == "I had more to say."


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        (reject(1, reason="weather"), 422, "reason-needed", "reason"),
        (reject(1, reason="other"), 422, "note-needed", "note"),
        ({"action": "waive", "version": 1, "reason": "test-traffic", "scope": "case"}, 403, "not-permitted", ""),
        ({"action": "undo", "version": 1}, 409, "no-such-step", ""),
        ({"action": "needs-work", "version": 1, "waits_on": "rob"}, 422, "waits-on-needed", "waits_on"),
        (
            {"action": "needs-work", "version": 1, "reason": "other", "targets": ["v-1"]},
            422,
            "targets-needed",
            "targets",
        ),
    ],
)
def test_a_refused_step_says_why_and_where(
    make_case: Make, rob: User, post: Post, body: dict[str, Any], status: int, code: str, field: str
) -> None:
    make_case()

    answer = post("/cases/1/decision", body)

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (status, code, field)
    assert answer.json()["detail"].endswith(".")


def test_a_body_that_fits_nothing_is_refused_without_an_echo(make_case: Make, post: Post) -> None:
    make_case()

    answer = post("/cases/1/decision", {"action": "open-sesame", "version": "x"})

    assert (answer.status_code, answer.json()["code"]) == (422, "not-usable")
    assert "sesame" not in answer.content.decode()


def test_another_team_s_case_is_not_there(client: Client, rob: User, make_case: Make) -> None:
    make_case()
    client.force_login(rob)

    for address in ("/cases/1", "/cases/1?team=acme", "/cases/1/comments"):
        assert client.get(f"/api/v1{address}").status_code == 404
    for address in ("/cases/1/decision", "/cases/1/claim", "/cases/1/comments"):
        body = {**reject(1), "text": "x"} if "claim" not in address else {}
        answer = client.post(f"/api/v1{address}", body, content_type="application/json")
        assert answer.status_code == 404
    assert Case.objects.get().version == 1


def test_a_case_is_claimed_taken_over_and_released(
    make_case: Make, post: Post, client: Client, acme: Team, bob: User
) -> None:
    make_case()
    assert post("/cases/1/claim", {}).json()["case"]["holder"] == "ada"

    client.force_login(bob)
    refused = client.post("/api/v1/cases/1/claim", {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "held-by-other")
    taken = client.post("/api/v1/cases/1/claim", {"action": "take-over"}, content_type="application/json")
    assert taken.json()["case"]["holder"] == "bob"
    released = client.post("/api/v1/cases/1/claim", {"action": "release"}, content_type="application/json")
    assert (released.json()["case"]["state"], released.json()["case"]["holder"]) == ("new", None)


def test_remarks_are_written_and_read(signed: Client, make_case: Make, post: Post, bob: User) -> None:
    make_case()

    first = post("/cases/1/comments", {"text": "Why, @bob?"})
    answer = post("/cases/1/comments", {"text": "So.", "answers": first.json()["id"]})
    listed = signed.get("/api/v1/cases/1/comments?limit=1").json()
    rest = signed.get(f"/api/v1/cases/1/comments?after={listed['next']}").json()

    assert (first.status_code, answer.json()["answers"]) == (201, first.json()["id"])
    assert [one["text"] for one in listed["comments"] + rest["comments"]] == ["Why, @bob?", "So."]
    assert rest["next"] is None
    wrong = post("/cases/1/comments", {"text": "x", "on": "message", "anchor": {"position": 1}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "anchor-unknown")


def test_many_are_decided_in_a_job_with_a_list_of_what_came_of_each(
    client: Client, make_case: Make, max_: User, work_off: Callable[[], int]
) -> None:
    client.force_login(max_)
    for _ in range(3):
        make_case()
    chosen = [{"number": 1, "version": 1}, {"number": 2, "version": 7}, {"number": 3}, {"number": 9}]

    queued = client.post(
        "/api/v1/cases/decisions",
        {"action": "reject", "reason": "contract", "cases": chosen},
        content_type="application/json",
    )
    assert (queued.status_code, queued.json()["total"], queued.json()["over"]) == (202, 4, False)
    work_off()
    outcome = client.get(f"/api/v1/cases/decisions/{queued.json()['id']}").json()

    assert (outcome["decided"], outcome["changed"], outcome["over"]) == ([1, 3], [2], True)
    assert outcome["refused"] == [{"number": 9, "code": "not-found"}]


def test_a_query_chooses_what_it_finds_now(
    client: Client, make_case: Make, max_: User, ada: User, rob: User, work_off: Callable[[], int]
) -> None:
    client.force_login(max_)
    make_case(owner=ada), make_case(owner=max_)

    body = {"action": "assign", "query": "owner=me", "owner": "ada"}
    queued = client.post("/api/v1/cases/decisions", body, content_type="application/json").json()
    work_off()

    assert client.get(f"/api/v1/cases/decisions/{queued['id']}").json()["decided"] == [2]
    stranger = client.post("/api/v1/cases/decisions", {**body, "owner": "rob"}, content_type="application/json")
    assert (stranger.status_code, stranger.json()["code"]) == (422, "owner-unknown")
    client.force_login(rob)
    assert client.get(f"/api/v1/cases/decisions/{queued['id']}").status_code == 404


def test_a_reviewer_decides_one_at_a_time_but_claims_many(make_case: Make, post: Post) -> None:
    make_case()
    many = {"cases": [{"number": 1}]}

    assert post("/cases/decisions", {"action": "reject", "reason": "contract", **many}).status_code == 403
    assert post("/cases/decisions", {"action": "claim", **many}).status_code == 202
    assert post("/cases/decisions", {"action": "claim", "cases": []}).json()["code"] == "none-chosen"
    assert Bulk.objects.count() == 1


def test_waivers_are_listed_by_state_and_reason(client: Client, acme: Team, make_case: Make, max_: User) -> None:
    client.force_login(max_)
    for _ in range(3):
        make_case()
    waive = {"action": "waive", "version": 1, "reason": "test-traffic", "scope": "case", "days": 7}

    def take(number: int, **more: Any) -> None:
        made = client.post(f"/api/v1/cases/{number}/decision", {**waive, **more}, content_type="application/json")
        assert made.status_code == 200

    take(1)
    take(2, reason="rule-mistaken")
    Policy.objects.create(team=acme, second_person=True)
    take(3)
    client.post("/api/v1/cases/1/decision", {"action": "undo", "version": 3}, content_type="application/json")

    def listed(query: str) -> list[int]:
        return [one["case"] for one in client.get(f"/api/v1/waivers?{query}").json()["waivers"]]

    assert listed("") == [3, 2, 1]
    assert (listed("state=live"), listed("state=ended"), listed("state=asks")) == ([2], [1], [3])
    assert listed("reason=rule-mistaken") == [2]
    page = client.get("/api/v1/waivers?limit=2").json()
    assert listed(f"limit=2&after={page['next']}") == [1]
    assert (page["waivers"][0]["asks"], page["waivers"][0]["by"], page["waivers"][0]["second"]) == (True, "max", None)
