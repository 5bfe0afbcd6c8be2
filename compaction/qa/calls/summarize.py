"""The first call: a summary of what is dropped.

Source: qa-summarizer 1.10.
"""

from collections.abc import Iterator
from dataclasses import replace

from compaction.llm import tags
from compaction.qa.call import Call, Notes, Refused
from compaction.qa.messages import Message, Text
from compaction.qa.text import is_blank

MERGE = (
    "An earlier summary exists; it stands in the first block below. Make one summary of it and of the new excerpt"
    " together. Keep every goal, decision and constraint of it that still holds, even if the excerpt does not speak of"
    " it. Where the two differ, the newer statement counts. Leave out only what is settled. The earlier summary will"
    " not be at hand afterwards."
)
TASK = (
    "Summarize the conversation below so that the work can be continued without it.\n"
    "Begin with a checklist of all goals and tasks: the state of each, its outcome, and what was already read or"
    " verified for it. After the checklist give\n"
    "- the objective,\n"
    "- decisions with their reasons,\n"
    "- constraints, above all what the user demanded or ruled out,\n"
    "- work that is running or blocked, and on what,\n"
    "- the important files and identifiers.\n"
    "Where the content of a result was withheld, say only that it was read.\n"
    "Take at most about {budget} tokens. Give the summary alone."
)
STRUCTURE = (
    "Use exactly these headings, in this order, each followed by bullets or by the word none: ## Objective,"
    " ## Checklist, ## Decisions, ## Constraints, ## Open work, ## Files and identifiers."
)
"""Asked in addition by the structured summarizer."""

HOST_LABEL = "Standing instructions of the host:"
HOOK_LABEL = "Instructions of the hook for this compaction:"
CONTEXT_LABEL = "Additional context {number} of the hook:"


def ask(notes: Notes) -> str:
    """Return the user message; blocks of foreign text stand between tag lines, fenced."""
    return "\n\n".join(_paragraphs(notes, TASK.format(budget=notes.budget)))


def ask_structured(notes: Notes) -> str:
    """Return the user message of the structured summarizer."""
    return "\n\n".join(_paragraphs(notes, f"{TASK.format(budget=notes.budget)}\n{STRUCTURE}"))


def read(notes: Notes, reply: str) -> Notes | Refused:
    """Return the notes with the reply as it is, or why the pass ends."""
    if is_blank(reply):
        return Refused("blank_summary", "the model returned an empty summary")
    if notes.summary_counter.count([Message("assistant", (Text(reply),))]) > notes.budget:
        return Refused("over_budget", f"the summary is larger than its {notes.budget}-token budget")
    return replace(notes, draft=reply)


def _paragraphs(notes: Notes, task: str) -> Iterator[str]:
    if notes.prior:
        yield MERGE
        yield tags.enclose(tags.PRIOR_SUMMARY, notes.prior)
    yield task
    yield tags.enclose(tags.CONVERSATION, notes.transcript)
    if notes.host_instructions:
        yield f"{HOST_LABEL}\n{tags.enclose(tags.HOST_INSTRUCTIONS, notes.host_instructions)}"
    if notes.hook_instructions:
        yield f"{HOOK_LABEL}\n{tags.enclose(tags.HOOK_INSTRUCTIONS, notes.hook_instructions)}"
    for number, fragment in enumerate(notes.hook_context, start=1):
        yield f"{CONTEXT_LABEL.format(number=number)}\n{tags.enclose(tags.HOOK_CONTEXT, fragment)}"


CALL = Call(
    step="summarize",
    ask=ask,
    read=read,
    due=lambda notes: True,
    most_tokens=lambda notes: 2 * notes.budget + 1024,
)
"""The reply may be twice the budget, so that a summary over budget is seen to be one, and is not cut to look like one
that fits."""
