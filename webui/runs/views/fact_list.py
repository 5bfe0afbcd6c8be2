"""Which facts of a run a page shows: those of one pass, by outcome and decision, what needs a person first."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Case, Count, IntegerField, Prefetch, Q, QuerySet, Value, When
from django.http import QueryDict

from webui.runs import access
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.runs.views.losses import CLASSES
from webui.transcripts.views.pages import whole

PER_PAGE = 50
CAPTURED = "captured"
"""In an address: the facts of the summary that came with the run."""

NOT_FOUND = "not-found"
OUTCOMES: Mapping[str, tuple[str, str, str]] = {
    NOT_FOUND: ("Quote not found", "quote", "warning"),
    "missing": ("Missing", "missing", "error"),
    "unknown": ("Unknown", "unverifiable", "note"),
    "shed": ("Shed", "missing", "warning"),
    "recovered": ("Recovered", "recovered", "ok"),
    "lost": ("Lost", "missing", "warning"),
}
"""Words, icon and tone of each outcome, in the order of the page."""

DECISIONS: Mapping[str, str] = {
    "open": "Undecided",
    "confirmed": "Confirmed",
    "disputed": "Disputed",
    "not-important": "Not important",
}
QUESTION = "question"
KINDS: Mapping[str, str] = {QUESTION: "Questions", **CLASSES}
"""What a fact asks about, in the order of the page: a question, or a class of identifiers."""

UNPROVEN = Q(kind=Fact.Kind.QUESTION, method=NOT_FOUND)
RANK = Case(
    When(UNPROVEN, then=Value(0)),
    *(When(verdict=name, then=Value(rank)) for rank, name in enumerate(OUTCOMES) if rank),
    default=Value(len(OUTCOMES)),
    output_field=IntegerField(),
)


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter to choose: its words, how many facts it lets through, its address, and whether it is on."""

    words: str
    icon: str
    count: int
    link: str
    on: bool


