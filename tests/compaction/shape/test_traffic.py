"""Real captured bodies with known verdicts: third-party data, read where it lies and never copied."""

import json
from pathlib import Path
from typing import Any

import pytest

from compaction.shape import check


def body_at(document: object, pointer: str) -> object:
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]  # type: ignore[index] # any JSON
    return document


@pytest.fixture
def known(shared: Path) -> list[tuple[bytes, dict[str, Any]]]:
    """Each captured body, and what is known of it."""
    folder = shared / "traffic"
    if not folder.is_dir():
        pytest.skip("the folder with third-party captures holds no traffic")
    expectations = json.loads((folder / "expectations.json").read_text())
    assert len(expectations) >= 10
    bodies = (body_at(json.loads((folder / one["file"]).read_text()), one["body"]) for one in expectations)
    return [(json.dumps(body).encode(), one) for body, one in zip(bodies, expectations, strict=True)]


def test_every_captured_body_gets_its_known_verdict(known: list[tuple[bytes, dict[str, Any]]]) -> None:
    for body, expected in known:
        report = check(body, dialect=expected["dialect"], layer="core")
        place = (expected["file"], expected["body"])
        found = [{"index": v.index, "rule": v.rule, "pointer": v.pointer} for v in report.violations]
        roles = [{"index": r.index, "role": r.role, "pointer": r.pointer} for r in report.wire_roles]
        assert (place, found, roles) == (place, expected["expect"], expected["expect_wire"])


def test_the_catalogue_refuses_nothing_else_of_it(known: list[tuple[bytes, dict[str, Any]]]) -> None:
    """The tools of one capture were left out, which is a warning; nothing else is said."""
    for body, expected in known:
        report = check(body, dialect=expected["dialect"], layer="both")
        place = (expected["file"], expected["body"])
        found = [(v.rule, v.pointer) for v in report.violations if v.severity == "error"]
        assert (place, found) == (place, [(one["rule"], one["pointer"]) for one in expected["expect"]])
        assert {v.rule for v in report.violations if v.severity != "error"} <= {"tools-declared"}
