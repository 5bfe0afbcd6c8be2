"""The table of contents: every format, in order of trial.

Source: wire-formats 1; the order is that of 2.3, 2.4 and 2.5 merged, none of which contradicts another.
"""

from compaction.formats import later
from compaction.formats.format import Format, Sample
from compaction.formats.readers import (
    ai_sdk_messages,
    anthropic_request,
    batch_jsonl,
    bedrock_converse_request,
    chat_jsonl,
    claude_code_session,
    claude_stream_json,
    cline_history,
    codex_rollout,
    exchange_jsonl,
    gemini_cli_session,
    gemini_request,
    har,
    helicone_export,
    inspect_log,
    langchain_messages,
    langfuse_export,
    litellm_log,
    messages_array,
    openai_chat_request,
    openai_responses_request,
    opencode_export,
    openhands_events,
    otel_genai,
    pair,
    pi_session,
    proxy_log,
    sse_transcript,
    swe_agent_traj,
)

FORMATS: tuple[Format, ...] = (
    codex_rollout.FORMAT,
    claude_code_session.FORMAT,
    claude_stream_json.FORMAT,
    pi_session.FORMAT,
    har.FORMAT,
    otel_genai.FORMAT,
    inspect_log.FORMAT,
    swe_agent_traj.FORMAT,
    cline_history.FORMAT,
    langchain_messages.FORMAT,
    opencode_export.FORMAT,
    gemini_cli_session.FORMAT,
    openhands_events.FORMAT,
    ai_sdk_messages.FORMAT,
    messages_array.FORMAT,
    pair.FORMAT,
    proxy_log.FORMAT,
    exchange_jsonl.FORMAT,
    litellm_log.FORMAT,
    langfuse_export.FORMAT,
    helicone_export.FORMAT,
    batch_jsonl.FORMAT,
    gemini_request.FORMAT,
    bedrock_converse_request.FORMAT,
    anthropic_request.FORMAT,
    openai_chat_request.FORMAT,
    chat_jsonl.FORMAT,
    openai_responses_request.FORMAT,
    sse_transcript.FORMAT,
    later.MITMPROXY_FLOW,
)

OTHER_NAMES = {"claude-code-jsonl": "claude-code-session"}


def recognise(sample: Sample) -> Format | None:
    """Return the first format that knows the sample."""
    return next((format for format in FORMATS if format.sniff(sample)), None)


def format_of(format_id: str) -> Format | None:
    """Return a format by its id."""
    name = OTHER_NAMES.get(format_id, format_id)
    return next((format for format in FORMATS if format.id == name), None)
