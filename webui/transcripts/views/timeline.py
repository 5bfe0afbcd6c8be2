"""What stands in a capture, in file order: lists, runs of lists that grow folded into one row, and what happened
between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from webui.common.words import number, plural
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.moments import Moment, moments_of
from webui.transcripts.views.outcome import Outcome
from webui.transcripts.views.outcome import dialect as dialect_words
from webui.transcripts.views.outcome import outcome as outcome_of

PER_PAGE = 100
"""Rows of a page."""

FOLDED = 3
"""Lists that grow out of each other are one row if they are as many."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One list as far as the timeline orders it."""

    pk: str
    number: int
    strand: int | None
    continues: str | None
    shared: int
    messages: int
    refused: bool
    checked: bool


@dataclass(slots=True)
class Group:
    """Lists of which each begins with the one before it; `moments` come before the first, `after` behind the last."""

    lists: list[Listed]
    moments: list[Moment] = field(default_factory=list)
    after: list[Moment] = field(default_factory=list)

    @property
    def folds(self) -> bool:
        """Whether it is one row."""
        return len(self.lists) >= FOLDED

    @property
    def words(self) -> str:
        """Say how the lists grow: `41 requests that grow by 2 messages each`."""
        steps = {later.messages - one.messages for one, later in zip(self.lists, self.lists[1:], strict=False)}
        first, last = self.lists[0].messages, self.lists[-1].messages
        if steps == {0}:
            grow = f"with the same {plural(first, 'message')}"
        elif len(steps) == 1:
            grow = f"that grow by {plural(steps.pop(), 'message')} each"
        else:
            grow = f"that grow from {number(first)} to {plural(last, 'message')}"
        return f"{plural(len(self.lists), 'request')} {grow}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a moment, a list, or lists folded into one; `more` is the number of the fold that a list opens."""

    kind: str
    moment: Moment | None = None
    transcript: Transcript | None = None
    outcome: Outcome | None = None
    dialect: str = ""
    group: Group | None = None
    last: Transcript | None = None
    inner: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the timeline. `earlier` and `later` are first rows of others; `open` is the fold that is open."""

    rows: Sequence[Row]
    total: int
    start: int
    earlier: int | None
    later: int | None
    lists: int
    checked: int
    folds: int
    opened: int | None

    @property
    def first(self) -> int:
        """The number of its first row, from 1."""
        return self.start + 1

    @property
    def stop(self) -> int:
        """The number of its last row, from 1."""
        return self.start + len(self.rows)


Entry = tuple[str, Any, bool]
"""Kind, moment or lists, and whether it stands in an open fold."""


def page(capture: Capture, start: int = 0, opened: int | None = None) -> Page:
    """Return one page; `opened` is the number of the first list of a fold that is to be shown list by list."""
    lists = _lists(capture)
    groups = grouped(lists, moments_of(capture))
    entries = list(_entries(groups, opened))
    begin = min(max(start, 0), max(len(entries) - 1, 0)) // PER_PAGE * PER_PAGE
    shown = entries[begin : begin + PER_PAGE]
    return Page(
        rows=_rows(capture, shown),
        total=len(entries),
        start=begin,
        earlier=begin - PER_PAGE if begin else None,
        later=begin + PER_PAGE if begin + PER_PAGE < len(entries) else None,
        lists=len(lists),
        checked=sum(one.checked for one in lists),
        folds=sum(group.folds for group in groups),
        opened=opened,
    )


def grouped(lists: Sequence[Listed], moments: Sequence[Moment]) -> list[Group]:
    """Gather lists that grow out of each other, in the order of their first; a moment begins a new group."""
    by_list: dict[int, list[Moment]] = {}
    last = lists[-1].number if lists else 0
    behind = [one for one in moments if one.after is None or one.after > last]
    for moment in moments:
        if moment.after is not None and moment.after <= last:
            by_list.setdefault(moment.after, []).append(moment)
    groups: list[Group] = []
    ends: dict[str, Group] = {}
    strands: dict[int, Group] = {}
    for one in lists:
        group = None if one.number in by_list else _grown(one, ends, strands)
        if group is None:
            group = Group([], by_list.get(one.number, []))
            groups.append(group)
        else:
            ends.pop(group.lists[-1].pk, None)
        group.lists.append(one)
        ends[one.pk] = group
        if one.strand is not None:
            strands[one.strand] = group
    if behind:
        groups = groups or [Group([])]
        groups[-1].after = behind
    return groups


def _grown(one: Listed, ends: dict[str, Group], strands: dict[int, Group]) -> Group | None:
    """Return the group whose last list this one begins with; its last message may be another by now."""
    for group in (ends.get(one.continues or ""), strands.get(one.strand or 0)):
        if group is not None and one.messages >= group.lists[-1].messages and _begins_with(one, group.lists[-1]):
            return group
    return None


def _begins_with(one: Listed, earlier: Listed) -> bool:
    """Whether a list begins with an earlier one: messages of one strand are the same up to the shorter list's end."""
    return one.strand == earlier.strand or one.shared >= max(earlier.messages - 1, 1)


def _lists(capture: Capture) -> list[Listed]:
    return [Listed(*row) for row in access.outline_of(capture)]


def _entries(groups: Sequence[Group], opened: int | None) -> Iterator[Entry]:
    for group in groups:
        yield from (("moment", moment, False) for moment in group.moments)
        if group.folds:
            yield "fold", group, False
        if not group.folds or group.lists[0].number == opened:
            yield from (("list", one, group.folds) for one in group.lists)
        yield from (("moment", moment, False) for moment in group.after)


def _rows(capture: Capture, shown: Sequence[Entry]) -> list[Row]:
    wanted = [one for kind, one, _ in shown if kind == "list"]
    ends = [end for kind, group, _ in shown if kind == "fold" for end in (group.lists[0], group.lists[-1])]
    known = {row.pk: row for row in access.transcripts_of(capture).filter(pk__in=[one.pk for one in wanted + ends])}
    for row in known.values():
        row.capture = capture
    return [_row(kind, one, inner, known) for kind, one, inner in shown if kind == "moment" or _known(one, known)]


def _known(one: Listed | Group, known: dict[str, Transcript]) -> bool:
    """Whether the lists are still there: a capture may be read again meanwhile."""
    ends = [one] if isinstance(one, Listed) else [one.lists[0], one.lists[-1]]
    return all(end.pk in known for end in ends)


def _row(kind: str, one: Any, inner: bool, known: dict[str, Transcript]) -> Row:
    if kind == "moment":
        return Row(kind, moment=one)
    if kind == "list":
        found = known[one.pk]
        return Row(
            kind,
            transcript=found,
            outcome=outcome_of(found),
            dialect=dialect_words(found.dialect),
            inner=inner,
        )
    first, last = known[one.lists[0].pk], known[one.lists[-1].pk]
    return Row(
        kind,
        transcript=first,
        last=last,
        outcome=_together(one, known),
        dialect=dialect_words(first.dialect),
        group=one,
    )


def _together(group: Group, known: dict[str, Transcript]) -> Outcome:
    """What is said of lists together: the worst of them."""
    refused = sum(one.refused for one in group.lists)
    if refused:
        words = f"{number(refused)} of {number(len(group.lists))} would be refused"
        return Outcome("refused", "error", "err", words)
    waiting = sum(not one.checked for one in group.lists)
    if waiting:
        words = f"{number(waiting)} of {number(len(group.lists))} not checked"
        return Outcome("checking", "waiting", "note", words)
    return outcome_of(known[group.lists[-1].pk])
