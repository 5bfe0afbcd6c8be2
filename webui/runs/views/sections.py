"""The summary: its five sections in contract order, those that are missing or out of place drawn where they belong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compaction.contract import NotUploaded
from compaction.summary import SECTION_NAMES, SectionView, outline
from compaction.summary.outline import State
from webui.common.words import plural
from webui.llm.vocabulary import counter_for
from webui.runs import store
from webui.runs.models import Run, Summary
from webui.runs.views.faults import SECTION_TITLES, Fault

LONGEST = 12_000
"""Characters of one section that the page shows; the source view holds the rest."""

ABSENT = "No section of this name stands in the summary."
TROUBLE = {
    State.REPEATED: "This name stands here a second time; each section may stand once.",
    State.MISPLACED: "It stands out of order: the contract fixes the order.",
    State.UNKNOWN: "The contract has no section of this name.",
    State.UNFINISHED: "Its end tag is missing, so where it ends is a guess.",
}
WORDS = {
    State.PRESENT: "",
    State.ABSENT: "Absent",
    State.REPEATED: "Repeated",
    State.MISPLACED: "Out of order",
    State.UNKNOWN: "Not in the contract",
    State.UNFINISHED: "No end tag",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One section as the page draws it. `name` and `text` are captured. `faulty` ones are drawn dashed."""

    anchor: str
    place: str
    title: str
    name: str
    text: str
    cut: bool
    words: int
    share: int | None
    state: str
    trouble: str
    line: int | None
    faulty: bool
    faults: Sequence[Fault] = ()

    @property
    def counted(self) -> str:
        return plural(self.words, "word")


@dataclass(frozen=True, slots=True)
class Sections:
    """What the Summary tab shows. `plain` is a text that has none of the five sections and needs none."""

    parts: Sequence[Part]
    plain: str
    plain_cut: bool
    size: int
    tokens: int
    estimated: bool
    words: int
    budget: int | None
    masked: bool
    faults: Sequence[Fault]


def sections(run: Run, summary: Summary, fault: Fault | None) -> Sections:
    """Return a summary for the page. `faults` are those that belong to no section that is drawn."""
    text = store.text_of(summary)
    views = outline(text.encode())
    given = store.given_of(run).max_summary_tokens
    budget = None if isinstance(given, NotUploaded) else given
    found = any(view.state is not State.ABSENT and view.name in SECTION_NAMES for view in views)
    plain = not found and run.kind != Run.Kind.CONTRACT
    parts = [] if plain else _parts(text, views, fault, budget)
    placed = any(part.faults for part in parts)
    return Sections(
        parts=parts,
        plain=text[:LONGEST] if plain else "",
        plain_cut=plain and len(text) > LONGEST,
        size=summary.size,
        tokens=summary.tokens,
        estimated=summary.tokens_estimated,
        words=len(text.split()),
        budget=budget,
        masked="[redacted:" in text,
        faults=[] if fault is None or placed else [fault],
    )


def _parts(text: str, views: Sequence[SectionView], fault: Fault | None, budget: int | None) -> list[Part]:
    counter = counter_for("", "")
    seen: dict[str, int] = {}
    parts: list[Part] = []
    for view in views:
        seen[view.name] = seen.get(view.name, 0) + 1
        first = seen[view.name] == 1
        inner = "" if view.start is None else text[view.start : view.end]
        mine = fault is not None and first and fault.section == view.name and fault.code.startswith("xml")
        known = view.name in SECTION_NAMES
        parts.append(
            Part(
                anchor=f"s-{view.name.replace('_', '-')}-{seen[view.name]}" if known else f"s-extra-{len(parts)}",
                place=f"{SECTION_NAMES.index(view.name) + 1}/{len(SECTION_NAMES)}" if known else "extra",
                title=SECTION_TITLES.get(view.name, ""),
                name=view.name,
                text=inner[:LONGEST],
                cut=len(inner) > LONGEST,
                words=len(inner.split()),
                share=round(100 * counter.count(inner) / budget) if budget and view.start is not None else None,
                state=WORDS[view.state],
                trouble=ABSENT if view.state is State.ABSENT else TROUBLE.get(view.state, ""),
                line=view.line,
                faulty=view.state is not State.PRESENT or mine,
                faults=[fault] if fault is not None and mine else [],
            )
        )
    return parts


def texts(run: Run) -> Mapping[str, Summary]:
    """Return the texts of a run by what the address calls them: `summary`, `reply`."""
    names = (("summary", Summary.Origin.CAPTURED), ("reply", Summary.Origin.REPLY))
    return {name: found for name, origin in names if (found := store.summary_of(run, origin)) is not None}
