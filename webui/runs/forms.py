"""The three ways to send a run, and the parts of each: what a part is, how it looks, what its absence costs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an upload. `kind` is file (chosen or pasted), text, number, choice or transcript."""

    name: str
    title: str
    help: str
    absent: str
    kind: str = "file"
    example: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to send a run."""

    name: str
    title: str
    lead: str
    parts: tuple[Part, ...]
    more: tuple[Part, ...] = ()


CONTRACT = Way(
    "contract",
    "Contract",
    "What a summarizer was given and what it gave back. The exact bytes are judged in memory, then masked.",
    (
        Part(
            "input",
            "Input",
            "The wire object with basis, model, fingerprint, transcript and budget.",
            "Without it: identity and token budget are not reached, and there is no before side.",
            example='{"version": 1, "basis": {…}, "transcript": [ … ]}',
        ),
        Part(
            "output",
            "Output",
            "The result text exactly as the model wrote it.",
            "Without it, and without a response: nothing of the result is judged.",
            example='{"version": 1, …, "summary": "<conversation_summary>…"}',
        ),
        Part(
            "usage",
            "Usage",
            "What the provider reported; null where it reported none.",
            "Without it: token count and budget are not reached.",
            example='{"input_tokens": 900, "output_tokens": 120}',
        ),
        Part(
            "limits",
            "Limits",
            "Bytes of the input and of the output, tokens of the next request.",
            "Without it: the checks of size are not reached.",
            example='{"input_bytes": 65536, "output_bytes": 4096, "input_limit": 8000}',
        ),
    ),
    (
        Part(
            "response",
            "Response instead of output",
            "The whole model response, with its message and finish reason.",
            "Without it: the output is taken as the result text.",
            example='{"message": {"role": "assistant", "blocks": [ … ]}, "finish_reason": "stop"}',
        ),
        Part(
            "output_schema",
            "Output schema",
            "Whether the summarizer has an output schema; it matters for a response alone.",
            "Without it: none.",
            kind="choice",
        ),
        Part(
            "measured_tokens",
            "Tokens of the next request",
            "The complete request after replacement, as counted.",
            "Without it: the replacement is not reached.",
            kind="number",
        ),
        Part(
            "events",
            "Events",
            "The history around the attempt: a JSON list, or JSON lines.",
            "Without it: History shows no life cycle.",
            example='[{"type": "CompactionStarted", "v": 1, …}]',
        ),
    ),
)
KEEP_LAST = Part(
    "keep_last",
    "Messages to keep at the end",
    "How many the compactor was told to leave at the tail.",
    "Without it: the cut is held against the nearest correct one.",
    kind="number",
)
PAIR = Way(
    "pair",
    "Before and after",
    "Two lists of messages around a compaction. They go the way of every capture: masked, stored, checked.",
    (
        Part(
            "pair",
            "Pair",
            "One JSON object with before, after and, if there is one, summary.",
            "Or send the two lists below.",
            example='{"before": [ … ], "after": [ … ], "summary": "…"}',
        ),
        Part("before", "Before", "The list, or the whole request, before the compaction.", "", example="[ … ]"),
        Part("after", "After", "The same after it.", "", example="[ … ]"),
        Part(
            "summary",
            "Summary",
            "The text that took the place of messages.",
            "Without it: the Summary tab is empty; fates are told all the same.",
            kind="text",
        ),
        KEEP_LAST,
    ),
)
TRANSCRIPTS = Way(
    "transcripts",
    "Two transcripts",
    "Two transcripts that this team has uploaded before. Nothing is stored twice.",
    (
        Part("before", "Before", "Id of the transcript before the compaction.", "", kind="transcript"),
        Part("after", "After", "Id of the transcript after it.", "", kind="transcript"),
        Part(
            "summary",
            "Summary",
            "The text that took the place of messages, pasted.",
            "Without it: the Summary tab is empty; fates are told all the same.",
            kind="text",
        ),
        KEEP_LAST,
    ),
)
WAYS = (CONTRACT, PAIR, TRANSCRIPTS)
BY_NAME = {way.name: way for way in WAYS}
UNREADABLE = {
    "usage": "This is not usage: a JSON object with token counts from 0, or null.",
    "limits": "These are not limits: a JSON object with input_bytes, output_bytes, input_limit, each a whole number.",
    "response": "This is not a response: a JSON object with message and finish_reason, or null.",
    "events": "Not one event can be read here: a JSON list of events, or one event a line.",
    "output_schema": "This is neither true nor false nor a schema.",
    "measured_tokens": "This is not a count: a whole number from 0.",
    "keep_last": "This is not a count: a whole number from 0.",
}
BESIDE = {
    "output-or-response": "response",
    "not-a-list": "before",
    "same-transcript": "after",
    "not-read-yet": "before",
}
"""The field beside which a refusal stands, by its code; the first field of the way otherwise."""
