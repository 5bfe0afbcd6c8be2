import ast
import inspect
from pathlib import Path

import pytest

import compaction.formats
from compaction.errors import CaptureError
from compaction.formats import Note, sentence
from compaction.formats.lines import INCOMPLETE
from compaction.formats.sentences import TEXTS

ROOM = Path(inspect.getfile(compaction.formats)).parent


def raised_codes() -> set[str]:
    """Every code that a CaptureError or a Note of this room is made with, read from its source."""
    codes = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if name in ("CaptureError", "Note", "refusal") and isinstance(node.args[0], ast.Constant):
                codes.add(node.args[0].value)
    return codes


def test_every_code_has_its_sentence() -> None:
    assert raised_codes() - set(TEXTS) == set()
    assert "json-syntax" in raised_codes()


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_sentences_say_what_and_are_short(code: str) -> None:
    told = sentence(CaptureError(code, line=3, column=7, offset=41))
    assert told.what.endswith(".")
    assert told.where == "At line 3, column 7, byte 41."
    assert len(told.what) < 200
    assert len(told.do) < 200 or code == "unknown-format", "the list of formats is as long as it is"


@pytest.mark.parametrize(
    ("error", "mention"),
    [
        (CaptureError("compressed-input", kind="zstd"), "zstd"),
        (CaptureError("bad-encoding", kind="UTF-16", offset=0), "UTF-16"),
        (CaptureError("bad-encoding", offset=412, line=2), "line 2, byte 412"),
        (CaptureError("not-text", kind="mitmproxy-flow"), "Export it as HAR"),
        (CaptureError("not-text", kind="PNG"), "It is PNG."),
        (CaptureError("json-nonfinite", kind="-Infinity"), "-Infinity"),
        (CaptureError("json-syntax", kind="comma"), "comma"),
        (CaptureError("json-too-deep"), "200"),
        (CaptureError("too-large", kind="body"), "128 MB"),
        (CaptureError("too-large", kind="block"), "10 MB"),
        (CaptureError("too-large", kind="messages"), "100000"),
        (CaptureError("too-large", kind="capture"), "1024 MB"),
        (CaptureError("no-messages", kind="messages"), "under messages"),
        (CaptureError("unknown-format", kind="har"), "HAR archive"),
        (CaptureError("unknown-format"), "OpenAI Chat Completions request"),
        (Note("jsonl-bad-line", "line 9", INCOMPLETE), "incomplete"),
        (Note("jsonl-bad-line", "line 9", "json-nonfinite"), "line 9"),
        (Note("valid-unicode", "/messages/0/content"), "At /messages/0/content."),
        (CaptureError("a-code-of-tomorrow"), "could not be read"),
    ],
)
def test_sentences_name_the_kind_and_the_place(error: CaptureError | Note, mention: str) -> None:
    assert mention in str(sentence(error))


def test_what_stood_in_the_capture_is_never_inside() -> None:
    told = sentence(CaptureError("unknown-format", found=("MARKER",)))
    assert "MARKER" not in str(told)
    assert "MARKER" not in repr(told)


def test_what_is_not_read_is_refused_with_the_way_to_export_it() -> None:
    for code, kind, words in (
        ("not-text", "mitmproxy-flow", "hardump"),
        ("compressed-input", "zip", "Unpack it first"),
        ("compressed-input", "zip", "inspect log convert"),
        ("compressed-input", "gzip", "Unpack it first"),
        ("database-file", "sqlite", "export command"),
    ):
        assert words in str(sentence(CaptureError(code, kind=kind)))
