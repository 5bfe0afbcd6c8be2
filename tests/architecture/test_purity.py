"""The library opens no file, no socket and no process: `open()` needs no import, so imports alone cannot show it.

Source: architecture 3.
"""

import importlib
import json
import pkgutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import compaction
from compaction import contract, inspection, qa, redaction, shape, summary
from compaction.llm import Scripted
from compaction.qa.messages import Text
from compaction.shape import provider_error, wording

CASES = Path(__file__).parents[1] / "cases"
WATCHED = ("open", "os.", "shutil.", "socket.", "subprocess.", "pty.", "ctypes.", "sqlite3.", "urllib.", "tempfile.")
SOURCES = (".py", ".pyc", ".so")


class Watch:
    """Collects audit events of one thread while it is on; a hook can never be taken out again."""

    def __init__(self) -> None:
        self.thread: int | None = None
        self.events: list[str] = []

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.thread == threading.get_ident() and event.startswith(WATCHED):
            loads_code = event == "open" and str(arguments[0]).endswith(SOURCES)
            if not loads_code and event not in ("os.listdir", "os.scandir"):
                self.events.append(event)


WATCH = Watch()
sys.addaudithook(WATCH)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Yield the events of this thread inside the block; reading modules is not one of them."""
    WATCH.events = []
    WATCH.thread = threading.get_ident()
    try:
        yield WATCH.events
    finally:
        WATCH.thread = None


@pytest.fixture(scope="module", autouse=True)
def everything_imported() -> None:
    for module in pkgutil.walk_packages(compaction.__path__, "compaction."):
        importlib.import_module(module.name)


def judge_shapes() -> None:
    for rule in shape.RULES:
        for dialect, body in rule.bad.items():
            request, variant = json.dumps(body).encode(), rule.variants.get(dialect)
            report = shape.check(request, dialect=dialect, layer="both", variant=variant)
            assert wording.explain(report.violations[0], b"{}", dialect=dialect).what
    shape.check(b'{"x": "\\ud800", "messages": [7]}', dialect="anthropic", layer="both")
    assert provider_error.read_error("messages.3.content.0: x")


def read_summary() -> None:
    sections = "".join(f"<{name}>x</{name}>" for name in summary.SECTION_NAMES)
    assert summary.read(f"<{summary.ROOT}>{sections}</{summary.ROOT}>".encode()).text


def mask_secrets() -> None:
    assert redaction.redact_text("nothing to hide", b"key") == "nothing to hide"
    assert b"".join(redaction.redact([b'{"a": ', b"1}"], b"key")) == b'{"a": 1}'


def inspect_capture() -> None:
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi."}]}
    assert inspection.inspect(json.dumps(body).encode()).lists


def judge_contract(given: str) -> None:
    value = contract.decode_input(given.encode())
    assert contract.encode_input(value)
    assert contract.fit_input(value, input_bytes=1_000_000)


def summarize_a_talk() -> None:
    talk = [qa.Message("assistant" if place % 2 else "user", (Text(f"Line {place}."),)) for place in range(12)]
    client = Scripted(["Summary.", '["Which line?"]', "1. Line 1."])
    outcome = qa.run(talk, config=qa.QaConfig(), context=qa.Context(300), client=client)
    assert outcome.questions[0].evidence.hits


WORK: dict[str, Callable[[], None]] = {
    "shape": judge_shapes,
    "summary": read_summary,
    "redaction": mask_secrets,
    "inspection": inspect_capture,
    "qa": summarize_a_talk,
}


@pytest.mark.parametrize("room", WORK)
def test_a_room_touches_nothing_outside(room: str) -> None:
    with watched() as events:
        WORK[room]()
    assert events == []


def test_the_contract_touches_nothing_outside() -> None:
    cases = json.loads((CASES / "compaction_wire.json").read_text())
    given = json.dumps(next(case["input"] for case in cases if case["id"] == "in-minimal"))
    with watched() as events:
        judge_contract(given)
    assert events == []


def test_the_watch_sees_a_real_open(tmp_path: Path) -> None:
    with watched() as events:
        (tmp_path / "x").write_text("x")
    assert events == ["open"]


def test_the_watch_sees_a_real_process() -> None:
    with watched() as events:
        subprocess.run([sys.executable, "-c", ""], check=True)
    assert "subprocess.Popen" in events
