"""Fencing of foreign text in a prompt: it stands between two tag lines that it cannot close or imitate.

Inside, a `<` that opens or closes one of the tags is written as `‹` (U+2039): one character for one, so lengths and
offsets stay as they are, and a reader still sees what was meant. `undo` turns it back, for words quoted from a prompt
that are looked for in the source.

Source: qa-summarizer 1.10 to 1.12.
"""

import re

PRIOR_SUMMARY = "prior-summary"
CONVERSATION = "conversation"
HOST_INSTRUCTIONS = "host-instructions"
HOOK_INSTRUCTIONS = "hook-instructions"
HOOK_CONTEXT = "hook-context"
SUMMARY = "summary"
RECENT = "recent"
QUESTIONS = "questions"

TAGS = (
    PRIOR_SUMMARY,
    CONVERSATION,
    HOST_INSTRUCTIONS,
    HOOK_INSTRUCTIONS,
    HOOK_CONTEXT,
    SUMMARY,
    RECENT,
    QUESTIONS,
)
"""Every tag that a prompt uses."""

MARK = "‹"

_NAMES = "|".join(TAGS)
_OPEN = re.compile(rf"<(?=[\s/\\]*+(?:{_NAMES})(?![a-z0-9]))", re.IGNORECASE)
_MARKED = re.compile(rf"{MARK}(?=[\s/\\]*+(?:{_NAMES})(?![a-z0-9]))", re.IGNORECASE)


def enclose(tag: str, text: str) -> str:
    """Give the text between its two tag lines, fenced."""
    return f"<{tag}>\n{fence(text)}\n</{tag}>"


def enclosed(tag: str, message: str) -> str | None:
    """Give the text that a message holds between these tag lines, as it was before; None where there is none."""
    _, opened, rest = message.partition(f"<{tag}>\n")
    text, closed, _ = rest.partition(f"\n</{tag}>")
    return undo(text) if opened and closed else None


def fence(text: str) -> str:
    """Give the text without anything that could open or close a tag."""
    return _OPEN.sub(MARK, text)


def undo(text: str) -> str:
    """Give the text with its tags as they stood in the source."""
    return _MARKED.sub("<", text)
