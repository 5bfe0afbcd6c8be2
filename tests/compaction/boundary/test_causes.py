from collections.abc import Callable

import pytest

from compaction.boundary.causes import find_cause
from compaction.boundary.fates import tell_fates
from compaction.boundary.reading import read_side
from compaction.boundary.trail import Trail
from compaction.findings import Severity, Violation


def pointer_of(position: int | None) -> str:
    return "" if position is None else f"/messages/{position}"


@pytest.mark.parametrize(("rule", "position"), [("answered-tool-use", 9), ("system-position", None), ("other-rule", 0)])
def test_what_the_list_of_causes_does_not_know_has_no_cause(
    body: Callable[..., bytes], rule: str, position: int | None
) -> None:
    side = read_side(body("U:one", "A:two"), "anthropic")
    trail = Trail(side, side, tell_fates(side.messages, side.messages).links)
    violation = Violation(rule, Severity.ERROR, ("provider",), position, position, pointer_of(position))

    assert find_cause(violation, trail, head=1) is None
