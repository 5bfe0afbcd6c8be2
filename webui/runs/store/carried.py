"""What new texts of a run carry of the messages that they stand for -> a column of the run."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from webui.runs import carriers
from webui.runs.models import Run, Summary
from webui.runs.store.values import summary_of, text_of
from webui.transcripts import access, store
from webui.transcripts.models import Transcript
from webui.transcripts.store.bodies import texts

KEPT = ("kept", "moved")


def carried_row(run: Run, fates: Mapping[str, list[dict[str, Any]]] | None) -> dict[str, Any] | None:
    """Return for each section, sentence, and new or changed message after, the ranges of messages before it carries.

    Of the before side, only what did not stay as it was is looked at. None where there is nothing to look at.
    """
    before, after = run.before, run.after
    if before is None:
        return None
    summary = summary_of(run, Summary.Origin.CAPTURED)
    sections = carriers.sections_of(text_of(summary) if summary else "")
    targets = {f"s{name}": text for name, text in sections.items()}
    targets |= {f"t{number}/{name}": text for (name, number), text in carriers.sentences_of(sections).items()}
    if after is not None and fates is not None:
        targets |= {f"a{place}": text for place, text in _texts(after, _changed(fates["after"]))}
    gone = _changed(fates["before"]) if fates else [(0, before.messages)]
    found = carriers.carried(_texts(before, gone), targets)
    return {
        "sections": {name[1:]: rows for name, rows in found.items() if name[0] == "s"},
        "sentences": {name[1:]: rows for name, rows in found.items() if name[0] == "t" and rows},
        "after": {name[1:]: rows for name, rows in found.items() if name[0] == "a"},
    }


def _changed(rows: Iterable[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(row["start"], row["stop"]) for row in rows if row["fate"] not in KEPT]


def _texts(transcript: Transcript, ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    for start, stop in ranges:
        for row in access.bodies_of(transcript, start, stop):
            yield row.index, "\n".join(texts(store.blocks_of(row)))
