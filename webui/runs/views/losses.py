"""What a summary kept, lost and invented, and where a person should look: of a run, or of one pass."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compaction.measures import MEASURES, Measure
from webui.common.words import number, percent, plural
from webui.runs.models import Fact, Pass, Run
from webui.runs.store import passes
from webui.runs.store.values import summary_of, text_of
from webui.runs.views import flag_words
from webui.runs.views.excerpts import Excerpt, excerpts

SHOWN = 300
"""Lost identifiers on the page, the newest."""

INVENTED = 60
OPAQUE = "opaque-summary"
CLASSES: Mapping[str, str] = {
    "url": "Addresses",
    "code": "Words in back quotes",
    "path": "Paths",
    "file": "Files",
    "version": "Versions",
    "ident": "Names",
    "number": "Numbers",
}
SIGNED = "-1 to 1"
SHARE = "0 to 1"


@dataclass(frozen=True, slots=True)
class Value:
    """One measure of this compaction; `words` name the unit."""

    measure: Measure
    words: str


@dataclass(frozen=True, slots=True)
class FlagShown:
    """A flag with its evidence. A candidate is no loss until a person says so."""

    id: str
    severity: str
    candidate: bool
    title: str
    sentence: str
    counts: str
    excerpts: Sequence[Excerpt]
    more: int


@dataclass(frozen=True, slots=True)
class LostFact:
    """An identifier that is gone, and the newest message that has it."""

    text: str
    label: str
    link: str


@dataclass(frozen=True, slots=True)
class Losses:
    """`measured` is False where there is nothing to measure yet, or by design; `opaque` says which.

    `lost` comes by class, each newest first; `shown` of `gone` are there.
    """

    measured: bool
    opaque: bool
    of_pass: bool
    identifiers: int
    kept: int
    gone: int
    shown: int
    lost: Sequence[tuple[str, Sequence[LostFact]]]
    invented: Sequence[str]
    unsupported: int
    flags: Sequence[FlagShown]
    values: Sequence[Value]

    @property
    def said(self) -> str:
        """The answer in one line."""
        if self.opaque:
            return "Not checkable: the summary cannot be read, so nothing is called lost."
        if not self.measured:
            return "Not measured."
        if not self.identifiers:
            return "The replaced messages hold no identifiers."
        return f"{number(self.kept)} of {plural(self.identifiers, 'identifier')} kept, {number(self.gone)} lost"


def facts_of(run: Run, one: Pass | None) -> list[Fact]:
    """Return what was won back, in order, then what was lost, the newest first."""
    rows = Fact.objects.filter(run=run, of=one)
    told = rows.filter(verdict__in=(Fact.Verdict.RECOVERED, Fact.Verdict.LOST))
    light = told.only("kind", "number", "verdict", "category", "text", "answer", "evidence")
    return list(light.order_by("-kind", "number")[:SHOWN])


def losses_of(run: Run, one: Pass | None, facts: Iterable[Fact]) -> Losses:
    """Return what is stored of a run, or of one of its passes. Two queries at most."""
    rows = (one.flags if one is not None else run.flags) or []
    measures = (one.measures if one is not None else run.measures) or {}
    texts = _texts(run, one)
    lost = [fact for fact in facts if fact.verdict == Fact.Verdict.LOST]
    seen = excerpts(run, rows, texts)
    return Losses(
        measured=bool(measures),
        opaque=any(row["id"] == OPAQUE for row in rows),
        of_pass=one is not None,
        identifiers=measures.get("identifiers", 0),
        kept=measures.get("kept", measures.get("identifiers", 0) - measures.get("lost", 0)),
        gone=measures.get("lost", 0),
        shown=len(lost),
        lost=_by_class(lost),
        invented=_invented(rows, seen),
        unsupported=measures.get("unsupported", 0),
        flags=[_flag(row, found) for row, found in zip(rows, seen, strict=True)],
        values=values(measures),
    )


def values(measures: Mapping[str, Any]) -> list[Value]:
    """Return the measures that are there, in the order of their page."""
    return [Value(one, amount(one, measures[one.id])) for one in MEASURES if measures.get(one.id) is not None]


def amount(measure: Measure, value: float) -> str:
    """Return a value as people say it: `62.5%`, `5 ×`, `0.5 tokens spent per token saved`."""
    if measure.unit in (SHARE, SIGNED):
        return percent(value)
    shown = f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{shown} ×" if measure.unit == "times" else f"{shown} {measure.unit}"


def _texts(run: Run, one: Pass | None) -> dict[str, str]:
    if one is not None:
        held = (("summary", one.final), ("prior", one.prior_text))
        return {name: text for name, column in held if (text := passes.text_of(column))}
    summary = summary_of(run)
    return {"summary": text_of(summary)} if summary is not None else {}


def _by_class(facts: Iterable[Fact]) -> list[tuple[str, list[LostFact]]]:
    found: dict[str, list[LostFact]] = {}
    for fact in facts:
        at = fact.evidence[0]["message"] if fact.evidence else None
        label, link = ("", "") if at is None else (f"message {at:,}", f"?tab=before&at={at}#m-{at}")
        if at is not None and at < 0:
            label, link = "system prompt", "?tab=before"
        found.setdefault(fact.category, []).append(LostFact(fact.text, label, link))
    return [(CLASSES.get(name, name), found[name]) for name in CLASSES if name in found]


def _flag(row: Mapping[str, Any], seen: Sequence[Excerpt]) -> FlagShown:
    return FlagShown(
        id=row["id"],
        severity=row["severity"],
        candidate=row["candidate"],
        title=flag_words.title(row["id"]),
        sentence=flag_words.sentence(row["id"]),
        counts=flag_words.counted(row["counts"]),
        excerpts=seen,
        more=max(0, len(row["spans"]) - len(seen)) if seen else 0,
    )


def _invented(rows: Iterable[Mapping[str, Any]], seen: Sequence[Sequence[Excerpt]]) -> list[str]:
    return list(
        dict.fromkeys(
            excerpt.mark
            for row, found in zip(rows, seen, strict=True)
            if row["id"] == "ungrounded-fact"
            for excerpt in found
        )
    )[:INVENTED]
