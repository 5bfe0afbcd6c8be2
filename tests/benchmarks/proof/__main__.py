"""The proof from the command line.

    python -m tests.benchmarks.proof            run it and write what is published
    python -m tests.benchmarks.proof --check    run it and compare with what is published
    python -m tests.benchmarks.proof --record NAME --base-url URL --model MODEL

The last one asks a model and keeps its replies; it takes part in every run from then on. `--dialogs N` asks about the
first N dialogs alone, `--key-from VARIABLE` takes the key from the environment. A recording that was stopped goes on
where it was.
"""

import argparse
import json
import os
import sys
from datetime import UTC, datetime

from compaction.llm import Client
from tests.benchmarks.proof.clients import Recorder
from tests.benchmarks.proof.contest import PAGE, RECORDED, RUNS, entrants
from tests.benchmarks.proof.corpus import DIALOGS, dialogs
from tests.benchmarks.proof.results import Run, row, stored, take
from tests.benchmarks.proof.rounds import CONFIG, ROUNDS, TARGET
from webui.llm.addresses import Policy
from webui.llm.openai import OpenAi

COMMAND = "python -m tests.benchmarks.proof"
SECONDS = 600.0
"""For one call to a model that is recorded."""


def main() -> int:
    """Run what the arguments ask for. Exit status: 0 done, 1 the published figures differ, 2 wrong use."""
    asked = _arguments()
    if asked.record:
        key = os.environ[asked.key_from] if asked.key_from else ""
        record(asked.record, asked.base_url, asked.model, key, asked.dialogs)
        return 0
    found = run()
    if not asked.check:
        publish(found)
        return 0
    return 0 if lines(found) == RUNS.read_text(encoding="utf-8") else 1


def run() -> dict[str, list[Run]]:
    """Run every entrant over its dialogs."""
    found: dict[str, list[Run]] = {}
    for entrant in entrants():
        found[entrant.id] = [take(dialog, entrant.client) for dialog in dialogs(entrant.dialogs)]
    return found


def publish(found: dict[str, list[Run]]) -> None:
    """Write the counts, and the table with the day on which it was made."""
    rows = [{"id": one.id, "title": one.title, "dialogs": one.dialogs, **row(found[one.id])} for one in entrants()]
    setup = {
        "command": COMMAND,
        "date": datetime.now(UTC).date().isoformat(),
        "dialogs": DIALOGS,
        "rounds": [*ROUNDS],
        "target_tokens": TARGET,
        "budget_tokens": CONFIG.max_summary_tokens,
    }
    RUNS.write_text(lines(found), encoding="utf-8")
    PAGE.write_text(json.dumps({**setup, "rows": rows}, indent=1) + "\n", encoding="utf-8")


def lines(found: dict[str, list[Run]]) -> str:
    """Give the counts as JSON, a run a line."""
    rows = [json.dumps({"client": name, **stored(run)}) for name, runs in found.items() for run in runs]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def record(name: str, base_url: str, model: str, key: str, count: int) -> None:
    """Ask a model about the first dialogs and keep its replies; what was kept before is not asked again."""
    client: Client = OpenAi(base_url, model, key, seconds=SECONDS, allowed=Policy(loopback=True, private=True))
    recorder = Recorder(client, RECORDED / f"{name}.jsonl")
    for place, dialog in enumerate(dialogs(count), start=1):
        take(dialog, recorder)
        about = {"title": f"{model}, recorded", "dialogs": place}
        (RECORDED / f"{name}.json").write_text(json.dumps(about) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=COMMAND, description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with what is published, write nothing")
    parser.add_argument("--record", metavar="NAME", help="ask a model and keep its replies under this name")
    parser.add_argument("--base-url", help="of an endpoint that speaks OpenAI's chat completions")
    parser.add_argument("--model")
    parser.add_argument("--key-from", metavar="VARIABLE", help="the environment variable that holds the key")
    parser.add_argument("--dialogs", type=int, default=DIALOGS, help="how many, from the first")
    asked = parser.parse_args()
    if asked.record and not (asked.base_url and asked.model):
        parser.error("--record needs --base-url and --model")
    return asked


if __name__ == "__main__":
    sys.exit(main())
