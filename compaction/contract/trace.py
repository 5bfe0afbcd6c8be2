"""Every check of a result in its true order: passed, failed, or not reached and why.

Source: summary-validation 5.2; interfaces 1.3.
"""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from compaction.contract.input import missing_members
from compaction.contract.model import Basis, CompactionInput, ModelKey, Usage
from compaction.contract.response import ModelResponse, take_result
from compaction.contract.result import STEPS, Evidence, Part, Step, differing_members
from compaction.contract.resultwire import RESULT
from compaction.errors import ExecutionFailed, InvalidSummary


class State(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not_reached"


class Note(StrEnum):
    """Why a check was not reached."""

    EARLIER = "an earlier check failed"
    EXECUTION_FAILED = "the run ends as failed, which is not one of the ten reasons"
    NOT_UPLOADED = "not in the upload"


@dataclass(frozen=True, slots=True)
class NotUploaded:
    """Stands for a part that an upload lacks, which is not the same as a usage that the provider did not report."""


NOT_UPLOADED = NotUploaded()


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `reason` is the id of the reason if it failed.

    `measured` and `limit` are bytes or tokens, by the check. `places` names members of the wire that are to blame. Line
    and column count characters from 1: in the summary for check `xml`, in the reply elsewhere.
    """

    id: str
    title: str
    reasons: tuple[str, ...]
    state: State
    reason: str | None = None
    note: str = ""
    section: str | None = None
    line: int | None = None
    column: int | None = None
    measured: int | None = None
    limit: int | None = None
    places: tuple[str, ...] = ()


_TAKING = ("output_shape", "byte_limit", "wire")
_NO_LIMIT = 2**63
_STAND_IN = CompactionInput(Basis(0, UUID(int=0)), ModelKey("", ""), b"", (), 0)


def trace(
    output: bytes,
    *,
    usage: Usage | None | NotUploaded,
    input: CompactionInput | NotUploaded,
    output_bytes: int | NotUploaded,
) -> tuple[Check, ...]:
    """Every check of `validate_result`, with what it came to.

    A check that needs a part that is NOT_UPLOADED is not reached; the checks after it still run.
    """
    given = ((Part.USAGE, usage), (Part.INPUT, input), (Part.OUTPUT_BYTES, output_bytes))
    missing = frozenset(part for part, value in given if isinstance(value, NotUploaded))
    evidence = Evidence(
        output,
        None if isinstance(usage, NotUploaded) else usage,
        _STAND_IN if isinstance(input, NotUploaded) else input,
        0 if isinstance(output_bytes, NotUploaded) else output_bytes,
    )
    checks: list[Check] = []
    failed = False
    for step in STEPS:
        check = _run(step, evidence, missing, failed=failed)
        failed = failed or check.state is State.FAILED
        checks.append(check)
    return tuple(checks)


def trace_response(
    response: ModelResponse | None,
    *,
    usage: Usage | None | NotUploaded,
    input: CompactionInput | NotUploaded,
    output_bytes: int | NotUploaded,
    output_schema: bool,
) -> tuple[Check, ...]:
    """Every check from a response on: first whether a result text can be taken from it, then those of `trace`.

    Without a byte limit the text is taken as if it fitted.
    """
    limit = _NO_LIMIT if isinstance(output_bytes, NotUploaded) else output_bytes
    output, state, reason, note = b"", State.PASSED, None, ""
    try:
        output = take_result(response, output_bytes=limit, output_schema=output_schema)
    except InvalidSummary as fault:
        state, reason = State.FAILED, fault.reason
    except ExecutionFailed:
        state, note = State.FAILED, Note.EXECUTION_FAILED.value
    first = Check("response", "One result text in the response", _TAKING, state, reason=reason, note=note)
    if state is State.FAILED:
        return (first, *(_not_reached(step, Note.EARLIER) for step in STEPS))
    return (first, *trace(output, usage=usage, input=input, output_bytes=output_bytes))


def _not_reached(step: Step, note: Note) -> Check:
    return Check(step.id, step.title, step.reasons, State.NOT_REACHED, note=note.value)


def _run(step: Step, evidence: Evidence, missing: frozenset[Part], *, failed: bool) -> Check:
    if step.needs & missing:
        return _not_reached(step, Note.NOT_UPLOADED)
    if failed:
        return _not_reached(step, Note.EARLIER)
    fault = step.check(evidence)
    state = State.PASSED if fault is None else State.FAILED
    measured, limit = _numbers(step, evidence)
    return Check(
        step.id,
        step.title,
        step.reasons,
        state,
        reason=fault.reason if fault else None,
        section=fault.section if fault else None,
        line=fault.line if fault else None,
        column=fault.column if fault else None,
        measured=measured,
        limit=limit,
        places=_places(step, evidence) if fault else (),
    )


def _numbers(step: Step, evidence: Evidence) -> tuple[int | None, int | None]:
    spent = evidence.usage.output_tokens if evidence.usage else None
    match step.id:
        case "bytes":
            return len(evidence.output), evidence.output_bytes
        case "usage":
            return spent, None
        case "budget":
            return spent, evidence.input.max_summary_tokens
    return None, None


def _places(step: Step, evidence: Evidence) -> tuple[str, ...]:
    match step.id:
        case "members":
            return missing_members(evidence.fields, RESULT)
        case "event-id":
            return ("basis.through_event_id",)
        case "fingerprint":
            return ("request_fingerprint",)
        case "identity":
            return differing_members(evidence)
    return ()
