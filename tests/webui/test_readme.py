"""The workflow and the hook of the README, taken from it and run as they are written."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytest_django.live_server_helper import LiveServer

from webui.accounts import apikeys
from webui.accounts.models import Team, User
from webui.transcripts.models import Capture
from webui.transcripts.outputs.writers.markdown import MARK

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RESULT = {"type": "tool_result", "tool_use_id": "toolu_gone", "content": "PORT = 5433"}
GOOD = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Which port?"}]}
BAD = {**GOOD, "messages": [*GOOD["messages"], {"role": "user", "content": [RESULT]}]}


def blocks() -> Iterator[dict[str, Any]]:
    for text in re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL):
        yield yaml.safe_load(text)


def job() -> dict[str, Any]:
    (found,) = [block["jobs"] for block in blocks() if "jobs" in block]
    ((_, only),) = found.items()
    return dict(only)


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in job()["steps"] if one.get("name") == name]
    return dict(found)


def hook() -> dict[str, Any]:
    (found,) = [block["repos"] for block in blocks() if "repos" in block]
    return dict(found[0]["hooks"][0])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with captures, and the product beside them as the workflow has it."""
    (tmp_path / "captures").mkdir()
    (tmp_path / ".review" / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".review" / "manage.py").symlink_to(ROOT / "manage.py")
    python = tmp_path / ".review" / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    return tmp_path


def environment(checkout: Path, more: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATA_DIR", "BASE_URL")}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "webui.config.settings",
        "DATA_DIR": str(checkout / "data"),
        "GITHUB_STEP_SUMMARY": str(checkout / "summary.md"),
        **more,
    }


