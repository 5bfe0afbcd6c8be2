"""Gather: what two runs, or two passes, are compared by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from webui.accounts.access import Person
from webui.runs import access
from webui.runs.comparing import readable
from webui.runs.models import Fact, Pass, Run
from webui.runs.store import passes
from webui.runs.store.facts import MOST_LOST
from webui.runs.store.values import summary_of, text_of
from webui.transcripts.models import Transcript

DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Contender:
    """One side of a comparison. `one` is the pass, None where the captured compaction of the run is meant.

    `lost` are class and value of identifiers, `won` the questions that were answered, by their folded text;
    `partly` says that more was lost than is stored.
    """

    run: Run
    one: Pass | None
    source: Transcript | None
    text: str
    tokens_after: int | None
    messages_after: int | None
    measures: Mapping[str, Any]
    flags: tuple[Mapping[str, Any], ...]
    lost: frozenset[tuple[str, str]] = field(default=frozenset())
    places: Mapping[tuple[str, str], int] = field(default_factory=dict)
    won: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What an address calls it."""
        return self.one.pk if self.one is not None else self.run.pk

    @property
    def name(self) -> str:
        """What a page calls it."""
        return f"pass {self.one.attempt} of run {self.run.pk}" if self.one is not None else f"run {self.run.pk}"

    @property
    def opaque(self) -> bool:
        """Whether its summary cannot be read."""
        return any(flag["id"] == "opaque-summary" for flag in self.flags)

    @property
    def partly(self) -> bool:
        """Whether more identifiers are lost than are stored."""
        return self.measures.get("lost", 0) > MOST_LOST

    @property
    def dropped(self) -> int | None:
        """Messages that are gone without a summary; None where the lists were not compared."""
        if self.one is not None or not self.run.fates:
            return None
        rows = self.run.fates["before"]
        return sum(row["stop"] - row["start"] for row in rows if row["fate"] == DROPPED)

    def recall(self) -> float | None:
        """Return the share of identifiers that was kept."""
        value = self.measures.get("identifier-recall")
        return value if isinstance(value, int | float) else None


def two(user: Person, slug: str, a: str, b: str) -> tuple[Contender, Contender]:
    """Return both sides, each the id of a run or of a pass. Raises: Http404."""
    found = access.contenders_for(user, slug, (a, b))
    facts = _facts(found)
    return _contender(found[0], facts), _contender(found[1], facts)


def _facts(rows: Iterable[Run | Pass]) -> list[Fact]:
    wanted = Q()
    for row in rows:
        wanted |= Q(of=row) if isinstance(row, Pass) else Q(run=row, of=None)
    told = Fact.objects.filter(wanted, verdict__in=(Fact.Verdict.LOST, Fact.Verdict.RECOVERED))
    return list(told.only("run_id", "of_id", "verdict", "category", "text", "answer", "evidence").order_by("number"))


def _contender(row: Run | Pass, facts: Iterable[Fact]) -> Contender:
    one = row if isinstance(row, Pass) else None
    run = row.run if isinstance(row, Pass) else row
    mine = [fact for fact in facts if fact.run_id == run.pk and fact.of_id == (one.pk if one else None)]
    lost = [fact for fact in mine if fact.verdict == Fact.Verdict.LOST]
    summary = summary_of(run) if one is None else None
    text = passes.text_of(one.final) if one is not None else text_of(summary) if summary is not None else None
    return Contender(
        run=run,
        one=one,
        source=one.source if one is not None else run.before,
        text=readable(text or ""),
        tokens_after=one.tokens_after if one is not None else run.tokens_after,
        messages_after=None if one is not None else run.messages_after,
        measures=(one.measures if one is not None else run.measures) or {},
        flags=tuple((one.flags if one is not None else run.flags) or ()),
        lost=frozenset((fact.category, fact.text) for fact in lost),
        places={(fact.category, fact.text): fact.evidence[0]["message"] for fact in lost if fact.evidence},
        won={" ".join(fact.text.casefold().split()): fact.text for fact in mine if fact not in lost},
    )
