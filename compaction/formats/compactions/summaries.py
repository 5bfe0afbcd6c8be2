"""What looks like a summary, what asks for one, and whether an answer came back as one.

Source: wire-formats 6.2, 6.3, 10.
"""

import re

from compaction.formats.compactions.prints import without_reminders
from compaction.formats.sessions.summaries import SCRATCH, opens_summary, plain_summary
from compaction.transcripts import Compaction, Message, Text

LONG = 500
"""Characters beyond which an opening text may be a summary."""

OPENING = re.compile(
    r"\W*?(?:<(?:conversation_|context_)?(?:summary|state_snapshot)>"
    r"|here(?: is|'s) (?:a|the) (?:\w+ )?summary (?:of|so)"
    r"|(?:the )?(?:previous |earlier |prior |running )?(?:conversation|session|context) (?:so far )?(?:was |is )?"
    r"(?:summary|summari[sz]ed|compacted)\b)",
    re.IGNORECASE,
)
ASKED = re.compile(
    r"(?:summar(?:y|ies|i[sz]e|i[sz]ing|i[sz]ation)|compact(?:ion|ing)?|hand-?off)\b[^?]{0,400}?"
    r"\b(?:conversation|so far|session|context|history|transcript|dialogue?|messages|another llm)\b"
    r"|\b(?:conversation|session|context|history|transcript|dialogue?|messages)\b[^?]{0,400}?\bsummar(?:y|i[sz])"
    r"|<state_snapshot>",
    re.IGNORECASE,
)
ASKED_CHARACTERS = 20_000
"""How far a request for a summary is looked for, from either end of the text that asks."""

TAG = re.compile(r"</?\w+>|[#*]+")
SAME = 0.6
"""Of an answer's characters, what comes back at least: clients swap tags for headings and cut scratch."""


def asks_for_summary(message: Message) -> bool:
    """Say whether a user's message asks for a summary of the conversation, in its last text."""
    if message.role != "user":
        return False
    texts = texts_of(message)
    text = texts[-1] if texts else ""
    return any(ASKED.search(part) for part in (text[:ASKED_CHARACTERS], text[-ASKED_CHARACTERS:]))


def texts_of(message: Message) -> list[str]:
    """Return the texts of a message, without reminders; blank ones are none."""
    texts = (without_reminders(block.text or "") for block in message.blocks if isinstance(block, Text | Compaction))
    return [text.strip() for text in texts if text.strip()]


def looks_like_summary(text: str) -> bool:
    """Say whether a text begins as a summary does."""
    return opens_summary(text) or bool(OPENING.match(text))


def holds_answer(text: str, answer: str) -> bool:
    """Say whether an answer came back in a text, line by line."""
    scratch = SCRATCH.match(answer)
    wanted = _lines(answer[scratch.end() :] if scratch else answer)
    there = frozenset(_lines(text))
    found = sum(len(line) for line in wanted if line in there)
    if wanted and wanted[0] not in there and any(line.endswith(wanted[0]) for line in there):
        found += len(wanted[0])  # a client may put a few words before it
    return bool(wanted) and found >= SAME * sum(map(len, wanted))


def _lines(text: str) -> list[str]:
    lines = (" ".join(TAG.sub(" ", line).split()) for line in text.splitlines())
    return [line for line in lines if line]


def summary_in(text: str) -> str:
    """Return a summary without what a tool puts around it; the text where nothing else is in it."""
    return plain_summary(text) or text
