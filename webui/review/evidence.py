"""Gather what something that arrived shows: violations of a capture, the verdict and flags of a run, a fact.

A few queries each, however many transcripts a capture has.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Count, Min

from compaction.findings import Severity, WireRole
from compaction.shape.signature import ROLE_RULE, dialects_of, role_signature, verdict_signature
from webui.accounts.models import Team
from webui.review.models import Case
from webui.runs.models import Fact, Pass, Run
from webui.runs.store.values import text_of
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript, Violation

Kind, About = Case.Kind, Case.About
CONFIRMED_FACT = "confirmed-fact"
REFUSED = (Run.Verdict.REFUSED, Run.Verdict.TOO_LARGE)
NOT_CARRIED = (Fact.Verdict.MISSING, Fact.Verdict.LOST, Fact.Verdict.SHED, Fact.Verdict.UNKNOWN)


class Voice(StrEnum):
    """What an arrival can speak of: only a newer one of the same voice says that a defect is gone."""

    LISTS = "lists"
    VERDICT = "verdict"
    FLAGS = "flags"
    QA = "qa"
    FACTS = "facts"


@dataclass(frozen=True, slots=True)
class Seen:
    """One defect, and where it shows. `count` is how often at once."""

    signature: str
    kind: str
    about: str
    code: str
    dialect: str = ""
    severity: str = Case.Severity.ERROR
    count: int = 1
    errors: int = 0
    warnings: int = 0
    place: dict[str, Any] = field(default_factory=dict)
    transcript: str | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What arrived: a capture, or a run. `key` tells it from others of its voice.

    `speaks` are the dialects whose absent defects it can tell of; None where dialects play no part.
    """

    voice: Voice
    key: str
    name: str
    seen: tuple[Seen, ...]
    capture: Capture | None = None
    run: Run | None = None
    speaks: frozenset[str] | None = frozenset()


def voice_of(case: Case) -> Voice:
    """Return what kind of arrival tells of the defect of a case."""
    match case.about:
        case About.RULE:
            return Voice.LISTS
        case About.REASON:
            return Voice.VERDICT
        case About.FLAG:
            return Voice.QA if case.place.get("pass") else Voice.FLAGS
        case _:
            return Voice.FACTS


def of_capture(capture: Capture) -> Arrival:
    """Return the errors of all lists of a capture, by signature."""
    rows = Violation.objects.filter(transcript__capture=capture, severity=Severity.ERROR).exclude(signature="")
    counted = rows.values("signature", "transcript").annotate(count=Count("pk"), first=Min("pk"))
    tops = _tops((row["signature"], row["transcript"], row["count"], row["first"]) for row in counted.order_by())
    lists = _lists(capture, {top.transcript for top in tops})
    shown = _most(tops, lists)
    firsts = Violation.objects.in_bulk([top.first for top in shown])
    seen = [_violation(capture, lists[top.transcript], firsts[top.first], top.count) for top in shown]
    judged = Transcript.objects.filter(capture=capture).exclude(access.UNCHECKED)
    dialects = frozenset(judged.values_list("dialect", flat=True).distinct().order_by())
    found = (*seen, *_roles(capture, {one.signature for one in seen}))
    return Arrival(Voice.LISTS, capture.pk, capture.name, found, capture=capture, speaks=dialects)


def of_verdict(run: Run) -> Arrival:
    """Return why a run is refused. One that was not attempted, or not judged, says nothing."""
    code = run.reason or run.code
    seen: tuple[Seen, ...] = ()
    if run.verdict in REFUSED:
        place = {"run": run.pk} | ({"section": run.section} if run.section else {})
        signature = verdict_signature("reason", code, run.section)
        seen = (
            Seen(signature, Kind.REFUSED, About.REASON, code, errors=1, place=place, evidence=digest_of(run, code)),
        )
    judged = run.verdict in (*REFUSED, Run.Verdict.VALID) or run.given.get("summary_form") == "contract"
    speaks = None if judged else frozenset[str]()
    return Arrival(Voice.VERDICT, run.pk, run.name, seen, capture=run.capture, run=run, speaks=speaks)


def of_flags(run: Run, wanted: Collection[str]) -> Arrival:
    """Return the flags of a run that a team wants to hear of."""
    rows = run.flags if _stands(run) else None
    seen = _flags(run, rows or (), wanted, {"run": run.pk})
    speaks = None if rows is not None else frozenset[str]()
    return Arrival(Voice.FLAGS, run.pk, run.name, seen, capture=run.capture, run=run, speaks=speaks)


def of_pass(one: Pass, wanted: Collection[str]) -> Arrival:
    """Return the flags of a QA pass that a team wants to hear of. Only what compacted has any to speak of."""
    run, done = one.run, one.outcome == Pass.Outcome.COMPACTED
    seen = _flags(run, one.flags if done else (), wanted, {"run": run.pk, "pass": one.pk})
    speaks = None if done else frozenset[str]()
    return Arrival(Voice.QA, one.pk, run.name, seen, capture=run.capture, run=run, speaks=speaks)


def of_facts(run: Run, facts: Iterable[Fact]) -> Arrival:
    """Return the facts that a reviewer confirmed as missing and important."""
    confirmed = [one for one in facts if one.decision == Fact.Choice.CONFIRMED and one.verdict in NOT_CARRIED]
    seen = {one.signature: one for one in (_fact(run, fact) for fact in confirmed)}
    return Arrival(Voice.FACTS, run.pk, run.name, tuple(seen.values()), capture=run.capture, run=run)


def digest_of(run: Run, *parts: str) -> str:
    """Return the digest of what a run shows, under the team's key: verdict and texts."""
    texts = [f"{one.origin}\0{text_of(one)}" for one in run.summaries.order_by("origin")]
    return _digest(run.team, "run", run.pk, run.verdict, *parts, *texts)


