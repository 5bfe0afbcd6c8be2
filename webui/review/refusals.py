"""Why a step is refused, in words: one row a code."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a step was not taken: what stands in its way, where, and what to do."""

    what: str
    where: str
    todo: str

    @property
    def sentence(self) -> str:
        return f"{self.what} {self.todo}"


REFUSALS: Mapping[str, Refusal] = {
    "stale": Refusal(
        "The case changed after you opened it.", "The case", "Read what changed; your text is kept. Then send again."
    ),
    "no-such-step": Refusal("This step does not lead from where the case is.", "The case", "Read its state first."),
    "not-permitted": Refusal("Your role does not reach this step.", "Your role", "Ask a maintainer of the team."),
    "held-by-other": Refusal(
        "Another person holds this case.", "The claim", "Take it over, and they are told, or wait for the claim to end."
    ),
    "not-yours": Refusal(
        "Another person decided this.", "The decision", "Ask them or a maintainer, or reopen the case with a reason."
    ),
    "contract-refused": Refusal(
        "A refused run cannot be accepted as it stands.", "The run", "Reject it, or send it back."
    ),
    "errors-open": Refusal(
        "There are errors that no waiver covers.", "The violations", "Waive each of them, reject it, or send it back."
    ),
    "targets-needed": Refusal(
        "It does not say what must be repaired.", "What must be repaired", "Choose at least one violation or fact."
    ),
    "waits-on-needed": Refusal("It does not say whom it waits on.", "Waits on", "Choose a person of the team."),
    "not-waivable": Refusal(
        "No program can use this, so it cannot be waived.", "The violation", "Reject it, or send it back."
    ),
    "scope-needed": Refusal("It does not say what the waiver covers.", "Scope", "Choose a scope."),
    "second-person-needed": Refusal(
        "A second person must say yes to a waiver.", "The waiver", "Ask another maintainer to confirm it."
    ),
    "reason-needed": Refusal("It gives no reason of the list.", "Reason", "Choose one."),
    "reason-off": Refusal("Your team has switched this reason off.", "Reason", "Choose another."),
    "note-needed": Refusal(
        "Other says too little by itself.", "Note", "Say in a note of 20 characters or more what is meant."
    ),
    "link-needed": Refusal("It does not say where the fix is scheduled.", "Link", "Give its address."),
    "end-needed": Refusal("It does not say when the waiver ends.", "End date", "Give a date after today."),
    "text-too-long": Refusal("It is longer than the limit.", "The text", "Make it shorter."),
    "text-needed": Refusal("There are no words in it.", "The text", "Write some."),
    "edit-too-late": Refusal("An author edits for 15 minutes.", "The comment", "Answer it instead."),
    "why-needed": Refusal("It does not say why in 200 characters.", "Because", "Say why it is hidden."),
    "thread-unknown": Refusal("This is no comment of the case.", "The comment", "Comment on the case itself."),
    "anchor-unknown": Refusal("The evidence has no such place.", "The place", "Comment on the case itself."),
    "none-chosen": Refusal("No case was chosen.", "The cases", "Choose some."),
    "too-many": Refusal("More than 5,000 cases were chosen.", "The cases", "Narrow the filter."),
    "owner-unknown": Refusal("Nobody of the team has this name.", "Owner", "Choose a person of the team."),
    "no-proposal": Refusal("Nobody asks for a second person here.", "The waiver", "Read what changed."),
    "end-too-far": Refusal("A waiver holds for 180 days at most.", "End date", "Give an earlier date."),
}
