"""What is wrong with a run, for programs: what contract, rules and flags say, with the sentences of pages."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Schema

from compaction.contract import REASONS, Check, State
from compaction.findings import Severity
from compaction.shape.signature import verdict_signature
from webui.runs import access, store
from webui.runs.models import Run
from webui.runs.schemas import CheckOut
from webui.runs.views import flag_words
from webui.runs.views.checks import SENTENCES
from webui.runs.views.faults import Fault, fault_of
from webui.runs.views.outcome import outcome
from webui.transcripts import access as transcripts
from webui.transcripts import outputs
from webui.transcripts.api import READ
from webui.transcripts.models import Transcript
from webui.transcripts.outputs import Checked, File, Report, Told
from webui.transcripts.verdicts import SCOPES
from webui.transcripts.violations_api import ALSO_FILES, TOLD, Written, address, answered, rules_at, told_of

router = Router()
TITLES = {reason.id: reason.title for reason in REASONS}


class ToldOut(Schema):
    """One thing that is wrong, in the words of the pages. `signature` is the same wherever the same defect stands."""

    rule: str
    severity: str
    what: str
    where: str
    path: str
    why: str
    fix: str
    signature: str
    confidence: str
    link: str


class RunViolations(Schema):
    """What the contract, the flags and the rules say of a run; `not_told` are violations beyond 5,000 of a list."""

    verdict: str
    sentence: str
    violations: list[ToldOut]
    not_told: int
    checks: list[CheckOut]


@router.get(
    "/runs/{pk}/violations",
    response={200: RunViolations, **READ},
    openapi_extra=ALSO_FILES,
    url_name="run-violations",
)
def violations(request: HttpRequest, pk: str, format: Written = "json") -> Any:
    """What is wrong with a run: the check that failed, the flags, and what the rules say of both lists.

    `sarif`, `junit` and `markdown` are files.
    """
    run = access.run_for(request.user, None, pk)
    base = request.build_absolute_uri("/").rstrip("/")
    file = file_of(run, base)
    if format == "json":
        told = [ToldOut(**{name: getattr(one, name) for name in ToldOut.model_fields}) for one in file.told]
        checks = [CheckOut(**row) for row in run.checks]
        return RunViolations(
            verdict=run.verdict, sentence=file.sentence, violations=told, not_told=file.more, checks=checks
        )
    scope = SCOPES.get(run.layers, SCOPES["both"])
    return answered(outputs.BY_ID[format], Report((file,), scope, file.link, rules_at(base)), run.pk)


def file_of(run: Run, base: str) -> File:
    """Return what is said of a run; `base` is the address of this server."""
    link = base + reverse("runs:detail", args=[run.team.slug, run.pk])
    fault = fault_of(run)
    said = outcome(run, fault)
    sides = list(sides_of(run))
    told = [_fault(run, fault, link)] if fault else []
    told += [_flag(flag, link) for flag in run.flags or []]
    more = 0
    for side, found in sides:
        rows = list(transcripts.violations_of(found)[:TOLD])
        told += told_of(found, rows, base + address(found), side)
        more += max(0, found.errors + found.warnings + found.note_count - len(rows))
    return File(
        name=run.name,
        sentence=" ".join(part for part in (f"{said.word}.", said.sentence, said.then) if part),
        told=tuple(told),
        checked=tuple(_checked(check) for check in store.checks_of(run) if check.state is not State.FAILED),
        unchecked=said.kind in ("running", "failed") or any(not found.checked for _, found in sides),
        more=more,
        link=link,
    )


def sides_of(run: Run) -> Iterator[tuple[str, Transcript]]:
    """Yield the checked lists of a run with their names: one where before and after stand in one list.

    The input of a contract is judged by the contract, not by the rules of a provider.
    """
    if run.before and run.before_id != run.after_id and run.before.capture.format != transcripts.RUN_INPUT:
        yield "before", run.before
    if run.after:
        yield "after", run.after


def _fault(run: Run, fault: Fault, link: str) -> Told:
    """What ended a run is an error, unless it ended before there was anything to judge."""
    return Told(
        rule=fault.code,
        severity=Severity.WARNING if run.verdict == Run.Verdict.NOT_ATTEMPTED else Severity.ERROR,
        what=fault.what,
        where=fault.where,
        path=fault.check,
        why=fault.why,
        fix=fault.fix,
        signature=verdict_signature("reason", fault.code, fault.section),
        title="",
        confidence="firm",
        line=fault.line or 0,
        link=f"{link}{fault.link}",
    )


def _flag(flag: dict[str, Any], link: str) -> Told:
    counts = flag_words.counted(flag.get("counts") or [])
    return Told(
        rule=flag["id"],
        severity=Severity.NOTE if flag["candidate"] else Severity(flag["severity"]),
        what=flag_words.title(flag["id"]),
        where=f"The summary, {counts}" if counts else "The summary",
        path="summary",
        why=flag_words.sentence(flag["id"]),
        fix="A person has to look at it.",
        signature=verdict_signature("flag", flag["id"]),
        confidence="",
        link=f"{link}?tab=summary",
    )


def _checked(check: Check) -> Checked:
    why = check.note or "not reached" if check.state is State.NOT_REACHED else ""
    return Checked(check.id, SENTENCES.get(check.id, check.title), why)
