"""A new team at work, by plain requests: upload, find, discuss, waive, reject, repair; then a program with a key."""

import io
import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.contracts import contract
from webui.accounts.entry import ensure_owner
from webui.accounts.models import User
from webui.audit.verification import verify
from webui.review.models import Case, Notice
from webui.runs.models import Run

WorkOff = Callable[[], int]
PASSWORD = "correct horse battery staple"


def said(uuid: str, parent: str | None, role: str, content: Any, **members: Any) -> dict[str, Any]:
    message = {"role": role, "content": content}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **members}


LOG = [
    said("u1", None, "user", "Why is the fee early?"),
    said("a1", "u1", "assistant", [{"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}]),
    {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": "b1",
        "parentUuid": None,
        "logicalParentUuid": "a1",
        "sessionId": "s",
        "content": "Conversation compacted",
        "compactMetadata": {"trigger": "auto", "preTokens": 9000},
    },
    said("s1", "b1", "user", "The fee is early because of the grace.", isCompactSummary=True),
    said("u2", "s1", "user", [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "fees.py"}]),
    said("a2", "u2", "assistant", [{"type": "text", "text": "I read it."}]),
    said("u3", "a2", "user", "Go on."),
]


def send_log(client: Client, team: str, work_off: WorkOff) -> None:
    file = io.BytesIO("".join(f"{json.dumps(line)}\n" for line in LOG).encode())
    file.name = "nightly-agent.jsonl"
    assert client.post(f"/t/{team}/captures/new", {"files": file}).status_code in (302, 303)
    work_off()


def send_contract(client: Client, team: str, state: str, work_off: WorkOff) -> Run:
    files = {name: io.BytesIO(json.dumps(value).encode()) for name, value in contract(state).items()}
    for name, file in files.items():
        file.name = f"{name}.json"
    answer = client.post(f"/api/v1/runs?team={team}", {**files, "name": "ledger"})
    assert answer.status_code in (200, 201, 202), answer.content
    work_off()
    return Run.objects.order_by("-created")[0]


@pytest.mark.django_db
def test_a_new_team_works_through_what_was_refused(data_dir: Path, work_off: WorkOff) -> None:
    _, owner = ensure_owner("owner", "platform", team_name="Platform")
    admin = Client()
    admin.force_login(owner)

    # people come by a link, and make an account with a password
    shown = admin.post("/t/platform/settings/members/new", {"name": "mk", "role": "maintainer"}).content.decode()
    link = re.search(r"/enter/[\w-]+", shown)
    assert link
    mk = Client()
    joined = mk.post(link[0], {"name": "mk", "password1": PASSWORD, "password2": PASSWORD})
    assert joined["Location"] == "/t/platform/inbox"
    mk = Client()
    assert mk.post("/login", {"name": "mk", "password": PASSWORD}).status_code == 302
    user = User.objects.get(username="mk")

    # a session log becomes a case, found in the inbox
    send_log(mk, "platform", work_off)
    broken = Case.objects.get(code="paired-tool-result")
    home = f"/t/platform/cases/{broken.number}"
    assert home in mk.get("/t/platform/inbox?view=open").content.decode()

    # it is discussed and its violation waived
    mk.post(f"{home}/comments", {"text": "Is this sent again, @owner?", "on": "case"})
    assert Notice.objects.get(user=owner).kind == "mentioned"
    ends = (timezone.now() + timedelta(days=30)).date().isoformat()
    waived = {"action": "waive", "version": broken.version, "reason": "not-sent-again", "scope": "source", "ends": ends}
    assert mk.post(f"{home}/decision", waived).status_code == 303
    broken.refresh_from_db()
    assert broken.state == "waived"

    # a refused run is rejected with a reason
    refused = send_contract(mk, "platform", " ", work_off)
    case = Case.objects.get(run=refused)
    assert (refused.verdict, case.code) == ("refused", "xml_content")
    page = f"/t/platform/cases/{case.number}"
    assert mk.post(f"{page}/decision", {"action": "accept", "version": 1, "reason": "clean"}).status_code == 422
    case.refresh_from_db()
    given = {"action": "reject", "version": case.version, "reason": "contract", "note": "State is empty."}
    assert mk.post(f"{page}/decision", given).status_code == 303
    case.refresh_from_db()
    assert case.state == "rejected"

    # the repaired run takes its place
    repaired = send_contract(mk, "platform", "Parser ready", work_off)
    case.refresh_from_db()
    assert repaired.verdict == "valid"
    assert (case.state, case.mark, case.newer_run_id) == ("rejected", "superseded", repaired.pk)
    assert repaired.pk in mk.get(page).content.decode()

    # the same log again: the waiver holds
    LOG.append(said("a3", "u3", "assistant", [{"type": "text", "text": "Done."}]))
    send_log(mk, "platform", work_off)
    LOG.pop()
    broken.refresh_from_db()
    assert broken.state == "waived"
    assert Case.objects.filter(code="paired-tool-result").count() == 1
    assert user.memberships.get().role == "maintainer"
    assert verify(case.team_id).broken is None


@pytest.mark.django_db
def test_a_program_works_with_a_key(data_dir: Path, work_off: WorkOff) -> None:
    team, owner = ensure_owner("owner", "platform", team_name="Platform")
    admin = Client()
    admin.force_login(owner)
    keys: dict[str, str] = {}
    for name, scopes in (("build", ["read", "upload", "decide"]), ("look", ["read"])):
        made = admin.post("/t/platform/settings/keys", {"name": name, "scopes": scopes, "days": 90}).content.decode()
        found = re.search(r"Bearer ([\w.-]{20,})", made)
        assert found
        keys[name] = found[1]

    def call(method: str, path: str, key: str, **sent: Any) -> Any:
        headers = {"Authorization": f"Bearer {keys[key]}"}
        return getattr(Client(enforce_csrf_checks=True), method)(f"/api/v1{path}", headers=headers, **sent)

    body = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "tools": [{"name": "ls", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": "user", "content": "Hi"},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "GRACE"}]},
        ],
    }
    sent = {"data": json.dumps(body), "content_type": "application/json"}
    assert call("post", "/captures?name=ci.json", "look", **sent).status_code == 403
    capture = call("post", "/captures?name=ci.json", "build", **sent).json()
    work_off()
    sarif = call("get", f"/captures/{capture['id']}/violations?format=sarif", "look").json()
    assert [one["ruleId"] for one in sarif["runs"][0]["results"]] == ["paired-tool-result"]
    case = call("get", "/cases", "look").json()["cases"][0]
    decision = {"action": "reject", "version": case["version"], "reason": "message-shape"}
    step = {"data": json.dumps(decision), "content_type": "application/json"}
    assert call("post", f"/cases/{case['number']}/decision", "look", **step).status_code == 403
    taken = call("post", f"/cases/{case['number']}/decision", "build", **step)
    assert (taken.status_code, Case.objects.get().state) == (200, "rejected")
    again = call("post", f"/cases/{case['number']}/decision", "build", **step)
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    assert verify(team.pk).broken is None
