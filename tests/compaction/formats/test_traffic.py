"""Real captured bodies, where the folder with third-party captures is present."""

import json
from pathlib import Path

import pytest

from compaction.inspection import inspect


def bodies(folder: Path) -> list[tuple[str, bytes, str, int]]:
    """Every body that the expectations name, with its dialect and its number of messages."""
    found = []
    for entry in json.loads((folder / "expectations.json").read_text(encoding="utf-8")):
        value = json.loads((folder / entry["file"]).read_text(encoding="utf-8"))
        for key in filter(None, entry["body"].split("/")):
            value = value[key]
        found.append(
            (f"{entry['file']}{entry['body']}", json.dumps(value).encode(), entry["dialect"], entry["messages"])
        )
    return found


def test_real_bodies_are_recognised_and_mapped_without_unknown_blocks(shared: Path) -> None:
    if not (shared / "traffic").is_dir():
        pytest.skip("the folder with third-party captures is not here")
    for name, body, dialect, count in bodies(shared / "traffic"):
        (found,) = inspect(body, dialect=dialect).lists
        assert (found.dialect, len(found.messages)) == (dialect, count), name
        kinds = {type(block).__name__ for message in found.messages for block in message.blocks}
        assert "Unknown" not in kinds, name