def start(command: str, checkout: Path, **more: str) -> subprocess.Popen[str]:
    """Run a step as the platform does."""
    return subprocess.Popen(
        ["bash", "-e", "-o", "pipefail", "-c", command],
        cwd=checkout,
        env=environment(checkout, more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def done(command: str, checkout: Path) -> tuple[int, str]:
    running = start(command, checkout)
    out, _ = running.communicate(timeout=120)
    return running.returncode, out


def save(checkout: Path, name: str, value: Any) -> None:
    (checkout / "captures" / name).write_text(json.dumps(value))


def test_the_workflow_sets_up_with_the_command_that_there_is() -> None:
    program, option = step("Set up")["run"].split()
    assert program == ".review/run"
    assert os.access(ROOT / "run", os.X_OK)
    assert option == "--setup"
    assert option in (ROOT / "README.md").read_text(encoding="utf-8").partition("```yaml")[0]


@pytest.mark.parametrize(("value", "status", "results"), [(GOOD, 0, 0), (BAD, 1, 1)])
def test_the_check_ends_with_its_status_and_leaves_sarif(checkout: Path, value: Any, status: int, results: int) -> None:
    save(checkout, "session.json", value)
    assert done(step("Check")["run"], checkout)[0] == status
    log = json.loads((checkout / "captures.sarif").read_text())
    assert [result["level"] for result in log["runs"][0]["results"]].count("error") == results
    (file,) = [one["with"]["sarif_file"] for one in job()["steps"] if "upload-sarif" in one.get("uses", "")]
    assert (checkout / file).is_file()


def test_the_summary_is_written_and_never_fails(checkout: Path) -> None:
    save(checkout, "session.json", BAD)
    assert done(step("Summary")["run"], checkout)[0] == 0
    assert "paired-tool-result" in (checkout / "summary.md").read_text()


@pytest.fixture
def key(acme: Team, ada: User) -> str:
    """A key of a pipeline: it may send, and read what came of it."""
    return apikeys.create(acme, ada, "ci", ["read", "upload"])[1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("value", "status"), [(GOOD, 0), (BAD, 1)])
def test_the_newest_session_is_sent_and_the_last_line_is_its_page(
    checkout: Path,
    key: str,
    data_dir: Path,
    live_server: LiveServer,
    work_off: Callable[[], int],
    value: Any,
    status: int,
) -> None:
    save(checkout, "session.json", value)
    sending = step("Send")
    assert sending["env"] == {"COMPACTION_REVIEW_KEY": "${{ secrets.COMPACTION_REVIEW_KEY }}"}
    assert set(job()["env"]) == {"REVIEW_URL", "REVIEW_TEAM"}

    running = start(sending["run"], checkout, REVIEW_URL=live_server.url, REVIEW_TEAM="acme", COMPACTION_REVIEW_KEY=key)
    while running.poll() is None:
        work_off()
    out, err = running.communicate(timeout=10)

    assert (running.returncode, out, err) == (status, "", "")
    comment = (checkout / "comment.md").read_text()
    assert comment.splitlines()[-1] == f"{live_server.url}/t/acme/captures/{Capture.objects.get().pk}"
    assert comment.splitlines()[0] == MARK
    assert comment.count("/captures/") == 1


@pytest.mark.parametrize(("value", "status"), [(GOOD, 0), (BAD, 1)])
def test_the_hook_refuses_a_commit_with_a_capture_that_would_be_refused(
    checkout: Path, value: Any, status: int
) -> None:
    save(checkout, "session.json", value)
    entry = hook()["entry"].replace("/opt/compaction-review/", f"{checkout}/.review/")
    assert hook()["language"] == "system"
    assert re.search(hook()["files"], "captures/session.json")
    assert not re.search(hook()["files"], "src/captures.py")
    assert done(f"{entry} captures/session.json", checkout)[0] == status


GH = """
import json, os, sys
from pathlib import Path

state = Path(os.environ["GH_STATE"])
comments = json.loads(state.read_text())
address, *options = sys.argv[2:]
if "--jq" in options:
    wanted = options[options.index("--jq") + 1]
    assert address == "repos/acme/app/issues/7/comments"
    assert "--paginate" in options
    mark = wanted.split('"')[3]
    assert '.user.type == "Bot" and (.body | startswith("' + mark + '"))' in wanted
    for one in comments:
        if one["user"]["type"] == "Bot" and one["body"].startswith(mark):
            print(one["id"])
    sys.exit()
name, _, file = options[options.index("--field") + 1].partition("=@")
assert name == "body"
body = Path(file).read_text()
if "--method" in options:
    assert options[options.index("--method") + 1] == "PATCH"
    (one,) = [one for one in comments if address == f"repos/acme/app/issues/comments/{one['id']}"]
    one["body"] = body
else:
    assert address == "repos/acme/app/issues/7/comments"
    comments.append({"id": 100 + len(comments), "user": {"type": "Bot"}, "body": body})
state.write_text(json.dumps(comments))
"""
"""What the step asks of the platform's own command, kept in a file."""


@pytest.fixture
def pull(checkout: Path) -> Callable[[], list[dict[str, Any]]]:
    """A pull request with two comments that are not ours; comment on it, and return what stands there."""
    (checkout / "bin").mkdir()
    (checkout / "gh.py").write_text(GH)
    program = checkout / "bin" / "gh"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {checkout}/gh.py "$@"\n')
    program.chmod(0o755)
    others = [
        {"id": 1, "user": {"type": "User"}, "body": f"{MARK}\nI quote the comment."},
        {"id": 2, "user": {"type": "Bot"}, "body": f"Coverage rose. {MARK}"},
    ]
    (checkout / "state.json").write_text(json.dumps(others))

    def comment() -> list[dict[str, Any]]:
        more = {
            "PATH": f"{checkout}/bin:{os.environ['PATH']}",
            "GH_STATE": str(checkout / "state.json"),
            "GITHUB_REPOSITORY": "acme/app",
            "PULL": "7",
        }
        running = start(step("Comment")["run"], checkout, **more)
        _, err = running.communicate(timeout=60)
        assert (running.returncode, err) == (0, "")
        return list(json.loads((checkout / "state.json").read_text()))

    return comment


def test_a_comment_is_made_once_and_then_edited(checkout: Path, pull: Callable[[], list[dict[str, Any]]]) -> None:
    assert set(step("Comment")["env"]) == {"GH_TOKEN", "PULL"}
    (checkout / "comment.md").write_text(f"{MARK}\nRefused.\n")
    first = pull()
    (checkout / "comment.md").write_text(f"{MARK}\nAccepted.\n")
    second = pull()

    assert [one["body"] for one in first[2:]] == [f"{MARK}\nRefused.\n"]
    assert [one["body"] for one in second[2:]] == [f"{MARK}\nAccepted.\n"]
    assert second[:2] == first[:2]


def test_nothing_is_commented_where_nothing_was_sent(checkout: Path, pull: Callable[[], list[dict[str, Any]]]) -> None:
    (checkout / "comment.md").write_text("")

    assert len(pull()) == 2


def examples() -> list[str]:
    """The calls that the README shows, each as it is written."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## From a program")[2]
    (block,) = [one for one in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "/api/v1/" in one]
    lines = block.replace("\\\n", "").splitlines()
    assert lines[0] == "export COMPACTION_REVIEW_URL=https://review.example.org COMPACTION_REVIEW_KEY=…"
    return lines[1:]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")
def test_the_calls_of_the_readme_work_as_they_are_written(
    checkout: Path, key: str, data_dir: Path, live_server: LiveServer, work_off: Callable[[], int]
) -> None:
    (checkout / "session.jsonl").write_text(json.dumps(BAD) + "\n")
    told = []
    for line in examples():
        running = start(line, checkout, COMPACTION_REVIEW_URL=live_server.url, COMPACTION_REVIEW_KEY=key)
        told.append(running.communicate(timeout=60)[0])
        assert running.returncode == 0, told
        work_off()

    assert len(told) == 3
    assert json.loads(told[0])["key"]["scopes"] == ["read", "upload"]
    assert json.loads(told[1])["id"] == Capture.objects.get().pk
    head, *rows = (checkout / "refused.csv").read_text().splitlines()
    assert head.startswith("id,") and len(rows) == 1
