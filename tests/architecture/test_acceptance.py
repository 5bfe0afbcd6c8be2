"""The list of acceptance checks names tests that exist, run, and assert something."""

import ast
from pathlib import Path

import pytest

from tests.acceptance import CHECKS

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("number", range(1, 17))
def test_each_check_is_shown_by_tests_that_exist(number: int) -> None:
    assert CHECKS[number].shown_by
    for named in CHECKS[number].shown_by:
        file, name = named.split("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        assert len(found) == 1, f"{named} is not there"
        marks = " ".join(ast.unparse(mark) for mark in found[0].decorator_list)
        assert "skip" not in marks and "xfail" not in marks, named
        asserts = any(isinstance(node, ast.Assert) for node in ast.walk(found[0]))
        assert asserts or "expect(" in ast.unparse(found[0]), f"{named} asserts nothing"


def test_there_are_sixteen_and_one_at_least_runs_in_every_pipeline() -> None:
    assert list(CHECKS) == list(range(1, 17))
    for check in CHECKS.values():
        assert any(not named.startswith("benchmarks/") for named in check.shown_by), check.says
