"""What a case is about, as far as it is still there: the verdict, the defect in its place, and the facts at stake."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse

from webui.common.words import plural
from webui.review import words
from webui.review.models import Case
from webui.review.targets import CARRIED, LOST
from webui.runs import store as runs
from webui.runs.models import Fact, Run
from webui.runs.views import ends, flag_words
from webui.runs.views.facts import Row as FactRow
from webui.runs.views.facts import row as fact_row
from webui.runs.views.faults import Fault, fault_of
from webui.runs.views.source import Line, source
from webui.runs.views.trails import section_anchor
from webui.transcripts import access, store
from webui.transcripts.models import Message, Tombstone, Transcript, Violation
from webui.transcripts.tombstones import how
from webui.transcripts.views.blocks import Budget, Face, faces
from webui.transcripts.views.breaches import ROLE, Breach, explained, unknown_role
from webui.transcripts.views.pages import span
from webui.transcripts.views.places import place
from webui.transcripts.views.reading import call_names
from webui.transcripts.views.rows import Around, Marks, Row, row

CHARACTERS = 6_000
LINES = 16
LONGEST = 1_500
"""What the messages around a defect may take: together, lines of a text, characters of a text."""

BESIDE = 12
"""Further places of the same defect that are linked."""

AROUND = 3
"""Lines of a summary on both sides of a fault."""

FACTS = 8


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence of a case: word, code, what is wrong, and what follows."""

    word: str
    code: str
    sentence: str
    then: str = ""
    icon: str = "error"
    tone: str = "err"


@dataclass(frozen=True, slots=True)
class Written:
    """One violation of the contract or one flag, in the four lines of every violation."""

    what: str
    code: str
    severity: str
    where: str
    link: str
    why: str
    fix: str = ""
    rule: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """One message around the defect: folded, or with its blocks."""

    row: Row
    link: str
    faces: Sequence[Face] = ()


@dataclass(slots=True)
class Evidence:
    """What is left of the evidence. `gone` says that it was deleted, `home` is the address of transcript or run."""

    verdict: Verdict
    gone: bool = False
    gone_words: str = ""
    home: str = ""
    breach: Breach | None = None
    written: Written | None = None
    messages: Sequence[Shown] = ()
    beside: Sequence[tuple[str, str]] = ()
    lines: Sequence[Line] = ()
    lines_link: str = ""
    facts: Sequence[FactRow] = ()
    facts_total: int = 0
    facts_link: str = ""
    tags: dict[str, Any] = field(default_factory=dict)


def evidence(case: Case) -> Evidence:
    """Return what a page shows of a case's evidence."""
    found = Evidence(_verdict(case))
    if case.kind == Case.Kind.BROKEN:
        _of_transcript(case, found)
    else:
        _of_run(case, found)
    return found


def spot_of(case: Case) -> tuple[str, str]:
    """Return where the defect stands, in words, and its address; empty where the evidence is gone."""
    at = case.place
    if case.kind == Case.Kind.BROKEN:
        name = f"transcript {case.transcript_id or at.get('transcript', '')}"
        label = _label(case)
        text = f"{name}, message {label}" if label else name
        if case.transcript_id is None:
            return text, ""
        base = reverse("transcripts:detail", args=[case.team.slug, case.transcript_id])
        return text, base + (place(_pointer(case)).query if label else "")
    name = f"run {case.run_id or at.get('run', '')}"
    section = str(at.get("section") or "")
    text = f"{name}, section {words.SECTIONS[section]}" if section in words.SECTIONS else name
    if case.run_id is None:
        return text, ""
    base = reverse("runs:detail", args=[case.team.slug, case.run_id])
    return text, f"{base}?tab=summary#{section_anchor(section)}" if section in words.SECTIONS else base


def _verdict(case: Case) -> Verdict:
    sentence = f"{words.sentence_of(case)}."
    if case.kind == Case.Kind.REFUSED:
        return Verdict("Refused", case.code, sentence, words.why_of(case))
    if case.kind == Case.Kind.BROKEN:
        strong = case.severity == Case.Severity.ERROR
        icon, tone = ("error", "err") if strong else ("warning", "warn")
        return Verdict("Would be refused" if strong else "May be refused", case.code, sentence, "", icon, tone)
    return Verdict("Valid, but it loses too much", case.code, sentence, words.why_of(case), "missing", "warn")


def _pointer(case: Case) -> str:
    if case.place.get("pointer"):
        return str(case.place["pointer"])
    position, block = case.place.get("position"), case.place.get("block")
    if position is None:
        return ""
    return f"/messages/{position}" + (f"/content/{block}" if block is not None else "")


def _label(case: Case) -> str:
    pointer = _pointer(case)
    return place(pointer).label if pointer else ""


