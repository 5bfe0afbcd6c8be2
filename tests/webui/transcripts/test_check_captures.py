"""The command for shells and CI."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from compaction.shape import RULES

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; return its status and output."""

    def run(*arguments: object) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            call_command("check_captures", *map(str, arguments))
        return int(ended.value.code or 0), capsys.readouterr().out

    return run


@pytest.fixture
def good(tmp_path: Path, session: dict[str, Any]) -> Path:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(session))
    return path


@pytest.fixture
def bad(tmp_path: Path, orphan: dict[str, Any]) -> Path:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(orphan))
    return path


def test_a_clean_file_gives_status_0(run: Run, good: Path) -> None:
    status, out = run(good)

    assert status == 0
    assert out.splitlines() == [
        f"{good}: Would be accepted by what was checked. (anthropic-request, 5 messages)",
        f"The core rules and the catalogue of {len(RULES)} rules, as of 2026.11.",
    ]


def test_a_violation_gives_status_1_and_one_line(run: Run, tmp_path: Path, bad: Path) -> None:
    status, out = run(bad)

    assert status == 1
    assert out.splitlines()[:2] == [
        f"{bad}: Would be refused: 1 error. (anthropic-request, 4 messages)",
        f"{bad}: messages[1].content[0]  error  paired-tool-result  Tool result without its call. "
        "Anthropic refuses a result when no message before it holds the call with the same id.",
    ]


def test_a_role_that_the_dialect_does_not_know_gives_status_1(run: Run, good: Path, session: dict[str, Any]) -> None:
    session["messages"][4]["role"] = "developer"
    good.write_text(json.dumps(session))

    status, out = run(good)

    assert status == 1
    assert "Would be refused: 1 error." in out
    assert "messages[4].role  error  role-legal  Message with a role that does not exist here." in out


def test_an_unreadable_file_gives_status_3_and_the_others_are_reported(run: Run, tmp_path: Path, bad: Path) -> None:
    broken = tmp_path / "a.json"
    broken.write_text('{"messages": [\n{"role": "us')

    status, out = run(broken, bad)

    assert status == 3
    assert out.startswith(f"{broken}: json-truncated: ")
    assert "line 2" in out.splitlines()[0]
    assert "Would be refused" in out


def test_a_skipped_line_of_a_log_is_a_note(run: Run, tmp_path: Path, session: dict[str, Any]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(session) + "\n{oops\n" + json.dumps(session))

    status, out = run(log)

    assert status == 0
    assert "note  jsonl-bad-line" in out


def test_a_folder_is_read_with_its_subfolders_by_ending(
    tmp_path: Path, run: Run, good: Path, bad: Path, session: dict[str, Any]
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "log.JSONL").write_text(json.dumps(session))
    (tmp_path / "notes.md").write_text("# Not a capture")
    (tmp_path / ".hidden.json").write_text("{")

    status, out = run("--format", "json", tmp_path)

    assert status == 1
    names = [Path(file["name"]).name for file in json.loads(out)["files"]]
    assert names == ["bad.json", "log.JSONL", "good.json"]


def test_json_is_as_agreed(run: Run, bad: Path) -> None:
    status, out = run("--format", "json", bad)

    assert status == 1
    answer = json.loads(out)
    assert answer["version"] == 1
    (file,) = answer["files"]
    assert (file["name"], file["format"], file["error"]) == (str(bad), "anthropic-request", None)
    assert (file["compactions"], file["notes"]) == ([], [])
    (found,) = file["lists"]
    assert (found["path"], found["dialect"], found["messages"]) == ("/messages", "anthropic", 4)
    (violation,) = found["violations"]
    assert set(violation) == {
        "rule",
        "severity",
        "layers",
        "index",
        "position",
        "pointer",
        "behaviours",
        "confidence",
        "counterpart",
        "related",
        *("what", "where", "path", "why", "fix", "signature"),
    }
    assert (violation["what"], violation["path"]) == ("Tool result without its call", "messages[1].content[0]")
    assert (violation["severity"], violation["layers"]) == ("error", ["core", "provider"])
    assert violation["pointer"] == "/messages/1/content/0"


