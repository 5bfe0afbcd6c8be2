"""The summary: its five sections in contract order, those that are missing or out of place drawn where they belong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from compaction.contract import NotUploaded
from compaction.summary import SECTION_NAMES, outline
from compaction.summary.outline import State
from webui.common.words import plural
from webui.llm.vocabulary import counter_for
from webui.runs import carriers, store
from webui.runs.models import Run, Summary
from webui.runs.views import trails
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

TALKED = frozenset({WORDS[State.PRESENT], WORDS[State.MISPLACED], WORDS[State.UNFINISHED]})


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence with the blanks behind it; `words` and `link` lead to the messages that it carries."""

    anchor: str
    text: str
    blank: str
    words: str = ""
    link: str = ""


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
    pieces: Sequence[Piece] = ()
    carries: str = ""
    carries_link: str = ""

    @property
    def counted(self) -> str:
        return plural(self.words, "word")

    @property
    def talked(self) -> bool:
        """Whether its name says which section is meant, so that it can be commented on."""
        return bool(self.title) and self.state in TALKED


@dataclass(frozen=True, slots=True)
class Sections:
    """What the Summary tab shows. `plain` is a text that has none of the five sections and needs none."""

    parts: Sequence[Part]
    plain: Part | None
    plain_cut: bool
    form: str
    size: int
    tokens: int
    estimated: bool
    words: int
    budget: int | None
    masked: bool
    faults: Sequence[Fault]


def sections(run: Run, summary: Summary, fault: Fault | None) -> Sections:
    """Return a summary for the page. `faults` are those that belong to no section that is drawn.

    The summary of a pair is drawn by sections where it is in the contract's form, and as the text that it is elsewhere.
    """
    text = store.text_of(summary)
    given = store.given_of(run)
    budget = None if isinstance(given.max_summary_tokens, NotUploaded) else given.max_summary_tokens
    plain = run.kind != Run.Kind.CONTRACT and given.summary_form != "contract"
    parts = [] if plain else _parts(run, text, fault, budget)
    placed = any(part.faults for part in parts)
    return Sections(
        parts=parts,
        plain=_plain(run, text) if plain else None,
        plain_cut=plain and len(text) > LONGEST,
        form="" if isinstance(given.summary_form, NotUploaded) else given.summary_form,
        size=summary.size,
        tokens=summary.tokens,
        estimated=summary.tokens_estimated,
        words=len(text.split()),
        budget=budget,
        masked="[redacted:" in text,
        faults=[] if fault is None or placed else [fault],
    )


def _parts(run: Run, text: str, fault: Fault | None, budget: int | None) -> list[Part]:
    counter = counter_for("", "")
    seen: dict[str, int] = {}
    said: dict[str, int] = {}
    parts: list[Part] = []
    for view in outline(text.encode()):
        seen[view.name] = seen.get(view.name, 0) + 1
        first = seen[view.name] == 1
        inner = "" if view.start is None else text[view.start : view.end]
        mine = fault is not None and first and fault.section == view.name and fault.code.startswith("xml")
        known = view.name in SECTION_NAMES
        pieces = _pieces(run, view.name, inner[:LONGEST].strip(), said.get(view.name, 0)) if known else ()
        said[view.name] = said.get(view.name, 0) + len(carriers.sentences(inner))
        carries, link = _carries(run, view.name) if first and known else ("", "")
        parts.append(
            Part(
                anchor=trails.section_anchor(view.name, seen[view.name]) if known else f"s-extra-{len(parts)}",
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
                pieces=pieces,
                carries=carries,
                carries_link=link,
            )
        )
    return parts


def _plain(run: Run, text: str) -> Part:
    """A text in no section. What it carries is known by the sections that stand in it, if there are any."""
    named = carriers.sections_of(text)
    whole = carriers.WHOLE in named
    carries, link = _carries(run, carriers.WHOLE) if whole else ("", "")
    shown = text[:LONGEST]
    pieces = _pieces(run, carriers.WHOLE, shown, 0) if whole else _within(run, named, shown)
    return Part(
        anchor=trails.section_anchor(carriers.WHOLE),
        place="",
        title="Text",
        name="",
        text=shown,
        cut=len(text) > LONGEST,
        words=len(text.split()),
        share=None,
        state="",
        trouble="",
        line=1,
        faulty=False,
        pieces=pieces,
        carries=carries,
        carries_link=link,
    )


def _within(run: Run, named: Mapping[str, str], text: str) -> list[Piece]:
    """Cut a text at the sections that stand in it, so that their sentences keep their numbers."""
    pieces: list[Piece] = []
    done = 0
    for name, section in named.items():
        inner = section.removeprefix("\n")
        at = text.find(inner, done)
        if at < 0 or not inner:
            continue
        pieces.append(Piece(trails.section_anchor(name), text[done:at], ""))
        pieces += _pieces(run, name, inner, 0)
        done = at + len(inner)
    return [*pieces, Piece("s-rest", text[done:], "")]


def _pieces(run: Run, name: str, text: str, first: int) -> list[Piece]:
    spans = carriers.sentences(text)
    if not spans:
        return []
    stops = [start for start, _ in spans[1:]] + [len(text)]
    lead = [Piece("", "", text[: spans[0][0]])] if spans[0][0] else []
    return [
        *lead,
        *(
            Piece(trails.sentence_anchor(name, number), text[start:stop], text[stop:end], *_source(run, name, number))
            for number, ((start, stop), end) in enumerate(zip(spans, stops, strict=True), first)
        ),
    ]


def _source(run: Run, name: str, number: int) -> tuple[str, str]:
    """What a sentence carries, in words, and where that is told: one range is its own address."""
    sharing = store.sentence_from(run, name, number).sharing
    if not sharing:
        return "", ""
    if len(sharing) == 1:
        return trails.brief(sharing), f"?tab=before&at={sharing[0].start}#m-{sharing[0].start}"
    return trails.brief(sharing), f"{_address(run, name)}?sentence={number}"


def _carries(run: Run, name: str) -> tuple[str, str]:
    if run.carried is None or name not in run.carried["sections"]:
        return "", ""
    count = sum(map(len, store.section_from(run, name).sharing))
    return (f"carries {plural(count, 'message')}" if count else "carries no message"), _address(run, name)


def _address(run: Run, name: str) -> str:
    return reverse("runs:section", args=[run.team.slug, run.pk, trails.slug(name)])


def texts(run: Run) -> Mapping[str, Summary]:
    """Return the texts of a run by what the address calls them: `summary`, `reply`."""
    names = (("summary", Summary.Origin.CAPTURED), ("reply", Summary.Origin.REPLY))
    return {name: found for name, origin in names if (found := store.summary_of(run, origin)) is not None}
