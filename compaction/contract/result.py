"""A result judged: one check a function, in the order that decides which reason is given.

Source: summary-validation 5.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from compaction.contract.blocks import Text
from compaction.contract.input import (
    missing_members,
    read_basis,
    read_fingerprint,
    read_model,
    valid_basis,
    valid_fingerprint,
    valid_model,
)
from compaction.contract.members import Fields
from compaction.contract.model import Basis, CompactionInput, CompactionOutput, Message, Role, Usage
from compaction.contract.resultwire import RESULT, read_result
from compaction.errors import InvalidSummary
from compaction.summary import read as read_summary


class Part(Enum):
    """What a check looks at besides the result itself."""

    USAGE = "usage"
    INPUT = "input"
    OUTPUT_BYTES = "output_bytes"


@dataclass(slots=True)
class Evidence:
    """What is judged, and what earlier checks made of it."""

    output: bytes
    usage: Usage | None
    input: CompactionInput
    output_bytes: int
    fields: Fields = field(default_factory=Fields)
    basis: Basis | None = None
    fingerprint: bytes | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the order of checks. `reasons` are those it can give."""

    id: str
    title: str
    reasons: tuple[str, ...]
    check: Callable[[Evidence], InvalidSummary | None]
    needs: frozenset[Part] = frozenset()


def validate_result(
    output: bytes, *, usage: Usage | None, input: CompactionInput, output_bytes: int
) -> CompactionOutput:
    """Judge the text that the model gave for `input`; `output_bytes` is its limit.

    Raises: InvalidSummary, with the reason of the first check that fails.
    """
    evidence = Evidence(output, usage, input, output_bytes)
    for step in STEPS:
        fault = step.check(evidence)
        if fault is not None:
            raise fault
    return output_of(evidence)


def summary_in(output: bytes) -> str | None:
    """The text of the summary in a result, whatever its verdict; None where the result is none or lacks it."""
    fields = read_result(output)
    if isinstance(fields, InvalidSummary) or "summary" in missing_members(fields, RESULT):
        return None
    return fields.text("summary")


def output_of(evidence: Evidence) -> CompactionOutput:
    """What the caller gets: the text as decoded, everything else from the input."""
    given = evidence.input
    summary = Message(Role.USER, (Text(evidence.fields.text("summary")),))
    return CompactionOutput(given.basis, given.model, given.request_fingerprint, summary)


def differing_members(evidence: Evidence) -> tuple[str, ...]:
    """Which of the five values that name the request are not those of the input."""
    given, basis = evidence.input, evidence.basis
    model = read_model(evidence.fields)
    equal = (
        ("basis.revision", basis is not None and basis.revision == given.basis.revision),
        ("basis.through_event_id", basis is not None and basis.through_event_id == given.basis.through_event_id),
        ("model.provider", model.provider == given.model.provider),
        ("model.model", model.model == given.model.model),
        ("request_fingerprint", evidence.fingerprint == given.request_fingerprint),
    )
    return tuple([name for name, same in equal if not same])


def _check_bytes(evidence: Evidence) -> InvalidSummary | None:
    fits = evidence.output_bytes > 0 and len(evidence.output) <= evidence.output_bytes
    return None if fits else InvalidSummary("byte_limit")


def _check_usage(evidence: Evidence) -> InvalidSummary | None:
    return None if evidence.usage and evidence.usage.output_tokens else InvalidSummary("token_usage")


def _check_budget(evidence: Evidence) -> InvalidSummary | None:
    spent = evidence.usage.output_tokens if evidence.usage else 0
    return None if spent <= evidence.input.max_summary_tokens else InvalidSummary("token_limit")


def _check_json(evidence: Evidence) -> InvalidSummary | None:
    found = read_result(evidence.output)
    if isinstance(found, InvalidSummary):
        return found
    evidence.fields = found
    return None


def _check_members(evidence: Evidence) -> InvalidSummary | None:
    return InvalidSummary("wire") if missing_members(evidence.fields, RESULT) else None


def _check_event_id(evidence: Evidence) -> InvalidSummary | None:
    evidence.basis = read_basis(evidence.fields)
    return None if evidence.basis else InvalidSummary("wire")


def _check_fingerprint(evidence: Evidence) -> InvalidSummary | None:
    evidence.fingerprint = read_fingerprint(evidence.fields)
    return None if evidence.fingerprint else InvalidSummary("wire")


def _check_identity(evidence: Evidence) -> InvalidSummary | None:
    return InvalidSummary("identity") if differing_members(evidence) else None


def _check_xml(evidence: Evidence) -> InvalidSummary | None:
    try:
        read_summary(evidence.fields.text("summary").encode())
        return None
    except InvalidSummary as fault:
        return InvalidSummary(fault.reason, fault.section, fault.line, fault.column)


def _check_output(evidence: Evidence) -> InvalidSummary | None:
    """A safety net: only an input that is itself not valid gets here and fails."""
    given = evidence.input
    if not (valid_basis(given.basis) and valid_model(given.model) and valid_fingerprint(given.request_fingerprint)):
        return InvalidSummary("identity")
    return None if evidence.fields.text("summary") else InvalidSummary("output_shape")


STEPS: tuple[Step, ...] = (
    Step("bytes", "Size of the reply", ("byte_limit",), _check_bytes, frozenset({Part.OUTPUT_BYTES})),
    Step("usage", "Token count of the reply", ("token_usage",), _check_usage, frozenset({Part.USAGE})),
    Step("budget", "Token budget", ("token_limit",), _check_budget, frozenset({Part.USAGE, Part.INPUT})),
    Step("json", "One JSON object with known members", ("wire",), _check_json),
    Step("members", "Version and required members", ("wire",), _check_members),
    Step("event-id", "Spelling of the event id", ("wire",), _check_event_id),
    Step("fingerprint", "Spelling of the fingerprint", ("wire",), _check_fingerprint),
    Step("identity", "Same conversation, model and request", ("identity",), _check_identity, frozenset({Part.INPUT})),
    Step("xml", "Sections of the summary", ("xml_syntax", "xml_root", "xml_structure", "xml_content"), _check_xml),
    Step("output", "One text summary", ("identity", "output_shape"), _check_output, frozenset({Part.INPUT})),
)
"""The lines of the order of checks, first to last; the spelling line stands as two."""