@dataclass(frozen=True, slots=True)
class _Top:
    signature: str
    transcript: str
    count: int
    first: int


def _tops(rows: Iterable[tuple[str, str, int, int]]) -> list[_Top]:
    """Of each signature, the lists that show it most often at once."""
    found: dict[str, list[_Top]] = {}
    for row in rows:
        top = _Top(*row)
        best = found.setdefault(top.signature, [top])
        if top.count > best[0].count:
            found[top.signature] = [top]
        elif best[0] is not top and top.count == best[0].count:
            best.append(top)
    return [top for tops in found.values() for top in tops]


def _lists(capture: Capture, wanted: set[str]) -> dict[str, Transcript]:
    rows = Transcript.objects.filter(capture=capture, errors__gt=0).defer(*access.LARGE)
    return {row.pk: row for row in rows if row.pk in wanted}


def _most(tops: Iterable[_Top], lists: dict[str, Transcript]) -> list[_Top]:
    """One list a signature: the one with the most errors in all, so that cases stand side by side; then the first."""
    best: dict[str, _Top] = {}
    for top in sorted(tops, key=lambda one: (-lists[one.transcript].errors, lists[one.transcript].number)):
        best.setdefault(top.signature, top)
    return sorted(best.values(), key=lambda one: one.first)


def _violation(capture: Capture, transcript: Transcript, row: Violation, count: int) -> Seen:
    place: dict[str, Any] = {"transcript": transcript.pk, "position": row.position, "pointer": row.pointer}
    block = _block(row.pointer, row.position)
    return Seen(
        row.signature,
        Kind.BROKEN,
        About.RULE,
        row.rule,
        dialect=transcript.dialect,
        count=count,
        errors=transcript.errors + len(transcript.wire_roles),
        warnings=transcript.warnings,
        place=place if block is None else place | {"block": block},
        transcript=transcript.pk,
        evidence=_digest(capture.team, "capture", capture.fingerprint, transcript.path, row.rule, row.pointer),
    )


def _block(pointer: str, position: int | None) -> int | None:
    """Return the number of the block that a pointer names within its message."""
    tokens = pointer.split("/")
    at = next((at for at, token in enumerate(tokens) if token in ("content", "parts") and at), None)
    if position is None or at is None or at + 1 >= len(tokens) or not tokens[at + 1].isdecimal():
        return None
    return int(tokens[at + 1][:9])


def _roles(capture: Capture, known: set[str]) -> list[Seen]:
    """Roles that a dialect does not know and no rule tells of: a provider refuses them all the same."""
    rows = Transcript.objects.filter(capture=capture).exclude(wire_roles=[]).defer(*access.LARGE).order_by("number")
    found: dict[str, Seen] = {}
    for transcript in rows:
        dialect = dialects_of(transcript.dialect, transcript.dialect_alternatives)
        by_signature: dict[str, list[dict[str, Any]]] = {}
        for role in transcript.wire_roles:
            one = role_signature(WireRole(role["index"], role["role"], role["pointer"]), dialect)
            by_signature.setdefault(one, []).append(role)
        for signature, roles in by_signature.items():
            if signature not in known and (signature not in found or found[signature].count < len(roles)):
                found[signature] = _role(capture, transcript, signature, roles)
    return list(found.values())


def _role(capture: Capture, transcript: Transcript, signature: str, roles: Sequence[dict[str, Any]]) -> Seen:
    first = roles[0]
    return Seen(
        signature,
        Kind.BROKEN,
        About.RULE,
        ROLE_RULE,
        dialect=transcript.dialect,
        count=len(roles),
        errors=transcript.errors + len(transcript.wire_roles),
        warnings=transcript.warnings,
        place={"transcript": transcript.pk, "position": first["index"], "pointer": first["pointer"]},
        transcript=transcript.pk,
        evidence=_digest(capture.team, "capture", capture.fingerprint, transcript.path, ROLE_RULE, first["pointer"]),
    )


def _stands(run: Run) -> bool:
    """Whether nothing refused a run and it was attempted."""
    return run.verdict not in (*REFUSED, Run.Verdict.NOT_ATTEMPTED)


def _flags(
    run: Run, rows: Iterable[dict[str, Any]], wanted: Collection[str], place: dict[str, Any]
) -> tuple[Seen, ...]:
    counts: dict[str, int] = {}
    for row in rows:
        if row["id"] in wanted:
            counts[row["id"]] = counts.get(row["id"], 0) + 1
    return tuple(
        Seen(
            verdict_signature("flag", code),
            Kind.LOSS,
            About.FLAG,
            code,
            severity=Case.Severity.WARNING,
            count=count,
            warnings=sum(counts.values()),
            place=place,
            evidence=digest_of(run, code, place.get("pass", "")),
        )
        for code, count in counts.items()
    )


def _fact(run: Run, fact: Fact) -> Seen:
    """The same words missing again are the same defect; under the team's key they are no words any more."""
    words = _digest(run.team, "fact", fact.kind, " ".join(fact.text.casefold().split()))
    place = {"run": run.pk, "fact": fact.pk} | ({"pass": fact.of_id} if fact.of_id else {})
    return Seen(
        verdict_signature("fact", words),
        Kind.LOSS,
        About.FACT,
        CONFIRMED_FACT,
        severity=Case.Severity.WARNING,
        warnings=1,
        place=place,
        evidence=digest_of(run, words),
    )


def _digest(team: Team, *parts: str) -> str:
    text = "\0".join(("evidence", *parts)).encode("utf-8", "surrogatepass")
    return hmac.new(bytes(team.redaction_key), text, hashlib.sha256).hexdigest()
