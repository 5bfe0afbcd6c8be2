"""Flags on text that no summary should hold: the next turn of the conversation, notes of the summarizer, tool calls."""

import re
from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.hard_facts import is_low
from compaction.measures.flagging.texts import Texts

SHOWN = 120
TO_THE_USER = re.compile(
    r"\b(?:would you like|do you want|let me know|feel free|(?:shall|should|can|could|may) i\b|how (?:can|may) i"
    r"|is there anything else|möchtest du|möchten sie|soll ich|voulez-vous)",
    re.IGNORECASE,
)
SCRATCHPAD = re.compile(
    r"</?(?:analysis|thinking|think|thought|scratchpad|reasoning|reflection)(?:\s[^<>]*)?>|<\|channel\|>analysis",
    re.IGNORECASE,
)
TOOL_CALL = re.compile(
    r"</?(?:\w+:)?(?:tool_calls?|function_calls?|tool_use|invoke)\b[^<>]*>|\[TOOL_CALLS?\]|<\|(?:tool_call|python_tag)\b"
    r"|<｜tool▁calls?▁begin｜>"
    r"|\"(?:name|tool|function)\"\s*:\s*\"[\w.-]+\"\s*,\s*\"(?:arguments|parameters|input|args)\"\s*:"
    r"|\"type\"\s*:\s*\"(?:tool_use|function_call|tool_call)\""
)


def reply_continues(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that reads as the next turn, where it keeps fewer than 20 % of the identifiers."""
    text = texts.summary.strip()
    if is_low(texts) and (text.endswith(("?", "？")) or TO_THE_USER.search(text)):
        start = texts.summary.index(text)
        end = start + len(text)
        spans = (Span("summary", start, min(start + SHOWN, end)), Span("summary", max(end - SHOWN, start), end))
        yield Flag("reply-continues", evidence=FlagEvidence(spans))


def scratchpad_kept(texts: Texts) -> Iterator[Flag]:
    """Flag markup in which a summarizer thinks."""
    yield from _found("scratchpad-kept", SCRATCHPAD, texts.summary)


def tool_call_as_text(texts: Texts) -> Iterator[Flag]:
    """Flag a tool call that is written out as text."""
    yield from _found("tool-call-as-text", TOOL_CALL, texts.summary)


def _found(flag: str, pattern: re.Pattern[str], text: str) -> Iterator[Flag]:
    match = pattern.search(text)
    if match:
        yield Flag(flag, evidence=FlagEvidence((Span("summary", match.start(), match.end()),)))
