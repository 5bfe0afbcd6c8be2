"""Real captured bodies with known verdicts: third-party data, read where it lies and never copied."""

import json
from pathlib import Path

import pytest

from compaction.shape import check


def body_at(document: object, pointer: str) -> object:
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]  # type: ignore[index] # any JSON
    return document


def test_every_captured_body_gets_its_known_verdict(shared: Path) -> None:
    folder = shared / "traffic"
    if not folder.is_dir():
        pytest.skip("the folder with third-party captures holds no traffic")
    expectations = json.loads((folder / "expectations.json").read_text())
    assert len(expectations) >= 10
    for known in expectations:
        body = body_at(json.loads((folder / known["file"]).read_text()), known["body"])
        report = check(json.dumps(body).encode(), dialect=known["dialect"], layer="core")
        place = (known["file"], known["body"])
        found = [{"index": v.index, "rule": v.rule, "pointer": v.pointer} for v in report.violations]
        roles = [{"index": r.index, "role": r.role, "pointer": r.pointer} for r in report.wire_roles]
        assert (place, found, roles) == (place, known["expect"], known["expect_wire"])
