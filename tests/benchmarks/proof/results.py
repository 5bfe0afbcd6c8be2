"""Counts of passes into the table that is published."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from compaction.llm import Client
from tests.benchmarks.proof.dialogs import KINDS, Dialog
from tests.benchmarks.proof.rounds import ROUNDS, Counts, Round, rounds

HALVES = ("open", "held-out")


@dataclass(frozen=True)
class Run:
    """What one client made of one dialog: counts round by round, and the kinds after the last one."""

    dialog: str
    half: str
    rounds: tuple[Counts, ...]
    kinds: dict[str, tuple[int, int]]


def take(dialog: Dialog, client: Client) -> Run:
    """Run a dialog and give what is counted."""
    taken: list[Round] = list(rounds(dialog, client))
    return Run(dialog.name, HALVES[dialog.held_out], tuple(one.counts for one in taken), taken[-1].kinds)


def row(runs: Sequence[Run]) -> dict[str, object]:
    """Give a row of the table: each round, all rounds of each half, and all of it."""
    halves = {half: [one for run in runs if run.half == half for one in run.rounds] for half in HALVES}
    return {
        "rounds": [measures(total(run.rounds[place] for run in runs)) for place in range(len(ROUNDS))],
        "halves": {half: measures(total(found)) for half, found in halves.items()},
        "all": measures(total(one for run in runs for one in run.rounds)),
        "kinds": {
            kind: share(sum(run.kinds[kind][1] for run in runs), sum(run.kinds[kind][0] for run in runs))
            for kind in KINDS
        },
    }


def measures(counts: Counts) -> dict[str, float | int | None]:
    """Give the measures of counts; shares with four decimals, None where there is nothing to share."""
    return {
        "passes": counts.passes,
        "failed": counts.failed,
        "identifier_recall_draft": share(counts.identifiers_draft, counts.identifiers),
        "identifier_recall": share(counts.identifiers_final, counts.identifiers),
        "fact_recall_draft": share(counts.draft, counts.due),
        "fact_recall": share(counts.final, counts.due),
        "lost": counts.lost,
        "recovered": counts.recovered,
        "recovered_share": share(counts.recovered, counts.countable) if counts.asked else None,
        "faded": counts.faded,
        "asked": counts.asked,
        "outdated": counts.outdated,
        "invented": counts.invented,
        "tokens": counts.spent,
        "tokens_a_fact": share(counts.asking, counts.recovered, digits=0) if counts.asked else None,
    }


def total(counts: Iterable[Counts]) -> Counts:
    """Give the sum."""
    return sum(counts, Counts())


def share(part: int, whole: int, digits: int = 4) -> float | None:
    """Give a share, or None where there is no whole."""
    return round(part / whole, digits) if whole else None


def stored(run: Run) -> dict[str, object]:
    """Give what a file keeps of a run, so that any of them can be computed again and compared."""
    counts = [[*asdict(one).values()] for one in run.rounds]
    return {"dialog": run.dialog, "half": run.half, "rounds": counts, "kinds": {k: [*v] for k, v in run.kinds.items()}}


def restored(values: dict[str, object]) -> Run:
    """Give the run that `stored` wrote."""
    counts, kinds = values["rounds"], values["kinds"]
    assert isinstance(counts, list) and isinstance(kinds, dict)
    return Run(
        str(values["dialog"]),
        str(values["half"]),
        tuple(Counts(*one) for one in counts),
        {kind: (due, told) for kind, (due, told) in kinds.items()},
    )