class FactList:
    """The facts that an address asks for. `of` is the pass, None for the summary that came with the run."""

    def __init__(self, run: Run, query: QueryDict, passes: list[Pass]) -> None:
        self.run = run
        self.passes = passes
        self.of, self.stray_pass = _chosen(query.get("pass", ""), passes)
        self.outcome, self.decision = query.get("outcome", ""), query.get("decision", "")
        self.kind = query.get("kind", "")
        self.strays = [
            f"{name}={value}"
            for name, value, known in (
                ("pass", self.stray_pass, {}),
                ("outcome", self.outcome, OUTCOMES),
                ("decision", self.decision, DECISIONS),
                ("kind", self.kind, KINDS),
            )
            if value and value not in known
        ]
        self.outcome = self.outcome if self.outcome in OUTCOMES else ""
        self.decision = self.decision if self.decision in DECISIONS else ""
        self.kind = self.kind if self.kind in KINDS else ""
        self.start = whole(query.get("start")) or 0
        self.counts = self._counts()

    @property
    def all(self) -> QuerySet[Fact]:
        """Every fact of the pass."""
        return Fact.objects.filter(run=self.run, of=self.of)

    @property
    def rows(self) -> QuerySet[Fact]:
        """The facts that the filters let through, in the order of the page."""
        rows = self.all.alias(rank=RANK)
        if self.outcome:
            rows = rows.filter(rank=list(OUTCOMES).index(self.outcome))
        if self.decision:
            rows = rows.filter(decision="" if self.decision == "open" else self.decision)
        if self.kind:
            rows = rows.filter(category="" if self.kind == QUESTION else self.kind)
        return rows.order_by("rank", "number", "pk")

    def page(self) -> list[Fact]:
        """Return the rows of this page and one more where there is a next one. Two queries."""
        rows = self.rows.prefetch_related(Prefetch("decisions", FactDecision.objects.select_related("by")))
        return list(rows[self.start : self.start + PER_PAGE + 1])

    def _counts(self) -> Mapping[tuple[int, str, str], int]:
        """How many facts there are by rank, decision and kind. One query."""
        columns = ("rank", "decision", "category")
        counted = self.all.annotate(rank=RANK).values(*columns).annotate(n=Count("pk")).order_by()
        return {(row["rank"], row["decision"], row["category"] or QUESTION): row["n"] for row in counted}

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def asked(self) -> int:
        """Questions of the pass."""
        return self.total - sum(n for (rank, *_), n in self.counts.items() if rank == len(OUTCOMES) - 1)

    @property
    def matching(self) -> int:
        """How many the filters let through."""
        return sum(n for key, n in self.counts.items() if self._lets(*key))

    def _lets(self, rank: int, choice: str, kind: str) -> bool:
        named = (choice or "open") == self.decision or not self.decision
        asked = not self.kind or kind == self.kind
        return named and asked and (not self.outcome or list(OUTCOMES)[rank] == self.outcome)

    def link(self, **changed: str | int) -> str:
        """Return the address with some of it changed; the page begins anew unless `start` is given."""
        of = self.of.pk if self.of else CAPTURED
        asked: dict[str, str | int] = {"tab": "facts", "pass": of, "outcome": self.outcome, "decision": self.decision}
        asked["kind"] = self.kind
        pairs = [(name, value) for name, value in (asked | changed).items() if value]
        return f"?{urlencode(pairs)}"

    @property
    def call_query(self) -> str:
        """What the call of the API asks for the same facts."""
        of = self.of.pk if self.of else CAPTURED
        asked = {"of": of, "outcome": self.outcome, "decision": self.decision, "kind": self.kind}
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def here(self) -> str:
        """The address of this page."""
        return self.link(start=self.start)

    @property
    def outcomes(self) -> list[Chip]:
        """The outcomes to choose from; those that occur, and the one chosen."""
        found = [Chip("All", "", self.total, self.link(outcome=""), not self.outcome)]
        for rank, (name, (words, icon, _)) in enumerate(OUTCOMES.items()):
            count = sum(n for (at, *_), n in self.counts.items() if at == rank)
            if count or name == self.outcome:
                found.append(Chip(words, icon, count, self.link(outcome=name), name == self.outcome))
        return found

    @property
    def decisions(self) -> list[Chip]:
        """The decisions to choose from."""
        found = [Chip("Any decision", "", self.total, self.link(decision=""), not self.decision)]
        for name, words in DECISIONS.items():
            count = sum(n for (_, choice, _), n in self.counts.items() if (choice or "open") == name)
            found.append(Chip(words, "", count, self.link(decision=name), name == self.decision))
        return found

    @property
    def kinds(self) -> list[Chip]:
        """The kinds to choose from; none where there is only one."""
        found = []
        for name, words in KINDS.items():
            count = sum(n for (*_, kind), n in self.counts.items() if kind == name)
            if count or name == self.kind:
                found.append(Chip(words, "", count, self.link(kind=name), name == self.kind))
        return [Chip("Any kind", "", self.total, self.link(kind=""), not self.kind), *found] if len(found) > 1 else []

    @property
    def picks(self) -> list[tuple[str, str, bool]]:
        """The passes to choose from: words, address, whether chosen."""
        found = [
            (f"Pass {one.attempt}", self.link(**{"pass": one.pk}), one == self.of)
            for one in self.passes
            if one.outcome == Pass.Outcome.COMPACTED
        ]
        return [*found, ("Summary as captured", self.link(**{"pass": CAPTURED}), self.of is None)] if found else []


def facts_of(run: Run, query: QueryDict) -> FactList:
    """Return the facts that an address asks for; without a pass, those of the newest that compacted. Two queries."""
    return FactList(run, query, list(access.passes_of(run).prefetch_related(None)))


def _chosen(asked: str, passes: list[Pass]) -> tuple[Pass | None, str]:
    """Return the pass that an address names, and the name where it names none."""
    newest = next((one for one in passes if one.outcome == Pass.Outcome.COMPACTED), None)
    if asked in ("", CAPTURED):
        return (None if asked else newest), ""
    found = next((one for one in passes if one.pk == asked), None)
    return (found, "") if found else (newest, asked)
