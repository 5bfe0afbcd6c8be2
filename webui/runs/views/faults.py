"""Why a run was refused or never attempted, in four lines: what, where, why, fix; made from the check that failed."""

from dataclasses import dataclass, replace

from compaction.contract import REASONS, Check, State
from compaction.summary import SECTION_NAMES
from webui.common.words import listed, number, plural
from webui.runs import store
from webui.runs.models import Run

BY_ID = {reason.id: reason for reason in REASONS}
IN_REPLY = frozenset({"response", "json"})
"""Checks whose line and column count in the reply, not in the summary."""

SECTION_TITLES = {name: name.replace("_", " ").capitalize() for name in SECTION_NAMES}
WHY = {
    "byte_limit": "Size is tested before anything is read: a reply without bounds could be of any length.",
    "token_usage": "Without a count nobody can say whether the summary kept to its budget.",
    "token_limit": "The next request is planned with this budget; a longer summary takes the place of kept messages.",
    "wire": "Programs read the reply as one JSON object; anything around it or missing from it cannot be trusted.",
    "identity": "A summary of other messages would replace the wrong history.",
    "xml_syntax": "Nothing after the first broken token can be read for certain.",
    "xml_root": "Readers look for one element of this name; what comes in its place is no summary to them.",
    "xml_structure": "The contract fixes names and order, and nothing stands around them, not even a line break.",
    "xml_content": "The contract needs Goal and State to say something; the next turn starts from them.",
    "output_shape": "A summary is one text. Thinking, refusals and tool calls beside it are other work.",
}
INPUT = {
    "wire": (
        "Input that is not the agreed JSON object",
        "The input, read as JSON",
        "The contract takes one object, version 1, with all its members, in the spelling that it names.",
        "Write the input with the contract’s encoder; a fingerprint has 64 lower-case hex digits.",
    ),
    "basis": (
        "Input without a basis",
        "basis.revision or basis.through_event_id",
        "A summary stands for the context up to one event; zero names none.",
        "Send the revision and the event id of the context that is compacted.",
    ),
    "model": (
        "Input without a model",
        "model.provider or model.model",
        "The result must name the same model; an empty name names none.",
        "Send provider and model as they are configured.",
    ),
    "request_fingerprint": (
        "Input without a fingerprint",
        "request_fingerprint",
        "The digest ties the summary to one request; all zeros tie it to none.",
        "Send the digest of the request, 64 lower-case hex digits.",
    ),
    "transcript": (
        "Transcript that the contract does not take",
        "transcript",
        "It needs at least one message; roles, block kinds and members are closed lists, nested 128 deep at most.",
        "Take out what the contract does not know, or send only messages that it does.",
    ),
    "max_summary_tokens": (
        "Input without a token budget",
        "max_summary_tokens",
        "A budget of zero leaves no room for a summary.",
        "Send a budget above zero.",
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What ended a run. `link` leads to the place within the run's pages; `code` is the reason, the field or the code.

    `measured` says what was counted, with its base.
    """

    code: str
    sentence: str
    what: str
    where: str
    why: str
    fix: str
    link: str
    check: str
    section: str = ""
    line: int | None = None
    column: int | None = None
    in_reply: bool = False

    @property
    def title(self) -> str:
        """The name of the section that is to blame, as people write it."""
        return SECTION_TITLES.get(self.section, "")


def fault_of(run: Run) -> Fault | None:
    """Return what ended the attempt; None where nothing did."""
    check = failed(run)
    match run.code:
        case "":
            return None
        case "invalid-input":
            return _input(run)
        case "input-too-large":
            return _numbers(
                "input-too-large",
                "fit",
                "The input does not fit, even with old tool results left out.",
                "Input over its limit",
                f"Its smallest form: {plural(_whole(run.measured), 'byte')}, {number(_whole(run.limit))} are allowed",
                "The summarizer is never asked when its input cannot be sent whole.",
                "Compact earlier, or raise the input limit of this summarizer.",
            )
        case "summary-too-large":
            return _numbers(
                "summary-too-large",
                "replacement",
                "The complete request after replacement is too large.",
                "Request over the model’s limit after replacement",
                f"{plural(_whole(run.measured), 'token')} measured; the limit is {number(_whole(run.limit))},"
                " and a count equal to it is too large as well",
                "The summary is valid. What is kept behind it leaves no room for an answer.",
                "Keep fewer recent messages, or lower the budget of the summary.",
            )
        case "execution-failed":
            return _numbers(
                "execution-failed",
                "response",
                "The model gave no result that could be judged.",
                "Run that ended without a result",
                "The model response",
                "With an output schema, a cut-off or filtered reply fails the run; it is none of the ten reasons.",
                "Run the summarizer again; look at the finish reason and at refusals.",
            )
    return _refusal(run, check)


def failed(run: Run) -> Check | None:
    """Return the check that decided."""
    return next((check for check in store.checks_of(run) if check.state is State.FAILED), None)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _numbers(code: str, check: str, sentence: str, what: str, where: str, why: str, fix: str) -> Fault:
    return Fault(code, sentence, what, where, why, fix, f"?tab=checks#check-{check}", check)


def _input(run: Run) -> Fault:
    what, where, why, fix = INPUT.get(run.field, INPUT["wire"])
    sentence = f"The input of the compaction breaks the contract: {run.field}."
    return Fault(run.field, sentence, what, where, why, fix, "?tab=checks#check-input", "input")


def _refusal(run: Run, check: Check | None) -> Fault | None:
    reason = BY_ID.get(run.reason)
    if reason is None:
        return None
    id = check.id if check else "xml"
    found = Fault(
        code=reason.id,
        sentence=_sentence(run, check, reason.sentence),
        what=_what(run, reason.title),
        where=_where(run, check),
        why=WHY[reason.id],
        fix=reason.fix,
        link=f"?tab=checks#check-{id}",
        check=id,
        section=run.section,
        line=run.line,
        column=run.column,
        in_reply=id in IN_REPLY,
    )
    if run.line is None:
        return found
    text = "&text=reply" if found.in_reply else ""
    return replace(found, link=f"?tab=summary&view=source{text}#l-{run.line}")


def _what(run: Run, title: str) -> str:
    if run.reason == "xml_content" and run.section:
        return f"{SECTION_TITLES.get(run.section, run.section)} section has no words"
    return title


def _sentence(run: Run, check: Check | None, general: str) -> str:
    over = over_by(check)
    if run.reason == "xml_content" and run.section:
        return f"The {SECTION_TITLES.get(run.section, run.section)} section is empty."
    if run.reason == "token_limit" and over:
        return f"The summary is over its token budget by {plural(over, 'token')}."
    if run.reason == "byte_limit" and over and check and (check.limit or 0) > 0:
        return f"The reply is larger than the agreed number of bytes by {plural(over, 'byte')}."
    return general


def over_by(check: Check | None) -> int:
    """Return by how much a number is over its limit."""
    if check is None or check.measured is None or check.limit is None:
        return 0
    return max(0, check.measured - check.limit)


def _where(run: Run, check: Check | None) -> str:
    match run.reason:
        case "byte_limit" if check and check.measured is not None and check.limit is not None:
            return f"The reply: {plural(check.measured, 'byte')}, {number(check.limit)} are allowed"
        case "token_usage":
            return "Usage of the reply: no output tokens reported"
        case "token_limit" if check and check.measured is not None and check.limit is not None:
            return f"Usage of the reply: {plural(check.measured, 'output token')}, the budget is {number(check.limit)}"
        case "identity" | "wire" if check and check.places:
            verb = "differ" if run.reason == "identity" else "missing or other than agreed"
            if run.reason == "identity" and len(check.places) == 1:
                verb = "differs"
            return (
                f"The reply: {listed(list(check.places))} {verb}{' from the input' if run.reason == 'identity' else ''}"
            )
    if check and check.id in ("response", "output"):
        return "The model response: its message"
    return placed(run, "The reply" if check and check.id in IN_REPLY else "The summary")


def placed(run: Run, base: str) -> str:
    """Return a place in words: `The summary, State (section 4 of 5), line 31, column 3`."""
    parts = [base]
    if run.section in SECTION_NAMES:
        place = SECTION_NAMES.index(run.section) + 1
        parts.append(f"{SECTION_TITLES[run.section]} (section {place} of {len(SECTION_NAMES)})")
    if run.line is not None:
        parts.append(f"line {number(run.line)}")
    if run.column is not None:
        parts.append(f"column {number(run.column)}")
    return ", ".join(parts)
