"""Gathers one page of a transcript: few queries, whatever its length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F
from django.http import QueryDict

from compaction.transcripts import Text
from webui.transcripts import access, store
from webui.transcripts.models import Message, Transcript, Violation
from webui.transcripts.views import answers, breaches, outcome, rows
from webui.transcripts.views.blocks import Budget, Face, faces
from webui.transcripts.views.find import SYSTEM, Find, find
from webui.transcripts.views.pages import Span, opened, span, whole
from webui.transcripts.views.pairs import pairs
from webui.transcripts.views.places import place
from webui.transcripts.views.proof import Proof, marks_of, proof
from webui.transcripts.views.selection import selection

LISTED = 200
"""Violations in the side list. Up to here one query serves the list, the page and the steps between pages."""

OPEN_ROWS = 25
OPEN_CHARACTERS = 40_000
"""What a page spends on opened messages; the rest keeps its heading and a link."""

PRINTED_CHARACTERS = 400_000
PRINTED_LINES = 400
"""What a page unfolded for paper holds of all messages, and of one text."""

SYSTEM_PEEK = 400


@dataclass(frozen=True, slots=True)
class Found:
    """What the checks said: for the side list, for this page, and on either side of it."""

    listed: Sequence[Violation]
    total: int
    here: Sequence[Violation]
    before: Violation | None
    after: Violation | None


def page(
    transcript: Transcript,
    query: QueryDict,
    base: str,
    also: tuple[tuple[str, str], ...] = (),
    *,
    with_list: bool = True,
) -> dict[str, Any]:
    """Return the context of a transcript's page; the transcript stands at `base`, `also` is in every address here.

    `with_list` is whether the page lists all violations beside the messages.
    """
    choice = selection(query)
    looked = find(query, transcript)
    also = also + choice.also + looked.also
    shown = span(query, transcript.messages, also, choice.places(transcript), looked.at)
    found = _found(transcript, shown, with_list=with_list)
    read = _read(transcript, shown)
    around = rows.Around(base, shown, call_names(read))
    marks = _marks(transcript, found.here)
    told = outcome.outcome(transcript)
    open_now = _open(query, shown, marks, looked)
    paper = Budget(PRINTED_CHARACTERS, PRINTED_LINES, PRINTED_CHARACTERS // 10) if _printed(query) else None
    top = shown.start == 0 and not choice.also
    system = _system(transcript, found.listed, base, looked, paper) if top else None
    built = _rows(transcript, read, marks, around, open_now, looked, paper, proof(query))
    for row in built:
        row.gap = choice.gap_before(row.index, shown)
        row.hits, row.hit_link = looked.link_at(row.index, shown)
    return {
        "transcript": transcript,
        "capture": transcript.capture,
        "base": base,
        "span": shown,
        "rows": built,
        "unopened": len((set(marks.violations) & set(shown.places)) - set(open_now) - opened(query, "fold")),
        "outcome": told,
        "answers": answers.answers(transcript, shown),
        "scope": outcome.scope(transcript),
        "dialect": outcome.dialect(transcript.dialect),
        "alternatives": outcome.alternatives(transcript),
        "jumps": breaches.jumps(found.listed, transcript, shown),
        "found": found,
        "count": found.total + len(transcript.wire_roles),
        "previous_link": _link(found.before, shown),
        "next_link": _link(found.after, shown),
        "system": system,
        "partial": len(built) < len(shown.places),
        "all_open": query.get("open") == "all",
        "printed": _printed(query),
        "selection": choice,
        "find": looked,
        "steps": looked.steps(shown),
        "hit_list": looked.listed(shown),
        "unfound_link": replace(shown, also=tuple(pair for pair in also if pair not in looked.also)).here,
        "shows": choice.shows(shown),
        "roles": choice.roles(shown),
        "last_gap": choice.gap_before(shown.total, shown) if shown.newer is None else None,
        "poll": told.kind == "checking",
    }


def one(transcript: Transcript, query: QueryDict, base: str, also: tuple[tuple[str, str], ...] = ()) -> dict[str, Any]:
    """Return the context of one message in its place, opened or folded."""
    at = whole(query.get("at")) or 0
    access.message_for(transcript, at)
    marks = _marks(transcript, list(access.violations_of(transcript, at, at + 1)))
    looked = find(query, transcript, at)
    shown = span(query, transcript.messages, also + selection(query).also + looked.also)
    read = list(access.messages_of(transcript, max(0, at - 1), at + 1))
    open_now = [] if at in opened(query, "fold") else [at]
    built = _rows(transcript, read[-1:], marks, rows.Around(base, shown, call_names(read)), open_now, looked)
    return {"row": built[-1], "base": base, "span": shown}


def _read(transcript: Transcript, shown: Span) -> list[Message]:
    """Return the messages of the page, and those before them, whose calls give results their names."""
    if shown.chosen is None:
        return list(access.messages_of(transcript, max(0, shown.start - 1), shown.stop))
    return list(access.messages_at(transcript, {at - step for at in shown.places for step in (0, 1) if at >= step}))


def _found(transcript: Transcript, shown: Span, *, with_list: bool) -> Found:
    total = transcript.errors + transcript.warnings + transcript.note_count
    ordered = access.violations_of(transcript).order_by(F("position").asc(nulls_first=True), "number")
    listed = list(ordered[:LISTED]) if total and (with_list or total <= LISTED) else []
    if total <= LISTED:
        return Found(
            listed,
            total,
            [row for row in listed if row.position is not None and shown.start <= row.position < shown.stop],
            next((row for row in reversed(listed) if row.position is not None and row.position < shown.start), None),
            next((row for row in listed if row.position is not None and row.position >= shown.stop), None),
        )
    return Found(
        listed,
        total,
        list(ordered.filter(position__gte=shown.start, position__lt=shown.stop)[:LISTED]),
        ordered.filter(position__lt=shown.start).last(),
        ordered.filter(position__gte=shown.stop).first(),
    )


def _marks(transcript: Transcript, here: Sequence[Violation]) -> rows.Marks:
    marks = rows.Marks(
        unknown_roles={role["index"]: role["role"] for role in transcript.wire_roles},
        unreadable=frozenset(transcript.unreadable),
    )
    for violation in here:
        if violation.position is not None:
            marks.violations.setdefault(violation.position, []).append(violation)
    return marks


def call_names(messages: Sequence[Message]) -> dict[str, str]:
    """Return tool names by call id, as far as these messages make the calls."""
    return {
        brief["id"]: brief.get("name", "")
        for message in messages
        for brief in message.body.brief
        if brief["kind"] == "tool_use" and brief.get("id")
    }


def _open(query: QueryDict, shown: Span, marks: rows.Marks, looked: Find) -> list[int]:
    """Return the positions to open: the one asked for, those opened by hand, those with hits or violations."""
    here = shown.places
    asked = list(here) if query.get("open") == "all" or _printed(query) else sorted(opened(query, "open") & set(here))
    folded = opened(query, "fold")
    first = [] if shown.at is None else [shown.at]
    faulty = sorted((set(marks.violations) | set(marks.unknown_roles)) & set(here))
    found = [index for index in here if index in looked.by_place]
    wanted = dict.fromkeys([*first, *asked, *found, *faulty])
    return [index for index in wanted if index not in folded][: len(here) if _printed(query) else OPEN_ROWS]


def _printed(query: QueryDict) -> bool:
    return query.get("view") == "print"


def _rows(
    transcript: Transcript,
    read: Sequence[Message],
    marks: rows.Marks,
    around: rows.Around,
    open_now: Sequence[int],
    looked: Find,
    budget: Budget | None = None,
    asked: Proof | None = None,
) -> list[rows.Row]:
    """Return the rows of the page. `read` may begin one message early, so that its calls have names."""
    whole_ones = {message.index: message for message in access.opened(transcript, list(open_now))} if open_now else {}
    budget = budget or Budget(OPEN_CHARACTERS)
    ties = pairs(transcript, [message.index for message in read], around.span)
    built = []
    for message in read:
        if message.index < around.span.start or not around.span.holds(message.index):
            continue
        full = whole_ones.get(message.index)
        here = marks.violations.get(message.index, [])
        hot = frozenset(place(violation.pointer).block for violation in here)
        shown = _faces(full, budget, hot, around, looked, asked) if full else None
        shown = ties.tied(message.index, shown) if shown is not None else None
        told = breaches_at(full, marks, transcript, around.base) if full else ()
        built.append(rows.row(message, marks, around, faces=shown, breaches=told))
        built[-1].missing = ties.missing.get(message.index, ())
        built[-1].halves = ties.halves(message.index)
    return built


def _faces(
    full: Message, budget: Budget, hot: frozenset[str], around: rows.Around, looked: Find, asked: Proof | None
) -> list[Face]:
    blocks = store.blocks_of(full)
    found = marks_of(asked, full.index, blocks) or looked.by_place.get(full.index, {})
    return faces(blocks, budget, hot, around.names, found)


def breaches_at(
    message: Message, marks: rows.Marks, transcript: Transcript, base: str, limit: int | None = breaches.SHOWN
) -> list[breaches.Breach]:
    """Return what is wrong with one message, its role first."""
    index = message.index
    here = marks.violations.get(index, [])
    native = store.native_of(message.body) if here else None
    told = breaches.explained(here, transcript, native, base, limit)
    if index in marks.unknown_roles:
        told.insert(0, breaches.unknown_role(index, marks.unknown_roles[index], base))
    return told


def _link(violation: Violation | None, shown: Span) -> str:
    if violation is None or violation.position is None:
        return ""
    return shown.link(violation.position, f"v-{violation.number}")


def _system(
    transcript: Transcript, listed: Sequence[Violation], base: str, looked: Find, paper: Budget | None
) -> dict[str, Any] | None:
    blocks = store.system_of(transcript)
    if not blocks:
        return None
    here = [row for row in listed if row.position is None]
    marks = looked.by_place.get(SYSTEM, {})
    texts = [block.text for block in blocks if isinstance(block, Text)]
    budget = paper or Budget(OPEN_CHARACTERS)
    return {
        "faces": faces(blocks, budget, frozenset(), {}, marks) if here or marks or paper else None,
        "peek": texts[0][:SYSTEM_PEEK] if texts else "",
        "tokens": transcript.system_tokens,
        "breaches": breaches.explained(here, transcript, None, base),
    }
