"""People at their browsers, and runs made through the page as they would."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.runs.models import Run


@pytest.fixture
def upload(at_ada: Client) -> Callable[..., Run]:
    """Upload parts through the page, JSON values or bytes as files, texts pasted; return the run it leads to."""

    def upload(way: str, parts: dict[str, Any]) -> Run:
        answer = at_ada.post(f"/t/acme/runs/new?way={way}", form(parts))
        assert answer.status_code == 302, answer.content.decode()
        return Run.objects.get(pk=answer["Location"].rpartition("/")[2])

    return upload


def form(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, str) else as_file(name, value) for name, value in parts.items()}


def as_file(name: str, value: Any) -> SimpleUploadedFile:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return SimpleUploadedFile(f"{name}.json", data)


@pytest.fixture
def read(at_ada: Client) -> Callable[..., str]:
    """Return a tab of a run as text."""

    def read(run: Run, query: str = "") -> str:
        answer = at_ada.get(f"/t/acme/runs/{run.pk}{query}")
        assert answer.status_code == 200
        return answer.content.decode()

    return read


@pytest.fixture
def pair(upload: Callable[..., Run], work_off: Callable[[], int]) -> Run:
    """A run whose cut stands inside an exchange: the call is gone, its result was kept."""
    run = upload("pair", {"pair": PAIR})
    work_off()
    run.refresh_from_db()
    return run


@pytest.fixture
def lists() -> dict[str, Any]:
    """The pair as it is sent."""
    return copy.deepcopy(PAIR)


CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "billing/fees.py"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "GRACE = 14"}
TAIL = [
    {"role": "user", "content": [RESULT]},
    {"role": "assistant", "content": "The grace is too short."},
    {"role": "user", "content": "Then fix it."},
]
BEFORE = [
    {"role": "user", "content": "Why is the fee early?"},
    {"role": "assistant", "content": "I do not know yet."},
    {"role": "user", "content": "Look at the code."},
    {"role": "assistant", "content": [{"type": "text", "text": "I will look."}, CALL]},
    *TAIL,
]
SUMMARY = "The fee is charged early."
AFTER = [BEFORE[0], {"role": "user", "content": SUMMARY}, *TAIL]
PAIR = {"model": "claude-sonnet-4-5", "before": BEFORE, "after": AFTER, "summary": SUMMARY}
