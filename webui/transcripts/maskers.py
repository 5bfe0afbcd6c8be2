"""One reported value, replaced in all that a team has stored. Apps above say what of theirs may hold captured text.

What they register is done before the messages: the place of the report comes last of all, because it alone still tells
the value. So a worker that dies loses nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db.models import Model, QuerySet

from compaction.formats.replacing import Replacement
from webui.jobs.progress import Progress
from webui.transcripts.models import Report
from webui.transcripts.store.values import clean, pack, unpack

AT_ONCE = 50
"""Rows that are read together."""

Changes: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Columns:
    """What of the rows of a team may hold captured text: texts, JSON values, texts and JSON that are compressed."""

    rows: Callable[[int], QuerySet[Any]]
    texts: Sequence[str] = ()
    values: Sequence[str] = ()
    packed: Sequence[str] = ()
    packed_json: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """All of them."""
        return [*self.texts, *self.values, *self.packed, *self.packed_json]

    def changes(self, row: Model, one: Replacement) -> Changes:
        """Return what of a row holds the value, as it is without it."""
        found: Changes = {}
        for name in self.texts:
            length = getattr(row._meta.get_field(name), "max_length", None)
            text = getattr(row, name)
            found[name] = text if (new := one.cut_text(text)) == text else clean(new, length)
        for name in self.values:
            found[name] = replaced(getattr(row, name), one)
        for name in (*self.packed, *self.packed_json):
            found[name] = _unpacked(getattr(row, name), one, is_json=name in self.packed_json)
        return {name: value for name, value in found.items() if value != getattr(row, name)}


@dataclass(slots=True)
class Masking:
    """One report at work. `bodies` are the keys of the bodies that hold the value, found before anything is changed;
    `newest` is the last that was looked at.
    """

    report: Report
    replacement: Replacement
    progress: Progress
    bodies: frozenset[int] = field(default_factory=frozenset)
    newest: int = 0

    def columns(self, columns: Columns, counted: str) -> None:
        """Replace the value in the rows of the team, and count them."""
        keys = list(columns.rows(self.report.team_id).order_by("pk").values_list("pk", flat=True))
        for at in range(0, len(keys), AT_ONCE):
            rows = columns.rows(self.report.team_id).filter(pk__in=keys[at : at + AT_ONCE]).only(*columns.names)
            hold = [row.pk for row in rows if columns.changes(row, self.replacement)]
            for key in hold:
                self.row(
                    columns.rows(self.report.team_id), key, lambda row: columns.changes(row, self.replacement), counted
                )
            self.progress.checkpoint()

    def row(self, rows: QuerySet[Any], key: object, changes: Callable[[Any], Changes], counted: str) -> None:
        """Change one row as it stands now, and count it with it."""
        with self.progress.holding():
            row = rows.select_for_update(of=("self",)).filter(pk=key).first()
            found = changes(row) if row is not None else {}
            if found:
                rows.model._base_manager.filter(pk=key).update(**found)
                self.note(counted)

    def once(self, step: str, work: Callable[[], object]) -> None:
        """Do what must not be done twice, in one transaction."""
        with self.progress.holding():
            if step not in self.report.done:
                work()
                self.report.done = [*self.report.done, step]
                self.report.save(update_fields=["done"])

    def note(self, counted: str, number: int = 1) -> None:
        """Count what was changed, in the transaction that changes it."""
        if number:
            self.report.counts = {**self.report.counts, counted: self.report.counts.get(counted, 0) + number}
            self.report.save(update_fields=["counts"])


@dataclass(frozen=True, slots=True)
class Masker:
    """What an app above does for a report: a step of the job, and the columns that it goes through."""

    title: str
    work: Callable[[Masking], None]
    columns: Mapping[str, Columns]


_maskers: list[Masker] = []


def on_masking(masker: Masker) -> None:
    """Replace reported values in what this app stores, too."""
    if masker not in _maskers:
        _maskers.append(masker)


def maskers() -> Sequence[Masker]:
    """Return what apps above have registered, in order."""
    return tuple(_maskers)


def replaced(value: object, one: Replacement) -> object:
    """Return a JSON value without the reported one in its texts."""
    if isinstance(value, str):
        return one.cut_text(value)
    if isinstance(value, list):
        return [replaced(inner, one) for inner in value]
    if isinstance(value, dict):
        return {one.text(name): replaced(inner, one) for name, inner in value.items()}
    return value


def _unpacked(column: bytes | memoryview | None, one: Replacement, *, is_json: bool) -> bytes | memoryview | None:
    if column is None:
        return None
    data = unpack(column)
    if not one.may_stand_in(data) and is_json:
        return column
    new = (
        one.json(data)
        if is_json
        else one.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    )
    return column if new == data else pack(new)
