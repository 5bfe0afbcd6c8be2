"""A report with everything in it that an output must be careful with."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.findings import Severity
from webui.transcripts.outputs import Checked, File, Report, Told

HOSTILE = "a`b``<img src=x>&\x1b[31m\n# ]]>|@x\ud800\u202e.json"


@pytest.fixture
def told() -> Callable[..., Told]:
    def told(**more: Any) -> Told:
        return Told(
            **{
                "rule": "paired-tool-result",
                "severity": Severity.ERROR,
                "what": "Tool result without its call",
                "where": "Message 1 (user), block 0",
                "path": "messages[1].content[0]",
                "why": "Anthropic refuses it.",
                "fix": "Remove block 0.",
                "signature": "ae543fa4a5d7c841d5c73417",
                "title": "A tool result has its call",
                "confidence": "firm",
                **more,
            }
        )

    return told


@pytest.fixture
def report(told: Callable[..., Told]) -> Report:
    """Four files: one with an error, a warning and a note, one clean with checks, one unreadable, one not checked."""
    link = "https://review.example/t/acme/transcripts/abc?at=1#m-1.0"
    three = tuple(told(severity=severity, path=f"messages[{at}]", link=link) for at, severity in enumerate(Severity))
    return Report(
        files=(
            File("logs/a b.jsonl", "Would be refused: 1 error.", three[::-1], more=7),
            File(HOSTILE, "Valid.", checked=(Checked("xml", "Grammar"), Checked("budget", "Budget", "not uploaded"))),
            File("/srv/cut.json", "The JSON ends inside a value.", code="json-truncated"),
            File("unknown.json", "Not checked: whose rules apply is not known.", unchecked=True),
        ),
        scope="Four core rules.",
        link="https://review.example/t/acme/captures/abc (1)",
        rules="https://review.example/rules/",
    )


@pytest.fixture
def hostile() -> str:
    return HOSTILE


@pytest.fixture
def tolerated(told: Callable[..., Told]) -> Report:
    """A file with an error that a waiver covers, and a warning that none does."""
    waived = told(waiver="Waived by max until 30 Dec 2026, this case: it is test traffic.")
    file = File("a.json", "Would be refused: 1 error, 1 warning.", (waived, told(severity=Severity.WARNING)))
    return Report((file, File("b.json", "Would be accepted.")), scope="Four core rules.")
