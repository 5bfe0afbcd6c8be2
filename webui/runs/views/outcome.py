"""The verdict of a run: a word, a typed reason and a sentence; and the numbers, each with its base."""

from dataclasses import dataclass

from compaction.boundary import Origin
from compaction.contract import Check, State
from webui.common.errors import OURS, capture_sentence
from webui.common.words import number, plural
from webui.runs.models import Run
from webui.runs.views import found
from webui.runs.views.faults import Fault

FAILED = {
    "no-compaction": "The capture was read, and it shows no compaction: no before and after.",
    "unreadable-request": "One of the two lists cannot be read as messages.",
    "run-gone": "The run was deleted while it was being compared.",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`kind` is the verdict or the state; `tone` a severity class or empty; `then` the second line."""

    kind: str
    icon: str
    tone: str
    word: str
    code: str = ""
    sentence: str = ""
    then: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the head: `small` names what it is counted against."""

    name: str
    words: str
    small: str = ""
    icon: str = ""
    tone: str = ""


def outcome(run: Run, fault: Fault | None = None) -> Outcome:
    """Return the answer of the page. What was not judged never looks like what passed."""
    match run.state:
        case Run.State.QUEUED:
            return Outcome("running", "waiting", "note", "Not judged yet", sentence="It waits in the queue.")
        case Run.State.CHECKING:
            return Outcome("running", "running", "note", "Not judged yet", sentence="The two lists are being compared.")
        case Run.State.FAILED:
            return Outcome("failed", "error", "err", "Not compared", run.error_code, failure(run.error_code))
    if found.is_edit(run):
        return Outcome("edit", "fold", "note", "Context edit", sentence=found.edit_words(run))
    match run.verdict:
        case Run.Verdict.VALID:
            return Outcome("valid", "ok", "ok", "Valid", sentence="Every check of the result passes.", then=_open(run))
        case Run.Verdict.REFUSED:
            then = "Not safe to use: no program may take this summary."
            if run.kind != Run.Kind.CONTRACT:
                then += " The upload is a pair: its summary is in the contract’s form, so the grammar was applied."
            return _ended(run, fault, "error", "err", "Refused", then)
        case Run.Verdict.TOO_LARGE:
            then = "The summary is valid, and still not used: this is no refusal of the summary itself."
            return _ended(run, fault, "error", "err", "Too large", then)
        case Run.Verdict.NOT_ATTEMPTED:
            then = "It ended before there was a summary to judge, so nothing is refused."
            return _ended(run, fault, "skipped", "note", "Not attempted", then)
    return Outcome("unjudged", "waiting", "note", "Not judged", sentence=_unjudged(run), then=_form(run))


@dataclass(frozen=True, slots=True)
class Row:
    """One run as lists show it."""

    run: Run
    outcome: Outcome
    reason: str
    place: str
    messages: str
    tokens: str
    how: str


def row(run: Run) -> Row:
    """Return one run for a list; it needs none of what only the run's page reads."""
    unread = run.state in (Run.State.QUEUED, Run.State.CHECKING) and run.messages_before is None
    return Row(
        run=run,
        outcome=outcome(run),
        reason=run.reason or run.field or run.code or run.error_code,
        place=reason_words(run),
        messages="not read yet" if unread else arrow(run.messages_before, run.messages_after),
        tokens="not read yet" if unread else arrow(run.tokens_before, run.tokens_after),
        how=found.brief(run),
    )


def _ended(run: Run, fault: Fault | None, icon: str, tone: str, word: str, then: str) -> Outcome:
    code = fault.code if fault else run.reason or run.field or run.code
    return Outcome(str(run.verdict), icon, tone, word, code, fault.sentence if fault else "", then)


def _open(run: Run) -> str:
    """What no check could say; lists do not say it."""
    if "checks" in run.get_deferred_fields():
        return ""
    if any(check["id"] == "replacement" and check["state"] == State.NOT_REACHED for check in run.checks):
        return "The request after replacement was not measured: not in the upload."
    return ""


def _form(run: Run) -> str:
    """What is said of the summary of a pair; lists do not say it."""
    match run.given.get("summary_form") if "given" not in run.get_deferred_fields() else None:
        case "contract":
            return "Its summary is in the contract’s form and passes the grammar; the other checks need a contract."
        case "other":
            return "Its summary is not in the contract’s form, so it is shown and not judged."
    return ""


def _unjudged(run: Run) -> str:
    if run.kind == Run.Kind.CONTRACT:
        return "The upload lacks what some checks need; nothing that could be checked failed."
    if run.kind == Run.Kind.QA:
        return "No compaction was uploaded: this run holds the QA passes over one transcript."
    if run.introduced:
        return f"The upload holds no contract. This compaction brought {plural(run.introduced, 'violation')} of shape."
    if run.inherited:
        return f"The upload holds no contract. {plural(run.inherited, 'violation')} of shape came from before."
    if run.layers:
        return "The upload holds no contract. The after-messages break no rule of shape."
    return "The upload holds no contract, and the two lists could not be compared."


def failure(code: str) -> str:
    """Return what stopped the work."""
    if code in FAILED:
        return FAILED[code]
    return OURS[code][0] if code in OURS else capture_sentence(code, {})


def reason_words(run: Run) -> str:
    """Return what stands beside the verdict in a list: the section, or how much over."""
    if run.section and run.reason.startswith("xml"):
        return run.section.replace("_", " ")
    if run.measured is not None and run.limit is not None:
        return f"{number(run.measured)} of {number(run.limit)}"
    return f"line {number(run.line)}" if run.line else ""


def figures(run: Run, checks: tuple[Check, ...]) -> list[Figure]:
    """Return the numbers of a run. Each names what it is counted against; a missing side is said in words."""
    found = [Figure("Messages", arrow(run.messages_before, run.messages_after), _share(run, "messages"))]
    estimated = "estimated" if run.tokens_estimated and (run.tokens_before or run.tokens_after) else ""
    base = _share(run, "tokens")
    small = ", ".join(part for part in (base, estimated) if part)
    found.append(Figure("Tokens", arrow(run.tokens_before, run.tokens_after), small))
    return [*found, _contract(checks), _shape(run), *_identifiers(run)]


def arrow(before: int | None, after: int | None) -> str:
    """Return both sides: `413 → 19`; `?` stands for a side that the upload lacks."""
    if before is None and after is None:
        return "not in the upload"
    return f"{_count(before)} → {_count(after)}"


def _count(value: int | None) -> str:
    return "?" if value is None else number(value)


def _share(run: Run, what: str) -> str:
    before, after = getattr(run, f"{what}_before"), getattr(run, f"{what}_after")
    if before is None or after is None:
        return "" if before is None and after is None else f"{'after' if after is None else 'before'} not in the upload"
    if not before or before == after:
        return ""
    fewer = round(100 * (before - after) / before)
    return f"{fewer}% fewer than before" if fewer >= 0 else f"{-fewer}% more than before"


def _contract(checks: tuple[Check, ...]) -> Figure:
    states = [check.state for check in checks]
    passed, failed = states.count(State.PASSED), states.count(State.FAILED)
    if not passed and not failed:
        return Figure("Contract", "not in the upload")
    rest = len(states) - passed - failed
    parts = [f"{number(failed)} fails" if failed else "", f"{number(rest)} not reached" if rest else ""]
    small = ", ".join(["pass", *(part for part in parts if part)])
    return Figure("Contract checks", f"{number(passed)} of {number(len(states))}", small)


def _identifiers(run: Run) -> list[Figure]:
    """What the summary kept of the messages that it replaced; none where that was not measured."""
    if any(flag["id"] == "opaque-summary" for flag in run.flags or []):
        return [Figure("Identifiers", "not checkable", "the summary cannot be read")]
    if not run.measures or not run.measures["identifiers"]:
        return []
    kept, total = run.measures["kept"], run.measures["identifiers"]
    return [Figure("Identifiers", f"{number(kept)} of {number(total)}", "of the replaced messages kept")]


def _shape(run: Run) -> Figure:
    if run.after_id is None:
        return Figure("After-messages", "not in the upload")
    if not run.layers:
        return Figure("After-messages", "not compared")
    if not run.introduced and not run.inherited:
        return Figure("After-messages", "No violations", icon="ok", tone="ok")
    words = f"{plural(run.introduced, 'violation')} introduced" if run.introduced else "Nothing introduced"
    small = f"{number(run.inherited)} inherited from before" if run.inherited else ""
    worst = _worst(run) if run.introduced else "note"
    return Figure("After-messages", words, small, worst, worst)


def _worst(run: Run) -> str:
    """The highest severity of what this compaction brought; an unknown role is refused like an error."""
    rows = [row for row in run.breaches or [] if row["origin"] == Origin.INTRODUCED]
    found = {row["violation"]["severity"] if row["violation"] else "error" for row in rows}
    return next((severity for severity in ("error", "warning") if severity in found), "note")
