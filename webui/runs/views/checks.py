"""Every check of the contract in its true order, with what it found, or why it was not reached."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compaction.contract import Check, NotUploaded, State
from webui.common.words import listed, number, plural
from webui.runs.models import Run
from webui.runs.store import Given, given_of

SENTENCES = {
    "input": "The input of the compaction is what the contract describes.",
    "fit": "The input fits its byte limit, old tool results left out where needed.",
    "response": "The response holds one result text.",
    "bytes": "The reply is within the agreed number of bytes.",
    "usage": "The reply says how many tokens it used.",
    "budget": "The summary is within its token budget.",
    "json": "The reply is one JSON object with known members.",
    "members": "Version 1, and every member is there.",
    "event-id": "The event id is spelled as agreed.",
    "fingerprint": "The fingerprint is spelled as agreed.",
    "identity": "The reply belongs to this conversation, model and request.",
    "xml": "The summary has its five sections, in order, and says something.",
    "output": "The result is one single text summary.",
    "replacement": "The complete request after replacement is below the model’s limit.",
}
BYTES = ("fit", "bytes")
STATES = {
    State.PASSED: ("ok", "ok", "Pass"),
    State.FAILED: ("error", "error", "Fail"),
    State.NOT_REACHED: ("skipped", "", "Not reached"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One check as the page shows it."""

    id: str
    number: int
    sentence: str
    reasons: str
    icon: str
    tone: str
    word: str
    found: str
    decided: bool

    @property
    def icon_tone(self) -> str:
        return {"ok": "is-ok", "error": "is-err"}.get(self.tone, "dim")


def rows(checks: tuple[Check, ...]) -> list[Row]:
    """Return the checks for the page."""
    return [_row(number, check) for number, check in enumerate(checks, 1)]


def _row(place: int, check: Check) -> Row:
    icon, tone, word = STATES[check.state]
    return Row(
        id=check.id,
        number=place,
        sentence=SENTENCES.get(check.id, check.title),
        reasons=", ".join(check.reasons),
        icon=icon,
        tone=tone,
        word=word,
        found=_found(check),
        decided=check.state is State.FAILED,
    )


def _found(check: Check) -> str:
    if check.state is State.NOT_REACHED:
        return check.note
    parts = [_measured(check), check.note]
    if check.reason:
        parts.append(check.reason)
    if check.places:
        parts.append(listed(list(check.places)))
    if check.section:
        parts.append(f"section {check.section}")
    if check.line is not None:
        parts.append(f"line {number(check.line)}")
    if check.column is not None:
        parts.append(f"column {number(check.column)}")
    return ", ".join(part for part in parts if part)


def _measured(check: Check) -> str:
    if check.measured is None:
        return ""
    unit = "byte" if check.id in BYTES else "token"
    if check.limit is None:
        return f"{plural(check.measured, unit)} reported"
    return f"{number(check.measured)} of {plural(check.limit, unit)}"


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the envelope. `captured` text comes from the upload."""

    name: str
    words: str
    captured: bool = False
    absent: bool = False


def envelope(run: Run) -> list[Term]:
    """Return what the upload says of basis, model, budget, usage and limits; what it lacks is said, never guessed."""
    given = given_of(run)
    return [
        _basis(run, given),
        _model(run, given),
        *_pair(given),
        _term("Fingerprint", given.request_fingerprint, lambda value: f"{value[:16]} … {value[-8:]}"),
        _term("Budget", given.max_summary_tokens, lambda value: plural(value, "token")),
        _term("Spent", given.usage, _usage),
        _term("Input", given.input_size, lambda value: plural(value, "byte")),
        _term("Input limit", given.input_bytes, lambda value: plural(value, "byte")),
        _term("Reply", given.output_size, lambda value: plural(value, "byte")),
        _term("Reply limit", given.output_bytes, lambda value: plural(value, "byte")),
        _term("Next request", given.measured_tokens, lambda value: plural(value, "token")),
        _term("Its limit", given.input_limit, lambda value: plural(value, "token")),
        *([Term("Reject reason", f"{run.reject_number}, as an event would carry it")] if run.reject_number else []),
    ]


def _term(name: str, value: Any, words: Any) -> Term:
    if isinstance(value, NotUploaded):
        return Term(name, "not in the upload", absent=True)
    return Term(name, words(value))


def _basis(run: Run, given: Given) -> Term:
    if run.kind != Run.Kind.CONTRACT:
        return Term("Basis", "a pair: two lists, and no revision or event", absent=True)
    if isinstance(given.revision, NotUploaded):
        return Term("Basis", "not in the upload", absent=True)
    return Term("Basis", f"revision {number(given.revision)}, event {given.through_event_id}")


def _pair(given: Given) -> list[Term]:
    """What a pair says for itself, where it says it."""
    kept, form = given.keep_last, given.summary_form
    forms = {"contract": "in the contract’s form", "other": "not in the contract’s form"}
    found = [] if isinstance(kept, NotUploaded) else [Term("To keep at the end", plural(kept, "message"))]
    return found + ([] if isinstance(form, NotUploaded) else [Term("Summary", forms[form])])


def _model(run: Run, given: Given) -> Term:
    if isinstance(given.model, NotUploaded):
        return Term("Model", run.model, captured=True) if run.model else Term("Model", "not in the upload", absent=True)
    return Term("Model", f"{given.provider} / {given.model}", captured=True)


def _usage(usage: Mapping[str, int] | None) -> str:
    if usage is None:
        return "the provider reported none"
    return f"{number(usage.get('input_tokens', 0))} tokens in, {number(usage.get('output_tokens', 0))} out"
