"""What the API answers about comparisons, rounds, traces and measures."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.urls import reverse
from ninja import Schema

from compaction.diff import diff
from webui.accounts.models import Team
from webui.runs.contenders import Contender
from webui.runs.diff_schemas import ComparedOut, SectionOut
from webui.runs.models import Run
from webui.runs.views import value_rows
from webui.runs.views.compare import address, outcome_of
from webui.runs.views.rewritten import Both
from webui.runs.views.rounds import Round
from webui.runs.views.trails import Links, Trail


class SideRow(Schema):
    """One side of a comparison: a run, or a pass of it."""

    id: str
    run: str
    name: str
    outcome: str
    url: str

    @classmethod
    def of(cls, team: Team, one: Contender, host: str) -> "SideRow":
        word = outcome_of(one).word
        return cls(id=one.key, run=one.run.pk, name=one.name, outcome=word, url=host + address(team, one))


class NumberOut(Schema):
    """One line of the numbers, in words; `tone` is `better`, `worse` or empty, from A to B."""

    name: str
    a: str
    b: str
    change: str
    tone: str


class OnlyOut(Schema):
    """What one side lost and the other did not; there are `total`, of which at most 100 are listed."""

    title: str
    total: int
    values: list[str]


class FlagOut(Schema):
    """A flag, and which side has it."""

    id: str
    title: str
    candidate: bool
    a: bool
    b: bool


class ComparisonOut(Schema):
    """Two sides compared. Where they do not start from the same messages, `differing` says how, and `only` is empty.

    `won_by` are questions that one side answered and the other did not; `sections` compare the texts as in `/diff`.
    """

    team: str
    a: SideRow
    b: SideRow
    same_source: bool
    differing: list[str]
    judgement: str
    sentence: str
    numbers: list[NumberOut]
    only: list[OnlyOut]
    won_by_a: list[str]
    won_by_b: list[str]
    flags: list[FlagOut]
    old: ComparedOut | None
    new: ComparedOut | None
    sections: list[SectionOut]

    @classmethod
    def of(cls, team: Team, a: Contender, b: Contender, told: Mapping[str, Any], host: str) -> "ComparisonOut":
        texts = bool(a.text and b.text)
        won = told["won"] or [[], []]
        return cls(
            team=team.slug,
            a=SideRow.of(team, a, host),
            b=SideRow.of(team, b, host),
            same_source=told["same"],
            differing=told["differing"],
            judgement=told["judged"].word.rstrip("."),
            sentence=told["judged"].sentence,
            numbers=[
                NumberOut(name=one.name, a=one.a, b=one.b, change=one.change, tone=one.tone) for one in told["numbers"]
            ],
            only=[
                OnlyOut(title=words, total=total, values=[one.text for one in rows])
                for words, rows, total in told["only"]
            ],
            won_by_a=won[0],
            won_by_b=won[1],
            flags=[FlagOut(title=row[0], id=row[1], candidate=row[2], a=row[3], b=row[4]) for row in told["flags"]],
            old=ComparedOut(title="A", text=a.text) if texts else None,
            new=ComparedOut(title="B", text=b.text) if texts else None,
            sections=[SectionOut.of(section) for section in diff(a.text, b.text).sections] if texts else [],
        )


class RoundOut(Schema):
    """One round. Shares are 0 to 1, null where they cannot be told; `lasting` is of the first summary's identifiers."""

    name: str
    url: str
    recall: float | None
    carried: float | None
    lasting: float | None
    words: int
    tokens: str
    flags: list[str]
    opaque: bool
    this: bool

    @classmethod
    def of(cls, one: Round, host: str) -> "RoundOut":
        names = ("name", "recall", "carried", "lasting", "words", "tokens", "opaque")
        values: dict[str, Any] = {name: getattr(one, name) for name in names}
        return cls(url=host + one.link, flags=[title for title, _ in one.flags], this=one.mine, **values)


class RoundGroup(Schema):
    title: str
    rounds: list[RoundOut]


class Rounds(Schema):
    """Rounds in order: compactions of one capture, and passes over the same messages."""

    run: str
    groups: list[RoundGroup]

    @classmethod
    def of(cls, run: str, groups: Sequence[tuple[str, Sequence[Round]]], host: str) -> "Rounds":
        told = [RoundGroup(title=title, rounds=[RoundOut.of(one, host) for one in rows]) for title, rows in groups]
        return cls(run=run, groups=told)


class LinkOut(Schema):
    """Words of a place, and where its page is."""

    words: str
    url: str


class CarrierOut(Schema):
    """A section that carries a message, and its sentences that do."""

    title: str
    url: str
    sentences: list[LinkOut]


class TraceOut(Schema):
    """Where a message went or came from. `places` stand for it; `carriers` and `rewritten` share an identifier.

    `sharing` are messages before, and `more` how many ranges of them are not listed.
    """

    run: str
    sentence: str
    nothing: str
    places: list[LinkOut]
    carriers: list[CarrierOut]
    rewritten: list[LinkOut]
    sharing: list[LinkOut]
    more: int

    @classmethod
    def of(cls, run: Run, found: Trail, host: str) -> "TraceOut":
        home = host + reverse("runs:detail", args=[run.team.slug, run.pk])
        carriers = [
            CarrierOut(title=one.title, url=home + one.link, sentences=_links(one.sentences, home))
            for one in found.carriers
        ]
        links = {name: _links(getattr(found, name), home) for name in ("places", "rewritten", "sharing")}
        return cls(
            run=run.pk, sentence=found.sentence, nothing=found.nothing, more=found.more, carriers=carriers, **links
        )


def _links(found: Links, home: str) -> list[LinkOut]:
    return [LinkOut(words=words, url=home + link) for words, link in found]


class MeasureOut(Schema):
    """One measure: what it says, its formula and unit."""

    id: str
    title: str
    formula: str
    unit: str

    @classmethod
    def of(cls, one: Any) -> "MeasureOut":
        return cls(**{name: str(getattr(one, name)) for name in cls.model_fields})


class ValueOut(Schema):
    """A place whose value came, went, was replaced or moved; texts as they are (`text`), other values as JSON.

    A `note` says that only the order of names differs, or how JSON within a string is written.
    """

    kind: str
    path: str
    old: str | None
    new: str | None
    text: bool
    source: str
    note: bool


class RewrittenOut(Schema):
    """What changed in one message: its place on both sides, its fate, and the changes; null where it is too long."""

    before: int
    after: int
    fate: str
    changes: list[ValueOut] | None

    @classmethod
    def of(cls, both: Both, raw: bool) -> "RewrittenOut":
        changes = value_rows.changes_of(*both.texts, raw=raw)
        rows = None if changes is None else [ValueOut(**asdict(one)) for one in changes]
        return cls(before=both.old.index, after=both.new.index, fate=both.fate, changes=rows)
