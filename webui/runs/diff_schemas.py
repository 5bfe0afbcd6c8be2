"""What the API answers about two summaries compared."""

from ninja import Schema

from compaction.diff import Change, SectionDiff, diff
from webui.runs.comparing import Pair


class WordsOut(Schema):
    """Words that stayed, came, went or were replaced; ranges are characters of the two texts, the end excluded."""

    kind: str
    old: tuple[int, int] | None
    new: tuple[int, int] | None


class DiffChange(Schema):
    """One or more sentences. `other` is the far end of a move, and `move` its number, the same at both ends."""

    kind: str
    old: tuple[int, int] | None
    new: tuple[int, int] | None
    words: list[WordsOut]
    other: tuple[int, int] | None
    move: int | None
    spacing: bool

    @classmethod
    def of(cls, change: Change) -> "DiffChange":
        words = [WordsOut(kind=word.kind.value, old=word.old, new=word.new) for word in change.words]
        return cls(
            kind=change.kind.value,
            old=change.old,
            new=change.new,
            words=words,
            other=change.other,
            move=change.move,
            spacing=change.spacing,
        )


class CountsOut(Schema):
    """Words of a section."""

    equal: int
    inserted: int
    deleted: int
    moved: int


class SectionOut(Schema):
    """The changes of one section; in order they are both of its texts. `limit` says where the comparison stopped."""

    name: str
    old: tuple[int, int] | None
    new: tuple[int, int] | None
    counts: CountsOut
    limit: str
    changes: list[DiffChange]

    @classmethod
    def of(cls, section: SectionDiff) -> "SectionOut":
        counts = section.counts
        return cls(
            name=section.name,
            old=section.old,
            new=section.new,
            counts=CountsOut(equal=counts.equal, inserted=counts.inserted, deleted=counts.deleted, moved=counts.moved),
            limit=section.limit.value,
            changes=[DiffChange.of(change) for change in section.changes],
        )


class ComparedOut(Schema):
    """A text that is compared."""

    title: str
    text: str


class DiffOut(Schema):
    """Two summaries compared. `pairs` name what else can be compared; all is empty where there are no two texts.

    `at_risk` are lines of an earlier summary that have no counterpart, as ranges of the old text.
    """

    pass_id: str | None
    pair: str | None
    pairs: list[str]
    old: ComparedOut | None
    new: ComparedOut | None
    sections: list[SectionOut]
    at_risk: list[tuple[int, int]]

    @classmethod
    def of(cls, pass_id: str | None, pairs: list[Pair], pair: Pair | None) -> "DiffOut":
        found = diff(pair.old.text, pair.new.text) if pair is not None else None
        return cls(
            pass_id=pass_id,
            pair=pair.key if pair else None,
            pairs=[one.key for one in pairs],
            old=ComparedOut(title=pair.old.title, text=pair.old.text) if pair else None,
            new=ComparedOut(title=pair.new.title, text=pair.new.text) if pair else None,
            sections=[SectionOut.of(section) for section in found.sections] if found else [],
            at_risk=list(found.at_risk) if found and pair and pair.carried else [],
        )
