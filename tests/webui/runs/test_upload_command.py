"""`manage.py upload` against a running server: statuses, last lines, and what it says."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.live_server_helper import LiveServer

from tests.people import member
from webui.accounts import apikeys
from webui.accounts.models import Member, Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case
from webui.review.people import person_of
from webui.review.triage import Action
from webui.runs.management.commands.upload import Command
from webui.runs.models import Run
from webui.transcripts.models import Capture

pytestmark = pytest.mark.django_db(transaction=True)

Upload = Callable[..., tuple[int, list[str], str]]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "PORT = 5433"}
HELLO = {"role": "user", "content": "Which port?"}
GOOD = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 9,
    "tools": [{"name": "read", "input_schema": {"type": "object"}}],
    "messages": [HELLO, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [RESULT]}],
}
BAD = {**GOOD, "messages": [HELLO, {"role": "user", "content": [RESULT]}]}
SOUND = (
    "<conversation_summary><goal>Find the port</goal><constraints/><decisions/>"
    "<state>5433</state><open_items/></conversation_summary>"
)


@pytest.fixture
def key(acme: Team, ada: User) -> str:
    """A key of a pipeline: it may send, and read what came of it."""
    return apikeys.create(acme, ada, "ci", ["read", "upload"])[1]


@pytest.fixture
def upload(
    key: str,
    data_dir: Path,
    live_server: LiveServer,
    work_off: Callable[[], int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Upload:
    """Run the command; return its status, the lines of stdout, and stderr. What waits is worked off meanwhile."""
    monkeypatch.setenv("COMPACTION_REVIEW_KEY", key)

    def run(*arguments: object) -> tuple[int, list[str], str]:
        command = Command(pause=lambda seconds: work_off() and None)
        with pytest.raises(SystemExit) as ended:
            call_command(command, *map(str, arguments), "--url", live_server.url)
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out.splitlines(), said.err

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str, Any], Path]:
    def save(name: str, value: Any) -> Path:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return path

    return save


Saved = Callable[[str, Any], Path]


def page_of(live_server: LiveServer) -> str:
    return f"{live_server.url}/t/acme/captures/{Capture.objects.get().pk}"


def test_without_waiting_it_is_sent_and_the_last_line_is_the_page(
    upload: Upload, saved: Saved, live_server: LiveServer
) -> None:
    status, out, err = upload(saved("a b.json", BAD), "--team", "acme")
    assert (status, out, err) == (0, ["a b.json: sent, queued.", page_of(live_server)], "")


def test_a_violation_gives_status_1_with_the_sentence_of_the_page(
    upload: Upload, saved: Saved, live_server: LiveServer
) -> None:
    status, out, _ = upload(saved("bad.json", BAD), "--wait", "--name", "from CI")
    assert status == 1
    assert out == [
        "from CI: Would be refused: 1 error.",
        "from CI: messages[1].content[0]  error  paired-tool-result  Tool result without its call. "
        "Anthropic refuses a result when no message before it holds the call with the same id.",
        page_of(live_server),
    ]


def test_a_clean_file_gives_status_0_and_fail_on_is_heeded(upload: Upload, saved: Saved) -> None:
    assert upload(saved("good.json", GOOD), "--wait")[:1] == (0,)
    without_tools = {name: value for name, value in GOOD.items() if name != "tools"}
    path = saved("warned.json", without_tools)
    assert upload(path, "--wait")[0] == 0
    assert upload(path, "--wait", "--fail-on", "warning")[0] == 1


def test_what_a_person_waived_fails_no_pipeline_until_there_is_more_of_it(
    upload: Upload, saved: Saved, acme: Team
) -> None:
    assert upload(saved("nightly.json", BAD), "--wait")[0] == 1
    max_ = member(acme, "max", Member.Role.MAINTAINER)
    case = Case.objects.get()
    take(person_of(max_, acme), acme, case.number, Ask(Action.WAIVE, reason="test-traffic", scope="source"))

    again = {**BAD, "messages": [*BAD["messages"], {"role": "assistant", "content": "5433."}]}
    status, out, _ = upload(saved("nightly.json", again), "--wait")
    assert status == 0
    assert "this signature in this source: it is test traffic." in out[1]

    result = {**RESULT, "tool_use_id": "toolu_2"}
    twice = {**BAD, "messages": [HELLO, {"role": "user", "content": [RESULT, result]}]}
    status, out, _ = upload(saved("nightly.json", twice), "--wait")
    assert status == 1
    assert "Waived" not in "".join(out)


def test_stdin_is_a_dash(upload: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(BAD).encode())))
    status, out, _ = upload("-", "--wait")
    assert (status, out[0]) == (1, "stdin: Would be refused: 1 error.")


@pytest.mark.parametrize("format", ["json", "sarif", "junit"])
def test_what_programs_read_stands_alone_and_the_page_on_stderr(
    upload: Upload, saved: Saved, live_server: LiveServer, format: str
) -> None:
    status, out, err = upload(saved("bad.json", BAD), "--wait", "--format", format)
    assert status == 1
    text = "\n".join(out)
    assert "paired-tool-result" in text
    assert text.startswith("<?xml") if format == "junit" else json.loads(text)
    assert err == f"{page_of(live_server)}\n"


def test_markdown_ends_with_the_page(upload: Upload, saved: Saved, live_server: LiveServer) -> None:
    _, out, _ = upload(saved("bad.json", BAD), "--wait", "--format", "markdown")
    assert out[0] == "<!-- compaction-review -->"
    assert out[-1] == page_of(live_server)


def test_a_file_that_cannot_be_read_gives_status_3(upload: Upload, saved: Saved) -> None:
    with pytest.raises(CommandError, match="The JSON ends inside a value") as caught:
        call_upload(upload, saved("cut.json", '{"messages": [\n{"role": "us'))
    assert caught.value.returncode == 3


def call_upload(upload: Upload, *arguments: object) -> None:
    upload(*arguments, "--wait")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--team", "rivals"], "no such team"),
        (["--key", "another"], "does not know this key"),
        (["--key", "odd\nkey"], "An API key is needed"),
    ],
)
def test_a_wrong_team_or_key_is_wrong_use(
    upload: Upload, saved: Saved, rivals: Team, arguments: list[str], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as caught:
        call_upload(upload, saved("a.json", GOOD), *arguments)
    assert caught.value.returncode == 2
    assert not Capture.objects.exists()


@pytest.mark.parametrize("arguments", [[], ["missing.json"], ["--part", "before"], ["--part", "who=a.json"]])
def test_wrong_use_is_said_before_anything_is_sent(upload: Upload, arguments: list[str]) -> None:
    with pytest.raises(CommandError) as caught:
        upload(*arguments)
    assert caught.value.returncode == 2


def test_an_address_that_is_none_and_a_missing_key(saved: Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPACTION_REVIEW_KEY", raising=False)
    for arguments, words in ((["--url", "file:///etc"], "--url"), (["--url", "http://127.0.0.1:1"], "API key")):
        with pytest.raises(CommandError, match=words) as caught:
            call_command("upload", str(saved("a.json", GOOD)), *arguments)
        assert caught.value.returncode == 2


@pytest.mark.parametrize("names", [["before"], ["after", "summary"], ["usage"]])
def test_half_a_compaction_is_wrong_use(upload: Upload, saved: Saved, names: list[str]) -> None:
    with pytest.raises(CommandError, match="before and after") as caught:
        upload(*[text for name in names for text in ("--part", f"{name}={saved(name, [])}")])
    assert caught.value.returncode == 2


def test_markdown_is_a_comment_whose_last_line_is_the_page(
    upload: Upload, saved: Saved, live_server: LiveServer
) -> None:
    status, out, err = upload(saved("a.json", BAD), "--wait", "--format", "markdown")
    page = f"{live_server.url}/t/acme/captures/{Capture.objects.get().pk}"
    assert (status, err) == (1, "")
    assert out[0] == "<!-- compaction-review -->"
    assert [line for line in out if page in line] == [page] == out[-1:]


def test_before_after_and_summary_become_a_run(upload: Upload, saved: Saved, live_server: LiveServer) -> None:
    sides = {"before": GOOD["messages"], "after": BAD["messages"], "summary": SOUND}
    parts = [text for name, value in sides.items() for text in ("--part", f"{name}={saved(name, value)}")]
    status, out, _ = upload(*parts, "--name", "nightly", "--wait")
    run = Run.objects.get()
    assert (status, run.name, run.state) == (1, "nightly", "ready")
    assert out[0].startswith("nightly: ")
    assert any("after messages[1].content[0]  error  paired-tool-result" in line for line in out)
    assert out[-1] == f"{live_server.url}/t/acme/runs/{run.pk}"


def test_a_contract_becomes_a_run(upload: Upload, saved: Saved, whole: dict[str, Any]) -> None:
    parts = [text for name, value in whole.items() for text in ("--part", f"{name}={saved(name, value)}")]
    status, out, _ = upload(*parts, "--wait")
    assert status == 0
    assert "Valid. Every check of the result passes." in out[0]


def test_a_key_that_may_only_read_is_told_its_scope(upload: Upload, saved: Saved, acme: Team, ada: User) -> None:
    _, reading = apikeys.create(acme, ada, "reader", ["read"])
    with pytest.raises(CommandError, match="needs the scope upload") as caught:
        upload(saved("a.json", GOOD), "--key", reading)
    assert caught.value.returncode == 2
