"""What is wrong with a run, for programs."""

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as Tree

import pytest
from django.test import Client

from compaction.shape.signature import verdict_signature
from webui.accounts.models import Team, User
from webui.runs.models import Run
from webui.transcripts import sample
from webui.transcripts.models import Capture

Send = Callable[..., Any]


def suite_of(answer: Any) -> Tree.Element:
    return Tree.fromstring(answer.content)[0]  # noqa: S314 - our own


def ask(client: Client, pk: str, format: str = "json") -> Any:
    return client.get(f"/api/v1/runs/{pk}/violations", {"format": format})


@pytest.fixture
def refused(send: Send, whole: dict[str, Any]) -> str:
    """A run whose summary has an empty state."""
    whole["output"] = {**whole["output"], "summary": whole["output"]["summary"].replace("Parser ready", "")}
    return str(send(whole).json()["id"])


def test_a_refused_run_tells_the_reason_and_every_check(signed_in: Client, refused: str) -> None:
    answer = ask(signed_in, refused).json()

    assert answer["verdict"] == "refused"
    assert answer["sentence"].startswith("Refused. The State section is empty.")
    (told,) = answer["violations"]
    assert (told["rule"], told["severity"], told["what"]) == ("xml_content", "error", "State section has no words")
    assert told["signature"] == verdict_signature("reason", "xml_content", "state")
    assert told["link"].startswith(f"http://testserver/t/acme/runs/{refused}?tab=summary")
    assert [check["state"] for check in answer["checks"]].count("failed") == 1


def test_junit_has_a_case_for_each_check(signed_in: Client, refused: str) -> None:
    suite = suite_of(ask(signed_in, refused, "junit"))
    checks = ask(signed_in, refused).json()["checks"]
    states = [check["state"] for check in checks]
    assert suite.get("failures") == "1"
    assert suite.get("tests") == str(len(checks))
    assert suite.get("skipped") == str(states.count("not_reached"))


def test_sarif_and_markdown_name_the_reason(signed_in: Client, refused: str) -> None:
    (result,) = json.loads(ask(signed_in, refused, "sarif").content)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("xml_content", "error")
    answer = ask(signed_in, refused, "markdown")
    assert answer["Content-Disposition"] == f'attachment; filename="{refused}.md"'
    assert "- **error** `xml_content`" in answer.content.decode()


def test_a_valid_run_passes(signed_in: Client, send: Send, whole: dict[str, Any]) -> None:
    pk = send(whole).json()["id"]
    suite = suite_of(ask(signed_in, pk, "junit"))
    assert suite.get("failures") == "0"
    told = [one["severity"] for one in ask(signed_in, pk).json()["violations"]]
    assert "error" not in told


def test_a_pair_tells_the_violations_of_its_lists(signed_in: Client, acme: Team, work_off: Callable[[], int]) -> None:
    sample.load(acme, None)
    work_off()
    run = Run.objects.exclude(after=None).exclude(introduced=0)[0]

    told = ask(signed_in, run.pk).json()["violations"]

    shape = [one for one in told if one["path"].startswith("after messages")]
    assert run.after is not None
    assert len(shape) == run.after.errors + run.after.warnings + run.after.note_count
    assert all(one["link"].startswith(f"http://testserver/t/acme/transcripts/{run.after_id}?at=") for one in shape)
    flags = [one for one in told if one["path"] == "summary"]
    assert [one["rule"] for one in flags] == [flag["id"] for flag in run.flags or []]


def test_a_run_of_another_team_is_not_there(refused: str, rob: User) -> None:
    stranger = Client()
    stranger.force_login(rob)
    assert ask(stranger, refused).status_code == 404
    assert ask(Client(), refused).status_code == 401


def test_the_page_links_every_file(signed_in: Client, refused: str) -> None:
    page = signed_in.get(f"/t/acme/runs/{refused}").content.decode()
    for format in ("sarif", "junit", "markdown", "json"):
        address = f"/api/v1/runs/{refused}/violations?format={format}"
        assert f'href="{address}"' in page
        assert signed_in.get(address).status_code == 200


def test_a_capture_tells_of_its_lists_and_its_compactions(
    signed_in: Client, send: Send, work_off: Callable[[], int]
) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "PORT 5433"}]}
    before = [{"role": "user", "content": "Read config.py."}, {"role": "assistant", "content": [call]}, result]
    after = [{"role": "user", "content": "Summary:"}, result]
    run = send({"before": before, "after": after, "summary": b"<conversation_summary></conversation_summary>"}).json()
    work_off()

    address = f"/api/v1/captures/{run['capture']}/violations"
    answer = signed_in.get(address).json()

    assert (answer["pending"], answer["code"]) == (False, "")
    assert answer["sentence"].startswith("1 of 2 transcripts would be refused; 1 of 1 compaction is refused")
    told = {one["rule"]: one for one in answer["violations"]}
    assert told["xml_structure"]["link"].startswith(f"http://testserver/t/acme/runs/{run['id']}")
    assert told["paired-tool-result"]["path"] == "/after messages[1].content[0]"
    assert answer["counts"]["error"] == 2
    assert answer["link"] == f"http://testserver/t/acme/captures/{run['capture']}"
    suite = suite_of(signed_in.get(address, {"format": "junit", "fail_on": "note"}))
    assert suite.get("failures") == str(len(answer["violations"]))


def test_a_capture_that_waits_is_not_checked_and_does_not_pass(signed_in: Client) -> None:
    sent = signed_in.post("/api/v1/captures", b'{"messages": []}', content_type="application/json").json()
    answer = signed_in.get(f"/api/v1/captures/{sent['id']}/violations").json()
    assert (answer["pending"], answer["unchecked"], answer["sentence"]) == (True, True, "Not checked yet.")


def test_a_capture_that_cannot_be_read_says_why(signed_in: Client) -> None:
    sent = signed_in.post("/api/v1/captures", b'{"messages": []}', content_type="application/json").json()
    Capture.objects.update(state=Capture.State.FAILED, error_code="json-truncated")
    answer = signed_in.get(f"/api/v1/captures/{sent['id']}/violations").json()
    assert (answer["pending"], answer["code"]) == (False, "json-truncated")
    assert answer["sentence"].startswith("The JSON ends inside a value")
