"""What the API answers."""

from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal

from ninja import Schema

from compaction.shape import Rule
from compaction.shape.agreement import Agreement
from webui.common.errors import capture_sentence
from webui.common.schemas import Fault
from webui.jobs.models import Job
from webui.transcripts.models import Capture, Transcript, Violation
from webui.transcripts.outputs.report import Told
from webui.transcripts.said import Said, said


class CaptureFault(Fault):
    """A capture that cannot be read: where, and, for its sender alone, what stood there (redacted)."""

    line: int | None = None
    column: int | None = None
    offset: int | None = None
    found: list[str] = []


class Step(Schema):
    name: str
    state: Literal["waiting", "running", "done", "failed", "skipped"]
    count: int
    total: int | None
    started: str | None
    ended: str | None
    reason: str


class Listed(Schema):
    """A transcript as its capture lists it. `checked` is null until the rules have run."""

    id: str
    number: int
    path: str
    dialect: str | None
    dialect_alternatives: list[str]
    messages: int
    tokens: int
    tokens_estimated: bool
    checked: datetime | None
    layers: str
    errors: int
    warnings: int
    notes: int

    @classmethod
    def of(cls, row: Transcript) -> "Listed":
        return cls(**listed(row))


class SaidOut(Schema):
    """What the provider said about a request. `text` is captured, masked, and cut at 2,048 characters.

    `rules` are those whose wording it has, the best first; `pointer` is the place it names. `agreement` with our
    violations is null until the rules have run: `same` rule and place, the same rule `elsewhere`, `other` rules,
    `nothing` predicted, or `unmatched` words.
    """

    status: int | None
    at: str
    rules: list[str]
    pointer: str | None
    text: str
    agreement: Agreement | None

    @classmethod
    def of(cls, answer: Said) -> "SaidOut":
        return cls(**{**asdict(answer), "pointer": answer.pointer or None})


class TranscriptOut(Listed):
    capture: str
    team: str
    model: str
    size: int
    reconstructed: bool
    response_only: bool
    rule_version: str
    unreadable: list[int]
    wire_roles: list[dict[str, Any]]
    provider_said: list[SaidOut]

    @classmethod
    def of(cls, row: Transcript) -> "TranscriptOut":
        return cls(
            **listed(row),
            capture=row.capture_id,
            team=row.team.slug,
            model=row.model,
            size=row.size,
            reconstructed=row.reconstructed,
            response_only=row.response_only,
            rule_version=row.rule_version,
            unreadable=row.unreadable,
            wire_roles=row.wire_roles,
            provider_said=[SaidOut.of(answer) for answer in said(row)],
        )


def listed(row: Transcript) -> dict[str, Any]:
    """Return the fields that a list and a page of its own have in common."""
    return {
        "id": row.pk,
        "number": row.number,
        "path": row.path,
        "dialect": row.dialect or None,
        "dialect_alternatives": row.dialect_alternatives,
        "messages": row.messages,
        "tokens": row.tokens,
        "tokens_estimated": row.tokens_estimated,
        "checked": row.checked,
        "layers": row.layers,
        "errors": row.errors,
        "warnings": row.warnings,
        "notes": row.note_count,
    }


class CaptureOut(Schema):
    """A capture: how far its reading is, and what is in it. `created` is false for bytes that were here before."""

    id: str
    team: str
    name: str
    size: int
    state: str
    format: str | None
    created: bool = False
    error: CaptureFault | None
    redactions: dict[str, int]
    notes: list[dict[str, Any]]
    steps: list[Step]
    transcripts: list[Listed]
    runs: list[str] = []

    @classmethod
    def of(cls, row: Capture, transcripts: list[Transcript], job: Job | None, *, created: bool = False) -> "CaptureOut":
        return cls(
            id=row.pk,
            team=row.team.slug,
            name=row.name,
            size=row.size,
            state=row.state,
            format=row.format or None,
            created=created,
            error=_fault(row),
            redactions=row.redactions,
            notes=row.notes,
            steps=[Step(**step) for step in job.steps] if job else [],
            transcripts=[Listed.of(one) for one in transcripts],
            runs=list(row.runs.order_by("number").values_list("pk", flat=True)),
        )


def _fault(row: Capture) -> CaptureFault | None:
    if not row.error_code:
        return None
    place = row.error_place
    places = {name: place.get(name) for name in ("line", "column", "offset")}
    return CaptureFault(code=row.error_code, detail=capture_sentence(row.error_code, place), **places)


class MessageOut(Schema):
    """A message; `native` is its JSON as uploaded, after redaction. `index` is its zero-based place in the list."""

    index: int
    origin: str
    role: str
    size: int
    tokens: int
    kinds: dict[str, int]
    native: Any


class Messages(Schema):
    """Some messages in order; `next` goes into `after` for the following ones and is null at the end."""

    messages: list[MessageOut]
    next: int | None


class ViolationOut(Schema):
    """One violation, with the sentences, the place and the link of the page.

    `signature` is the same wherever the same defect stands; `waiver` the sentence of the waiver that covers it.
    """

    number: int
    rule: str
    severity: str
    layers: list[str]
    index: int | None
    position: int | None
    pointer: str
    behaviours: list[str]
    confidence: str
    counterpart: str | None
    related: list[str]
    waiver: str
    what: str
    where: str
    path: str
    why: str
    fix: str
    signature: str
    link: str

    @classmethod
    def of(cls, row: Violation, told: Told, waiver: str = "") -> "ViolationOut":
        words = {name: getattr(told, name) for name in ("what", "where", "path", "why", "fix", "signature", "link")}
        fields = {name: getattr(row, name) for name in cls.model_fields if name not in (*words, "waiver")}
        return cls(**{**fields, **words, "counterpart": row.counterpart or None, "waiver": waiver})


class Violations(Schema):
    """Some violations in the order the library reports them; `next` goes into `after`, null at the end."""

    violations: list[ViolationOut]
    next: int | None
    layers: str
    scope: str


class RuleOut(Schema):
    id: str
    title: str
    why: str
    fix: str
    severity: dict[str, str]
    layers: list[str]
    evidence: list[str]
    patterns: list[str]
    version: int

    @classmethod
    def of(cls, rule: Rule) -> "RuleOut":
        return cls(
            id=rule.id,
            title=rule.title,
            why=rule.why,
            fix=rule.fix,
            severity={str(dialect): str(severity) for dialect, severity in rule.severity.items()},
            layers=list(rule.layers),
            evidence=list(rule.evidence),
            patterns=list(rule.patterns),
            version=rule.version,
        )


class RulePage(RuleOut):
    """One rule with its own examples: request bodies by dialect, the same one broken and repaired."""

    bad: dict[str, Any]
    good: dict[str, Any]

    @classmethod
    def of(cls, rule: Rule) -> "RulePage":
        short = RuleOut.of(rule).model_dump()
        return cls(
            **short, bad={str(k): v for k, v in rule.bad.items()}, good={str(k): v for k, v in rule.good.items()}
        )


class Answer(Schema):
    """What `check_captures --format json` prints; `code` and `detail` repeat the error of an unreadable file."""

    version: int
    files: list[dict[str, Any]]
    scope: str
    code: str | None = None
    detail: str | None = None
