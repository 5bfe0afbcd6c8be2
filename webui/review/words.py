"""The one table of what a case's states, steps, reasons and refusals are called, and the sentences made of them.

Nothing here holds words of a capture: a case is told by the texts of its rule, reason, flag or fact alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from compaction.contract import REASONS as CONTRACT_REASONS
from compaction.shape import RULES
from webui.review.models import Case, Notice, Waiver
from webui.review.refusals import REFUSALS, Refusal
from webui.review.triage import Action, State
from webui.runs.models import Fact
from webui.runs.views import flag_words


@dataclass(frozen=True, slots=True)
class Word:
    """What something is called, which icon stands beside it, and one sentence about it."""

    label: str
    icon: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Step:
    """One action: its button, what it did, as a history says it, and what it does. `{thing}`: run or transcript."""

    button: str
    past: str
    icon: str
    sentence: str

    def button_of(self, thing: str) -> str:
        """Return the button's words for a run or a transcript."""
        return self.button.format(thing=thing)

    def past_of(self, thing: str) -> str:
        """Return what a person did: `rejected the run`."""
        return self.past.format(thing=thing)


STATES: Mapping[State, Word] = {
    State.NONE: Word("Not open", "waiting", "There is no case yet."),
    State.NEW: Word("New", "new", "Nobody looks at it yet."),
    State.IN_REVIEW: Word("In review", "review", "Somebody has claimed it."),
    State.NEEDS_WORK: Word("Needs work", "needswork", "It was sent back, and its clock stands still."),
    State.ACCEPTED: Word("Accepted", "ok", "It may be used as it is."),
    State.REJECTED: Word("Rejected", "rejected", "It must not be used."),
    State.WAIVED: Word("Waived", "waived", "The defect is tolerated, within a scope and until a date."),
    State.SUPERSEDED: Word("Superseded", "superseded", "A newer one of the same source stands in its place."),
}

STEPS: Mapping[Action, Step] = {
    Action.OPEN: Step("Open a case", "opened the case", "case", "A defect becomes a case."),
    Action.CLAIM: Step("Claim", "claimed the case", "claim", "Holds the case for you, for 30 minutes of idleness."),
    Action.RELEASE: Step("Release", "released the case", "claim", "Gives the case back; what you wrote is kept."),
    Action.LAPSE: Step("Let the claim lapse", "let the claim lapse", "clock", "Half an hour without a sign."),
    Action.TAKE_OVER: Step("Take over", "took the case over", "claim", "Who held the case is told."),
    Action.ACCEPT: Step("Accept {thing}", "accepted the {thing}", "check", "The {thing} may be used."),
    Action.REJECT: Step("Reject {thing}", "rejected the {thing}", "rejected", "The {thing} must not be used."),
    Action.NEEDS_WORK: Step("Send back", "sent the {thing} back", "needswork", "Somebody repairs it; the clock stops."),
    Action.WAIVE: Step("Waive violation", "waived the violation", "waived", "Tolerates it in a scope, until a date."),
    Action.PROPOSE: Step("Propose a waiver", "proposed a waiver", "waived", "A second person must say yes."),
    Action.COVER: Step("Cover", "closed the case under a waiver", "waived", "A waiver in force covers it."),
    Action.WITHDRAW: Step("Withdraw", "took the request for work back", "undo", "The case is reviewed again."),
    Action.SUPERSEDE: Step("Supersede", "closed the case for a newer one", "superseded", "Newer evidence is here."),
    Action.REOPEN: Step("Reopen", "reopened the case", "undo", "The case is reviewed again, with a new due time."),
    Action.UNDO: Step("Undo", "undid the decision", "undo", "The case goes back into review; both stay on record."),
    Action.RECUR: Step("Recur", "saw the defect again", "history", "The same defect is in newer evidence."),
    Action.WAIVER_END: Step("End the waiver", "ended the waiver", "clock", "Its date came, or its scope was breached."),
}

