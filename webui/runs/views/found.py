"""How a compaction was found in a capture, and which of its compactions it is."""

from dataclasses import dataclass
from typing import Any

from webui.common.words import number, plural
from webui.runs.models import Run
from webui.runs.store.pairs import CLEARING

HOW = {
    "explicit": ("Marker", "A record of the capture says so"),
    "by-comparison": ("Comparison", "Two requests were compared; no record says so, so this is a candidate"),
    "block": ("Block", "A block of the list is the compaction"),
    "item": ("Item", "An item of the list is the compaction"),
    "by-construction": ("Upload", "The upload says which list is which"),
    CLEARING: ("Context edit", "Contents were cleared, and no summary replaces them"),
}
SUMMARIES = {
    "readable": "Readable",
    "encrypted": "Opaque: only the provider can read it",
    "absent": "None in the capture",
}
EDIT = "context edit: "


@dataclass(frozen=True, slots=True)
class Found:
    """How a run was found: a word, a sentence, and what else the capture says, as name and words."""

    word: str
    sentence: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Which compaction of its capture a run is, from 1, and its neighbours."""

    noun: str
    place: int
    total: int
    earlier: str | None
    later: str | None


def found(run: Run) -> Found | None:
    """Return how the run was found; None where it was uploaded as what it is."""
    said = run.boundary
    if said is None or said["kind"] not in HOW:
        return None
    word, sentence = HOW[said["kind"]]
    return Found(word, sentence, tuple((name, words) for name, words in _facts(said) if words))


def brief(run: Run) -> str:
    """Return the same in a line for lists: `Marker · written by client · auto · at 167,000 tokens`."""
    said = run.boundary
    if said is None or said["kind"] not in HOW or said["kind"] == "by-construction":
        return ""
    opaque = "opaque summary" if said["summary"] == "encrypted" else ""
    by = f"written by {said['written_by']}" if said["written_by"] and said["kind"] != CLEARING else ""
    tokens = f"at {number(said['pre_tokens'])} tokens" if said["pre_tokens"] is not None else ""
    parts = (HOW[said["kind"]][0], said["at"], by, opaque, said["trigger"], tokens)
    return " · ".join(part for part in parts if part)


def is_edit(run: Run) -> bool:
    """Say whether it is a context edit: nothing was summarised."""
    return run.edit


def edit_words(run: Run) -> str:
    """Say what a context edit cleared."""
    marker = (run.boundary or {}).get("marker", "")
    words = marker.removeprefix(EDIT) if marker.startswith(EDIT) else "old tool results cleared"
    return f"{words[:1].upper()}{words[1:]}; no summary replaces what is gone, so there is nothing to judge."


def is_inside(run: Run) -> bool:
    """Say whether before and after stand in one list, parted by a block."""
    said = run.boundary
    return said is not None and said["list"] is not None and said["list"] == said["before_list"]


def sequence(run: Any) -> Sequence | None:
    """Return which of its capture's compactions a run is, as `access.run_for` tells."""
    before, behind = run.before_it or 0, run.behind_it or 0
    if run.boundary is None or not before + behind:
        return None
    noun = "Context edit" if run.edit else "Compaction"
    return Sequence(noun, before + 1, before + behind + 1, run.earlier, run.later)


def _facts(said: dict[str, Any]) -> list[tuple[str, str]]:
    summary = "" if said["kind"] == CLEARING else SUMMARIES.get(said["summary"], "")
    kept = f"{plural(said['kept'], 'message')} of before" if said["kept"] is not None else ""
    return [
        ("Shown by", said["marker"].removeprefix(EDIT)),
        ("Place", said["at"]),
        ("Summary", summary),
        ("Written by", f"the {said['written_by']}" if said["written_by"] and summary else ""),
        ("Trigger", said["trigger"]),
        ("Tokens before", f"{number(said['pre_tokens'])}, as recorded" if said["pre_tokens"] is not None else ""),
        ("Before", plural(said["before"], "message") if said["before"] and said["kind"] != CLEARING else ""),
        ("Kept", kept),
    ]
