"""One contract looked at in memory: the verdict, every check, and the texts that may be kept once they are masked."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from compaction.contract import (
    NOT_UPLOADED,
    Check,
    CompactionInput,
    Note,
    NotUploaded,
    State,
    check_replacement,
    decode_input,
    fit_input,
    reject_reason,
    trace,
    trace_response,
)
from compaction.contract.response import take_result
from compaction.contract.result import STEPS, summary_in
from compaction.errors import (
    ContractError,
    ExecutionFailed,
    InputTooLarge,
    InvalidInput,
    InvalidSummary,
    SummaryTooLarge,
)
from compaction.summary import read
from webui.runs.models import Run
from webui.runs.parts import Parts, Terms, read_terms

Verdict = Run.Verdict
NO_LIMIT = 2**63
ROOT_TAGS = tuple(f"<conversation_summary{after}" for after in (">", "/", " ", "\t", "\n", "\r"))
"""How a summary in the contract's form begins."""

INPUT = ("input", "Input of the compaction")
FIT = ("fit", "Size of the input")
REPLACEMENT = ("replacement", "Request after replacement")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the contract says of one upload. `error` is what ended the attempt; texts are exact, not masked.

    `checks` holds every check in its true order: the input, its size, those of the result, the replacement.
    """

    verdict: Verdict
    checks: tuple[Check, ...]
    terms: Terms
    error: ContractError | None = None
    input: CompactionInput | None = field(default=None, repr=False)
    input_size: int | None = None
    summary: str | None = field(default=None, repr=False)
    reply: bytes | None = field(default=None, repr=False)

    @property
    def reject_number(self) -> int | None:
        """The number that an event of a rejection would carry."""
        return reject_reason(self.error) if self.error else None


def judge(parts: Parts) -> Judgement:
    """Judge one upload. A check whose part the upload lacks is not reached; the others still run.

    Raises: UnreadablePart.
    """
    terms = read_terms(parts)
    given, checks, error = _judge_input(parts, terms)
    reply = _reply(parts, terms)
    if error is None:
        traced = _trace(parts, terms, given)
        checks += traced
        error = _error(traced)
    else:
        checks += _all_not_reached(Note.EARLIER, response=parts.response is not None)
    replacement, too_large = _judge_replacement(terms, failed=error is not None)
    error = error or too_large
    return Judgement(
        verdict=_verdict(error, checks),
        checks=(*checks, replacement),
        terms=terms,
        error=error,
        input=given,
        input_size=None if parts.input is None else len(parts.input),
        summary=None if reply is None else summary_in(reply),
        reply=reply,
    )


@dataclass(frozen=True, slots=True)
class Alone:
    """What the contract says of a summary that came without one. `form` is `contract` or `other`."""

    form: str
    verdict: Verdict
    checks: tuple[Check, ...]
    error: InvalidSummary | None = None


def judge_alone(text: str) -> Alone:
    """Judge the summary of a pair, as far as a contract can be applied to a text alone.

    A pair says nothing of the contract, and most teams that send one have never used it: their summaries are prose,
    or have tags of their own. To refuse those would judge them by an agreement that nobody made. So the grammar is
    applied only where the text begins as the contract's own form, with its root element, white space before it
    aside; everything else is `other`, not judged, and the page says so in plain words. A text in that form is
    refused for what the grammar refuses; where it passes, the verdict stays open, since usage, budget and identity
    were not in the upload.
    """
    checks = judge(Parts()).checks
    if not text.lstrip().startswith(ROOT_TAGS):
        return Alone("other", Verdict.UNJUDGED, checks)
    error = fault_of(text)
    return Alone(
        "contract",
        Verdict.REFUSED if error else Verdict.UNJUDGED,
        tuple(_with_grammar(check, error) if check.id == "xml" else check for check in checks),
        error,
    )


def fault_of(text: str) -> InvalidSummary | None:
    """Return what the grammar refuses in a summary."""
    try:
        read(text.encode("utf-8", "surrogatepass"))
    except InvalidSummary as error:
        return InvalidSummary(error.reason, error.section, error.line, error.column)
    return None


def _with_grammar(check: Check, error: InvalidSummary | None) -> Check:
    if error is None:
        return replace(check, state=State.PASSED, note="")
    found = {name: getattr(error, name) for name in ("reason", "section", "line", "column")}
    return replace(check, state=State.FAILED, note="", **found)


def _judge_input(parts: Parts, terms: Terms) -> tuple[CompactionInput | None, tuple[Check, ...], ContractError | None]:
    if parts.input is None:
        return None, (_not_reached(*INPUT, Note.NOT_UPLOADED), _not_reached(*FIT, Note.NOT_UPLOADED)), None
    try:
        given = decode_input(parts.input)
    except InvalidInput as error:
        failed = Check(*INPUT, (), State.FAILED, places=(error.field,))
        return None, (failed, _not_reached(*FIT, Note.EARLIER)), InvalidInput(error.field)
    passed = Check(*INPUT, (), State.PASSED)
    limit = terms.limit("input_bytes")
    if isinstance(limit, NotUploaded):
        return given, (passed, _not_reached(*FIT, Note.NOT_UPLOADED)), None
    try:
        size = len(fit_input(given, input_bytes=limit))
    except InputTooLarge as error:
        large = Check(*FIT, (), State.FAILED, measured=error.size, limit=limit)
        return given, (passed, large), InputTooLarge(limit, error.size)
    return given, (passed, Check(*FIT, (), State.PASSED, measured=size, limit=limit)), None


def _trace(parts: Parts, terms: Terms, given: CompactionInput | None) -> tuple[Check, ...]:
    usage, limit = terms.usage, terms.limit("output_bytes")
    known = NOT_UPLOADED if given is None else given
    if not isinstance(terms.response, NotUploaded):
        schema = terms.output_schema is True
        return trace_response(terms.response, usage=usage, input=known, output_bytes=limit, output_schema=schema)
    if parts.output is not None:
        return trace(parts.output, usage=usage, input=known, output_bytes=limit)
    return _all_not_reached(Note.NOT_UPLOADED, response=False)


def _reply(parts: Parts, terms: Terms) -> bytes | None:
    """The result text, or what stands in its place in a response, whatever its verdict."""
    response = terms.response
    if isinstance(response, NotUploaded):
        return parts.output
    try:
        return take_result(response, output_bytes=NO_LIMIT, output_schema=terms.output_schema is True)
    except (InvalidSummary, ExecutionFailed):
        blocks = response.message.blocks if response and response.message else ()
        return "\n".join([block.text for block in blocks if block.text]).encode("utf-8", "replace") or None


def _judge_replacement(terms: Terms, *, failed: bool) -> tuple[Check, SummaryTooLarge | None]:
    measured, limit = terms.measured_tokens, terms.limit("input_limit")
    if isinstance(measured, NotUploaded) or isinstance(limit, NotUploaded):
        return _not_reached(*REPLACEMENT, Note.NOT_UPLOADED), None
    if failed:
        return _not_reached(*REPLACEMENT, Note.EARLIER), None
    try:
        check_replacement(measured, limit_tokens=limit)
    except SummaryTooLarge:
        failure = Check(*REPLACEMENT, (), State.FAILED, measured=measured, limit=limit)
        return failure, SummaryTooLarge(measured, limit)
    return Check(*REPLACEMENT, (), State.PASSED, measured=measured, limit=limit), None


def _error(checks: tuple[Check, ...]) -> InvalidSummary | ExecutionFailed | None:
    failed = next((check for check in checks if check.state is State.FAILED), None)
    if failed is None:
        return None
    if failed.reason is None:
        return ExecutionFailed()
    return InvalidSummary(failed.reason, failed.section, failed.line, failed.column)


def _verdict(error: ContractError | None, checks: tuple[Check, ...]) -> Verdict:
    """Valid means that every check of the result passed; one that could not run leaves the verdict open."""
    match error:
        case InvalidSummary():
            return Verdict.REFUSED
        case SummaryTooLarge():
            return Verdict.TOO_LARGE
        case ContractError():
            return Verdict.NOT_ATTEMPTED
    result = {step.id for step in STEPS}
    passed = all(check.state is State.PASSED for check in checks if check.id in result)
    return Verdict.VALID if passed else Verdict.UNJUDGED


def _all_not_reached(note: Note, *, response: bool) -> tuple[Check, ...]:
    return tuple(_titles(note, response=response))


def _titles(note: Note, *, response: bool) -> Iterator[Check]:
    if response:
        yield _not_reached("response", "One result text in the response", note)
    for step in STEPS:
        yield Check(step.id, step.title, step.reasons, State.NOT_REACHED, note=note.value)


def _not_reached(id: str, title: str, note: Note) -> Check:
    return Check(id, title, (), State.NOT_REACHED, note=note.value)
