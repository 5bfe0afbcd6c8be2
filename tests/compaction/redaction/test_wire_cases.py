"""The wire cases name the secrets in their files: none may be left, and nothing else may change shape."""

import json
import os
from pathlib import Path

import pytest

from compaction.redaction import redact

FOLDER = Path(os.environ.get("CASES", Path(__file__).parents[2] / "cases")) / "wire"
INDEX = FOLDER / "index.json"
CASES = json.loads(INDEX.read_bytes())["cases"] if INDEX.is_file() else []


@pytest.mark.parametrize("case", [case for case in CASES if case.get("secret_literals")], ids=lambda case: case["file"])
def test_no_secret_of_a_case_is_left(case: dict[str, object]) -> None:
    body = (FOLDER / str(case["file"])).read_bytes()
    left = b"".join(redact([body], b"k" * 32))
    secrets = case["secret_literals"]
    assert isinstance(secrets, list)
    assert [secret for secret in secrets if secret.encode() in left] == []
    assert len(left.splitlines()) == len(body.splitlines())


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case.get("secret_literals")], ids=lambda case: case["file"]
)
def test_a_case_without_secrets_passes_unchanged(case: dict[str, object]) -> None:
    body = (FOLDER / str(case["file"])).read_bytes()
    assert b"".join(redact([body], b"k" * 32)) == body
