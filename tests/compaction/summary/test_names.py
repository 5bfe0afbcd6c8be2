import json
from pathlib import Path

from compaction.summary.names import NAME_EXTRA, NAME_START

RANGES = Path(__file__).parents[2] / "cases" / "xml-name-ranges.json"


def test_the_ranges_are_those_of_the_spec() -> None:
    ranges = json.loads(RANGES.read_text(encoding="utf-8"))
    assert [list(pair) for pair in NAME_START] == ranges["name_start"]
    assert [list(pair) for pair in NAME_EXTRA] == ranges["name_continue_extra"]