REASONS: Mapping[Action, Mapping[str, str]] = {
    Action.ACCEPT: {
        "clean": "Nothing is wrong with it",
        "facts-recovered": "What was lost has been recovered",
        "loss-acceptable": "What was lost does not matter",
    },
    Action.REJECT: {
        "contract": "The contract refuses it",
        "message-shape": "A provider would refuse its messages",
        "fact-lost": "A fact that matters was lost",
        "fact-contradicted": "The summary contradicts a fact",
        "fact-invented": "The summary invents a fact",
        "wrong-conversation": "It belongs to another conversation",
        "over-budget": "It is larger than agreed",
        "sensitive-content": "It holds what must not be kept",
        "other": "Other, with a note of 20 characters or more",
    },
    Action.NEEDS_WORK: {
        "fix-compactor": "Fix the compactor",
        "fix-capture": "Fix how it is captured",
        "rerun-with-budget": "Run again with another budget",
        "rerun-qa": "Run the questions again",
        "fix-prompt": "Fix the prompt",
        "other": "Other, with a note of 20 characters or more",
    },
    Action.WAIVE: {
        "provider-differs": "The provider takes it after all",
        "not-sent-again": "It is never sent to a provider",
        "test-traffic": "It is test traffic",
        "fix-scheduled": "A fix is scheduled, with a link",
        "rule-mistaken": "The rule is mistaken",
        "other": "Other, with a note of 20 characters or more",
    },
}

REOPENS: Mapping[str, str] = {
    "new-evidence": "There is new evidence",
    "decided-wrongly": "The decision was wrong",
    "other": "Other, with a note of 20 characters or more",
}
"""What the page offers as reasons to reopen a case; the state machine asks for any."""

MARKS: Mapping[Case.Mark, Word] = {
    Case.Mark.RECURRED: Word("Recurred", "history", "It was decided once, and is here again."),
    Case.Mark.WAIVER_ENDED: Word("Waiver ended", "clock", "It was waived, and the waiver is over."),
    Case.Mark.SUPERSEDED: Word("A newer one is here", "superseded", "A newer one of its source lacks this defect."),
}

NOTICES: Mapping[Notice.Kind, Word] = {
    Notice.Kind.MENTIONED: Word("Mentioned you", "comment", "{by} mentioned you in case {number}."),
    Notice.Kind.ANSWERED: Word("Answered you", "comment", "{by} answered you in case {number}."),
    Notice.Kind.TAKEN_OVER: Word("Took over your case", "claim", "{by} took case {number} over from you."),
    Notice.Kind.WAITS: Word("Waits on you", "needswork", "{by} sent case {number} back to you."),
    Notice.Kind.SECOND: Word("Asks for a second person", "waived", "{by} asks you to confirm a waiver: case {number}."),
    Notice.Kind.SUPERSEDED: Word("A newer one is here", "superseded", "Newer evidence stands in for case {number}."),
    Notice.Kind.RECURRED: Word("Recurred", "history", "Case {number} was decided once, and is here again."),
    Notice.Kind.WAIVER_ENDED: Word(
        "Waiver ended", "clock", "The waiver of case {number} is over, and it is open again."
    ),
}

SCOPES: Mapping[Waiver.Scope, Word] = {
    Waiver.Scope.CASE: Word("This case", "case", "This one alone."),
    Waiver.Scope.SOURCE: Word("This signature in this source", "run", "Alike ones from the same source."),
    Waiver.Scope.TEAM: Word("This signature in the team", "people", "Alike ones from every source."),
    Waiver.Scope.RULE: Word("This rule in this source", "book", "All that breaks the rule in the same source."),
}

ENDS: Mapping[Waiver.End, str] = {
    Waiver.End.OPEN: "It holds.",
    Waiver.End.DATE: "Its end date came.",
    Waiver.End.BREACHED: "More violations came than it counted.",
    Waiver.End.UNDONE: "It was undone.",
    Waiver.End.REFUSED: "The second person said no.",
}

