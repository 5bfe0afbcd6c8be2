"""The violations of a transcript as files for CI: what the page says, and no captured text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Tree

import pytest
from django.core.management import call_command
from django.test import Client

from webui.accounts.models import User
from webui.transcripts import access, store
from webui.transcripts.models import Capture, Transcript

Deliver = Callable[..., Capture]
MARKER = "zebra-7731"


@pytest.fixture
def signed(client: Client, ada: User, data_dir: Path) -> Client:
    client.force_login(ada)
    return client


def only(capture: Capture) -> Transcript:
    return capture.transcripts.select_related("team", "capture").get()


def suite_of(answer: Any) -> Tree.Element:
    return Tree.fromstring(answer.content)[0]  # noqa: S314 - our own


SAYS = {
    "what": "Tool result without its call",
    "where": "Message 1 (user), block 0",
    "path": "messages[1].content[0]",
    "why": "Anthropic refuses a result when no message before it holds the call with the same id.",
    "fix": "Put the message with the call back before message 1, or remove block 0.",
}
"""Of the one violation of the fixture `orphan`, everywhere."""


def test_page_api_and_command_line_say_the_same(
    signed: Client, deliver: Deliver, orphan: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = only(deliver(orphan))
    link = f"http://testserver/t/acme/transcripts/{found.pk}?at=1#m-1.0"
    page = signed.get(f"/t/acme/transcripts/{found.pk}").content.decode()
    (told,) = ask(signed, found, "json").json()["violations"]
    (row,) = [json.loads(line) for line in ask(signed, found, "jsonl").getvalue().splitlines()]
    path = tmp_path / "orphan.json"
    path.write_text(json.dumps(orphan))
    with pytest.raises(SystemExit):
        call_command("check_captures", str(path), "--format", "json")
    (local,) = json.loads(capsys.readouterr().out)["files"][0]["lists"][0]["violations"]

    for said in (told, row, local):
        assert {name: said[name] for name in SAYS} == SAYS
        assert said["signature"] == told["signature"]
    assert told["link"] == row["link"] == link
    assert all(SAYS[name] in page for name in ("what", "why", "fix"))
    for format in ("sarif", "junit", "markdown"):
        text = ask(signed, found, format).content.decode().replace("&amp;", "&")
        assert link in text
        assert f"{SAYS['what']}. {SAYS['why']}" in text.replace("\\", "")


def ask(client: Client, transcript: Transcript, format: str) -> Any:
    return client.get(f"/api/v1/transcripts/{transcript.pk}/violations", {"format": format})


@pytest.mark.parametrize(
    ("format", "media_type", "ending"),
    [
        ("sarif", "application/sarif+json", "sarif"),
        ("junit", "application/xml", "xml"),
        ("markdown", "text/markdown", "md"),
    ],
)
def test_a_file_is_a_download_that_nobody_stores(
    signed: Client, deliver: Deliver, orphan: dict[str, Any], format: str, media_type: str, ending: str
) -> None:
    orphan["messages"][1]["content"][0]["content"] = MARKER
    found = only(deliver(orphan))

    answer = ask(signed, found, format)

    assert answer.status_code == 200
    assert answer["Content-Type"] == f"{media_type}; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{found.pk}.{ending}"'
    assert answer["Cache-Control"] == "no-store"
    text = answer.content.decode()
    assert "Tool result without its call" in text
    assert f"http://testserver/t/acme/transcripts/{found.pk}?at=1#m-1.0" in text.replace("&amp;", "&")
    assert MARKER not in text
    assert "toolu_1" not in text


def test_sarif_has_the_signature_of_the_stored_violation(
    signed: Client, deliver: Deliver, orphan: dict[str, Any]
) -> None:
    found = only(deliver(orphan))
    (result,) = json.loads(ask(signed, found, "sarif").content)["runs"][0]["results"]
    assert list(result["partialFingerprints"].values()) == store.signatures_of(found, list(access.violations_of(found)))
    assert "Message 1 (user), block 0." in result["message"]["text"]


def test_unknown_roles_are_told_first(signed: Client, deliver: Deliver, orphan: dict[str, Any]) -> None:
    orphan["messages"].append({"role": "critic", "content": "No."})
    suite = suite_of(ask(signed, only(deliver(orphan)), "junit"))
    names = [case.get("name") for case in suite.findall("testcase")]
    assert "paired-tool-result at messages[1].content[0]" in names
    assert any(name and name.startswith("role-legal at messages[4]") for name in names)


def test_an_unchecked_transcript_does_not_pass(signed: Client, deliver: Deliver) -> None:
    found = only(deliver({"messages": [{"role": "user", "content": "Hello."}]}))
    suite = suite_of(ask(signed, found, "junit"))
    assert (suite.get("tests"), suite.get("skipped")) == ("1", "1")
    assert "Not checked: it is not known whose message rules apply." in ask(signed, found, "markdown").content.decode()


def test_a_clean_transcript_passes(signed: Client, deliver: Deliver, session: dict[str, Any]) -> None:
    found = only(deliver(session))
    suite = suite_of(ask(signed, found, "junit"))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("1", "0", "0")
    assert json.loads(ask(signed, found, "sarif").content)["runs"][0]["results"] == []


def test_another_format_is_refused_and_the_page_of_another_team_is_not_there(
    signed: Client, deliver: Deliver, orphan: dict[str, Any], rob: User
) -> None:
    found = only(deliver(orphan))
    assert ask(signed, found, "pdf").status_code == 422
    stranger = Client()
    stranger.force_login(rob)
    assert ask(stranger, found, "sarif").status_code == 404


def test_the_page_links_every_file(signed: Client, deliver: Deliver, orphan: dict[str, Any]) -> None:
    found = only(deliver(orphan))
    page = signed.get(f"/t/acme/transcripts/{found.pk}").content.decode()
    for format in ("sarif", "junit", "markdown", "json"):
        address = f"/api/v1/transcripts/{found.pk}/violations?format={format}"
        assert f'href="{address}"' in page
        assert signed.get(address).status_code == 200