def test_json_of_an_unreadable_file_names_the_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": NaN}')

    status, out = run("--format", "json", path)

    assert status == 3
    (file,) = json.loads(out)["files"]
    assert file["error"]["code"] == "json-nonfinite"
    assert set(file["error"]) == {"code", "line", "column", "offset", "found"}
    assert (file["error"]["line"], file["lists"]) == (1, [])


def test_stdin_is_a_dash(run: Run, monkeypatch: pytest.MonkeyPatch, orphan: dict[str, Any]) -> None:
    data = json.dumps(orphan).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    status, out = run("-")

    assert status == 1
    assert out.startswith("-: Would be refused: 1 error.")


def test_a_dialect_can_be_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text('{"messages": [{"role": "user", "content": "Hello."}]}')

    _, out = run(path)
    assert "Whose rules apply is open for 1 list; name them with --dialect." in out

    _, out = run("--format", "json", "--dialect", "openai-chat", path)
    assert json.loads(out)["files"][0]["lists"][0]["dialect"] == "openai-chat"


@pytest.mark.parametrize("format", ["sarif", "junit", "markdown"])
def test_an_output_of_ci_is_all_that_is_printed(run: Run, good: Path, bad: Path, format: str) -> None:
    status, out = run("--format", format, good, bad)

    assert status == 1
    assert {"sarif": "{", "junit": "<?xml", "markdown": "<!-- compaction-review -->"}[format] == out.split()[0] or (
        format == "markdown" and out.startswith("<!-- compaction-review -->\n")
    )
    assert "paired-tool-result" in out
    assert "Would be accepted" not in out or format != "sarif"


def test_what_does_not_fail_is_no_failure_in_junit(run: Run, tmp_path: Path, session: dict[str, Any]) -> None:
    del session["tools"]
    path = tmp_path / "warned.json"
    path.write_text(json.dumps(session))

    lenient = run("--format", "junit", path)
    strict = run("--format", "junit", "--fail-on", "warning", path)

    assert (lenient[0], 'failures="0"' in lenient[1]) == (0, True)
    assert (strict[0], 'failures="1"' in strict[1]) == (1, True)


def test_a_path_that_is_none_and_an_empty_folder_are_wrong_use(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(CommandError) as caught:
            call_command("check_captures", str(path))
        assert caught.value.returncode == 2


def test_a_hostile_file_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"\\u001b[31m\\nfake: 0 errors": 1}')

    status, out = run(path)

    assert status == 3
    assert "\x1b" not in out
    assert "\nfake" not in out


@pytest.mark.slow
def test_it_needs_no_database_and_no_data_folder(tmp_path: Path, bad: Path) -> None:
    missing = tmp_path / "missing"
    environment = {**os.environ, "DATA_DIR": str(missing), "DJANGO_SETTINGS_MODULE": "webui.config.settings"}

    done = subprocess.run(
        [sys.executable, "manage.py", "check_captures", str(bad)],
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (1, "")
    assert "paired-tool-result" in done.stdout
    assert not missing.exists()


def test_a_link_to_nothing_is_left_out(run: Run, tmp_path: Path, bad: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "missing.json")

    status, out = run(tmp_path)

    assert status == 1
    assert "Would be refused" in out


def test_a_list_rebuilt_from_a_log_is_said_to_be_less_certain_and_its_places_are_lines(
    run: Run, tmp_path: Path
) -> None:
    said = {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s"}
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]
    records = [
        {**said, "message": {"role": "user", "content": "Look."}},
        {**said, "uuid": "u2", "parentUuid": "u1", "message": {"role": "user", "content": result}},
    ]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    status, out = run(path)

    assert status == 1
    first, second, *_ = out.splitlines()
    assert first == (
        f"{path}: Would be refused: 1 error. It is rebuilt from a log, so this is less certain than for captured"
        " requests. (claude-code-session, 2 messages)"
    )
    assert second.startswith(f"{path}: lines[1].message.content[0]  error  paired-tool-result")
