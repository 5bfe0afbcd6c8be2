"""Who takes part in the proof: the built-in client, truncation, and every model whose replies stand in `recorded/`."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from compaction.llm import Client
from tests.benchmarks.proof.clients import Recorded, Truncation
from tests.benchmarks.proof.corpus import DIALOGS
from webui.llm.extractive import Extractive

HERE = Path(__file__).parent
RECORDED = HERE / "recorded"
RUNS = HERE / "runs.json"
"""The counts of every dialog and client."""
PAGE = HERE.parents[2] / "webui" / "runs" / "proof.json"
"""What the page shows."""


@dataclass(frozen=True)
class Entrant:
    """A client under its name, and of how many dialogs, from the first, there are replies."""

    id: str
    title: str
    client: Client
    dialogs: int = DIALOGS


def entrants() -> Sequence[Entrant]:
    """Give all that take part, models by name."""
    models = [_recorded(path) for path in sorted(RECORDED.glob("*.json"))]
    return (
        Entrant("extractive", "extractive, the built-in client", Extractive()),
        Entrant("truncation-newest", "truncation, the newest lines kept", Truncation("newest")),
        Entrant("truncation-oldest", "truncation, the oldest lines kept", Truncation("oldest")),
        *models,
    )


def _recorded(about: Path) -> Entrant:
    """Give the entrant of a model: what it is stands in a `.json` file, its replies beside it in a `.jsonl` one."""
    said = json.loads(about.read_text(encoding="utf-8"))
    return Entrant(about.stem, said["title"], Recorded(about.with_suffix(".jsonl")), said["dialogs"])