SEVERITIES: Mapping[Case.Severity, Word] = {
    Case.Severity.ERROR: Word("Error", "error", "It would be refused."),
    Case.Severity.WARNING: Word("Warning", "warning", "It may be refused, or something may be lost."),
}

KINDS: Mapping[Case.Kind, Word] = {
    Case.Kind.REFUSED: Word("Refused run", "run", "The contract refuses the run."),
    Case.Kind.BROKEN: Word("Broken transcript", "transcript", "A provider would refuse the transcript."),
    Case.Kind.LOSS: Word("Loss", "missing", "The run is valid, and loses too much."),
}

FACT = "A fact confirmed as important is missing from the summary"
SECTIONS = {
    "goal": "Goal",
    "constraints": "Constraints",
    "decisions": "Decisions",
    "state": "State",
    "open_items": "Open items",
}

_RULES = {rule.id: rule for rule in RULES}
_CONTRACT = {reason.id: reason for reason in CONTRACT_REASONS}


@dataclass(frozen=True, slots=True)
class Due:
    """How much time is left for a decision."""

    text: str
    icon: str
    late: bool = False


def sentence_of(case: Case) -> str:
    """Return what is wrong in a few words, without a full stop: `Tool result without its call`."""
    match case.about:
        case Case.About.RULE:
            return _RULES[case.code].what if case.code in _RULES else case.code
        case Case.About.REASON:
            return _refused(case)
        case Case.About.FLAG:
            return flag_words.title(case.code)
        case _:
            return FACT


def why_of(case: Case) -> str:
    """Return why that is a defect, in one sentence."""
    match case.about:
        case Case.About.RULE:
            return _RULES[case.code].why if case.code in _RULES else ""
        case Case.About.REASON:
            return _CONTRACT[case.code].sentence if case.code in _CONTRACT else ""
        case Case.About.FLAG:
            return flag_words.sentence(case.code)
        case _:
            return "A reviewer said that it matters, and nothing of the summary carries it."


def thing_of(case: Case) -> str:
    """Return what a decision is about: `run` or `transcript`."""
    return "transcript" if case.kind == Case.Kind.BROKEN else "run"


def code_text(code: str) -> str:
    """Return what a rule, reason or flag says is wrong, whichever of them the code is of."""
    if code in _RULES:
        return _RULES[code].what
    return _CONTRACT[code].title if code in _CONTRACT else flag_words.title(code)


def fact_label(fact: Fact) -> str:
    """Return what a fact is called: `f-7`, or `l-3` for a lost identifier."""
    return f"{'f' if fact.kind == Fact.Kind.QUESTION else 'l'}-{fact.number}"


def reason_text(action: Action, reason: str) -> str:
    """Return what a reason says; the code itself for one that is not known."""
    known = REASONS.get(Action.WAIVE if action in (Action.PROPOSE, Action.COVER) else action, {})
    return known.get(reason, reason)


def refused(code: str) -> Refusal:
    """Return why a step was not taken; a plain sentence for a code that is not known."""
    return REFUSALS.get(code) or Refusal("This step cannot be taken.", "The case", "Read its state first.")


def due_of(case: Case, now: datetime) -> Due | None:
    """Return the time left as words: `2 h left`, `Overdue 1 h`, `Paused`; None for a case without a clock."""
    if case.due is None:
        return Due("Paused", "pause") if case.state == State.NEEDS_WORK else None
    if case.due <= now:
        return Due(f"Overdue {span(now - case.due)}", "overdue", late=True)
    return Due(f"{span(case.due - now)} left", "clock")


def span(length: timedelta) -> str:
    """Return a length of time in its largest whole unit: `40 min`, `2 h`, `3 d`."""
    minutes = int(length.total_seconds()) // 60
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} d"


def _refused(case: Case) -> str:
    section = SECTIONS.get(str(case.place.get("section", "")))
    if case.code == "xml_content" and section:
        return f"The {section} section has no words"
    return _CONTRACT[case.code].title if case.code in _CONTRACT else case.code