def _of_transcript(case: Case, found: Evidence) -> None:
    transcript = case.transcript
    if transcript is None:
        _deleted(case, "transcript", found)
        return
    base = found.home = reverse("transcripts:detail", args=[case.team.slug, transcript.pk])
    rows = list(access.violations_of(transcript).filter(rule=case.code)[: BESIDE + 1])
    pointer = _pointer(case)
    one = next((row for row in rows if row.pointer == pointer), rows[0] if rows else None)
    position = one.position if one is not None else case.place.get("position")
    read = _read(transcript, position)
    if one is not None:
        native = next((store.native_of(message.body) for message in read if message.index == position), None)
        found.breach = explained([one], transcript, native, base)[0]
    elif case.code == ROLE and position is not None:
        found.breach = _role(transcript, position, base)
    else:
        found.tags["unseen"] = True
    found.beside = [(place(row.pointer).label, base + place(row.pointer).query) for row in rows if row is not one]
    found.messages = _messages(transcript, read, position, one, base)


def _deleted(case: Case, thing: str, found: Evidence) -> None:
    """Say how the evidence went, as far as that is known."""
    found.gone = True
    stones = Tombstone.objects.filter(team=case.team_id, kind=thing, key=str(case.place.get(thing, "")))
    stone = stones.first()
    found.gone_words = how(stone) if stone is not None else f"The {thing} is not kept any more."


def _role(transcript: Transcript, position: int, base: str) -> Breach | None:
    role = next((role for role in transcript.wire_roles if role["index"] == position), None)
    return unknown_role(position, str(role["role"]), base) if role else None


def _read(transcript: Transcript, position: int | None) -> list[Message]:
    """Return the message at fault and its neighbours, with their texts."""
    if position is None:
        return []
    near = [at for at in (position - 1, position, position + 1) if 0 <= at < transcript.messages]
    return list(access.opened(transcript, near))


def _messages(
    transcript: Transcript, read: Sequence[Message], position: int | None, one: Violation | None, base: str
) -> list[Shown]:
    around = Around(base, span(QueryDict(f"at={position or 0}"), transcript.messages), call_names(read))
    budget = Budget(CHARACTERS, LINES, LONGEST)
    shown = []
    for message in sorted(read, key=lambda row: row.index != position):
        hot = frozenset([place(one.pointer).block]) if one is not None and message.index == position else frozenset()
        open_now = message.index == position
        drawn = faces(store.blocks_of(message), budget, hot, around.names) if open_now else ()
        made = row(message, Marks(), around)
        shown.append(Shown(made, f"{base}?at={message.index}#m-{message.index}", drawn))
    return sorted(shown, key=lambda item: item.row.index)


def _of_run(case: Case, found: Evidence) -> None:
    run = case.run
    if run is None:
        _deleted(case, "run", found)
        return
    found.home = reverse("runs:detail", args=[case.team.slug, run.pk])
    if case.about == Case.About.REASON:
        _refusal(case, run, found)
    elif case.about == Case.About.FLAG:
        found.written = _flag(case, run, found.home)
    _facts(case, run, found)


def _refusal(case: Case, run: Run, found: Evidence) -> None:
    fault = fault_of(run)
    if fault is None:
        found.tags["unseen"] = True
        return
    link = found.home + fault.link
    found.written = Written(fault.what, fault.code, "error", fault.where, link, fault.why, fault.fix)
    if fault.sentence:
        found.verdict = Verdict("Refused", case.code, fault.sentence, _measure(run))
    found.lines, found.lines_link = _lines(run, fault), link


def _measure(run: Run) -> str:
    if run.messages_before is None or run.messages_after is None:
        return "No program can use this summary as it stands."
    return f"The run put {plural(run.messages_after, 'message')} in the place of {run.messages_before:,}."


def _lines(run: Run, fault: Fault) -> Sequence[Line]:
    if fault.line is None:
        return ()
    held = runs.summary_of(run, "reply" if fault.in_reply else "captured")
    if held is None:
        return ()
    shown = source(runs.text_of(held), fault.line, fault.column, max(0, fault.line - 1 - AROUND))
    return shown.lines[: 2 * AROUND + 1]


def _flag(case: Case, run: Run, home: str) -> Written:
    raised = next((one for one in run.flags or [] if one["id"] == case.code), None)
    counts = flag_words.counted(raised["counts"]) if raised else ""
    where = f"The summary{': ' + counts if counts else ''}"
    title, why = flag_words.title(case.code), flag_words.sentence(case.code)
    return Written(title, case.code, case.severity, where, f"{home}?tab=summary", why)


def _facts(case: Case, run: Run, found: Evidence) -> None:
    rows = Fact.objects.filter(run=run).filter(Q(verdict__in=LOST) | Q(decision=Fact.Choice.CONFIRMED))
    rows = rows.exclude(CARRIED).prefetch_related("decisions__by").order_by("-decision", "kind", "number", "pk")
    named = case.place.get("fact")
    shown = sorted(rows[: FACTS + 1], key=lambda one: one.pk != named)
    if not shown:
        return
    read = ends.sources(run.before, case.team.slug, shown[:FACTS])
    found.facts = [fact_row(one, read) for one in shown[:FACTS]]
    found.facts_total = rows.count() if len(shown) > FACTS else len(shown)
    found.facts_link = f"{found.home}?tab=facts"
