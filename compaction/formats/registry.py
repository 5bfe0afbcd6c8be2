"""The table of contents: every format, in order of trial.

Source: wire-formats 1; the order is that of 2.3, 2.4 and 2.5 merged, none of which contradicts another.
"""

from compaction.formats.format import Format, Sample
from compaction.formats.later import LAST, LOGS, PROXIES, SESSIONS
from compaction.formats.readers import (
    anthropic_request,
    bedrock_converse_request,
    chat_jsonl,
    exchange_jsonl,
    gemini_request,
    messages_array,
    openai_chat_request,
    openai_responses_request,
    pair,
)

FORMATS: tuple[Format, ...] = (
    *SESSIONS,
    messages_array.FORMAT,
    pair.FORMAT,
    *PROXIES,
    exchange_jsonl.FORMAT,
    *LOGS,
    gemini_request.FORMAT,
    bedrock_converse_request.FORMAT,
    anthropic_request.FORMAT,
    openai_chat_request.FORMAT,
    chat_jsonl.FORMAT,
    openai_responses_request.FORMAT,
    *LAST,
)

OTHER_NAMES = {"claude-code-jsonl": "claude-code-session"}


def recognise(sample: Sample) -> Format | None:
    """Return the first format that knows the sample."""
    return next((format for format in FORMATS if format.sniff(sample)), None)


def format_of(format_id: str) -> Format | None:
    """Return a format by its id."""
    name = OTHER_NAMES.get(format_id, format_id)
    return next((format for format in FORMATS if format.id == name), None)
