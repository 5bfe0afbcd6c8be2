"""What gives each format away, by one sample: tests for its `sniff`, and what they are made of.

Source: wire-formats 2.3 to 2.5, 10.
"""

from collections.abc import Callable, Mapping

from compaction.formats.format import LineSample, ListSample, ObjectSample, Sample, TextSample

Test = Callable[[Mapping[str, object]], bool]
Object = Mapping[str, object]

CODEX_HEADER = frozenset({"id", "timestamp", "instructions", "git", "cwd", "originator", "cli_version"})
STREAM_EVENTS = frozenset(
    {"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta"}
)


def record(test: Test) -> Callable[[Sample], bool]:
    """Recognise one object, the first of a list, or a line."""

    def sniff(sample: Sample) -> bool:
        match sample:
            case ObjectSample(value=value) | LineSample(value=value):
                return test(value)
            case ListSample(value=[dict(first), *_]):
                return test(first)
        return False

    return sniff


def document(test: Test) -> Callable[[Sample], bool]:
    """Recognise one object, or the first of a list."""

    def sniff(sample: Sample) -> bool:
        return not isinstance(sample, LineSample) and record(test)(sample)

    return sniff


def line(test: Test) -> Callable[[Sample], bool]:
    """Recognise a line."""

    def sniff(sample: Sample) -> bool:
        return isinstance(sample, LineSample) and test(sample.value)

    return sniff


def items(test: Test) -> Callable[[Sample], bool]:
    """Recognise a list by its first item."""

    def sniff(sample: Sample) -> bool:
        return isinstance(sample, ListSample) and bool(sample.value) and test(_object(sample.value[0]))

    return sniff


def either(*tests: Callable[[Sample], bool]) -> Callable[[Sample], bool]:
    """Recognise what one of several tests does."""

    def sniff(sample: Sample) -> bool:
        return any(test(sample) for test in tests)

    return sniff


def _object(value: object) -> Object:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _in(value: object, words: str) -> bool:
    return isinstance(value, str) and value in words.split()


def is_codex(value: Object) -> bool:
    """Recognise a record, or the bare first line of an old file."""
    kinds = "session_meta response_item compacted turn_context event_msg world_state"
    if {"payload", "timestamp"} <= value.keys() and _in(value.get("type"), kinds):
        return True
    return {"id", "timestamp"} <= value.keys() <= CODEX_HEADER


def is_claude_code(value: Object) -> bool:
    """Recognise a record, of whatever dialect its messages are; Qwen Code writes the same around Gemini parts."""
    if value.get("type") == "summary" and "leafUuid" in value:
        return True
    return {"type", "sessionId"} <= value.keys() and ("uuid" in value or "leafUuid" in value)


def is_claude_stream(value: Object) -> bool:
    """Recognise a record of a stream that Claude Code or its SDK prints."""
    return "session_id" in value and _in(value.get("type"), "system assistant user result")


def is_pi(value: Object) -> bool:
    """Recognise a line of a session."""
    if value.get("type") == "session" and "cwd" in value:
        return True
    return {"id", "parentId"} <= value.keys() and _in(value.get("type"), "message compaction model_change")


def is_har(value: Object) -> bool:
    """Recognise an archive."""
    return isinstance(_object(value.get("log")).get("entries"), list)


def is_otel(value: Object) -> bool:
    """Recognise a span, or an export of many."""
    if "resourceSpans" in value or any("spans" in _object(item) for item in _list(value.get("data"))):
        return True
    attributes = value.get("attributes")
    if isinstance(attributes, list):
        return any(str(_object(pair).get("key")).startswith("gen_ai.") for pair in attributes)
    return any(key.startswith("gen_ai.") for key in _object(attributes))


def is_inspect(value: Object) -> bool:
    """Recognise a log; one that was cut short by its run has no samples."""
    whole = isinstance(value.get("samples"), list) or {"version", "status"} <= value.keys()
    return isinstance(value.get("eval"), dict) and whole


def is_swe_agent(value: Object) -> bool:
    """Recognise a run; some hold their history alone."""
    if isinstance(value.get("trajectory"), list) and ("history" in value or "info" in value):
        return True
    history = _list(value.get("history"))
    return bool(history) and "role" in _object(history[0]) and "messages" not in value


def is_cline(sample: Sample) -> bool:
    """Recognise messages that are marked as condensed or cut, or are all dated."""
    if not isinstance(sample, ListSample) or not sample.value:
        return False
    marks = {"isSummary", "condenseParent", "condenseId", "truncationParent", "isTruncationMarker"}
    items = [_object(item) for item in sample.value]
    return any(not marks.isdisjoint(item) for item in items) or all({"role", "ts"} <= item.keys() for item in items)


def is_langchain(value: Object) -> bool:
    """Recognise one serialised message."""
    if "lc" in value or "kwargs" in value:
        return True
    return _in(value.get("type"), "human ai system tool") and ("content" in value or "data" in value)


def is_opencode(value: Object) -> bool:
    """Recognise a session with its messages."""
    items = [_object(item) for item in _list(value.get("messages"))]
    return isinstance(value.get("info"), dict) and bool(items) and all(is_opencode_item(item) for item in items)


def is_opencode_item(value: Object) -> bool:
    """Recognise one message with its parts."""
    return {"info", "parts"} <= value.keys()


def is_gemini_cli(value: Object) -> bool:
    """Recognise a recorded chat."""
    if not {"sessionId", "messages"} <= value.keys() or not ("projectHash" in value or "startTime" in value):
        return False
    items = _list(value.get("messages"))
    return all(_in(_object(item).get("type"), "user gemini info error warning") for item in items)


def is_gemini_cli_line(value: Object) -> bool:
    """Recognise the first line of a recorded chat, or a line that changes it."""
    if {"sessionId", "projectHash"} <= value.keys() and "uuid" not in value:
        return True
    return len(value) == 1 and ("$set" in value or "$rewindTo" in value)


def is_openhands_line(value: Object) -> bool:
    """Recognise one event of the newer kind."""
    kind = value.get("kind")
    return isinstance(kind, str) and (kind.endswith("Event") or kind == "Condensation")


def is_openhands_item(value: Object) -> bool:
    """Recognise one event, newer or older."""
    return "kind" in value or ("source" in value and ("action" in value or "observation" in value))


def is_ai_sdk(value: Object) -> bool:
    """Recognise one message whose parts name their type."""
    return "role" in value and any("type" in _object(part) for part in _list(value.get("parts")))


def is_proxy_log(value: Object) -> bool:
    """Recognise the record of one call."""
    return {"requestId", "endpoint", "body", "method"} <= value.keys()


def is_litellm(value: Object) -> bool:
    """Recognise the record of one call, or a row of the spend log."""
    if {"call_type", "messages"} <= value.keys() and ("startTime" in value or "response_cost" in value):
        return True
    return {"request_id", "proxy_server_request"} <= value.keys()


def is_langfuse(value: Object) -> bool:
    """Recognise an observation, a trace with its observations, or what a client sends in."""
    if isinstance(value.get("observations"), list) or any(map(is_ingestion, _list(value.get("batch")))):
        return True
    kinds = "GENERATION SPAN EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL"
    return _in(value.get("type"), kinds) and ("traceId" in value or "trace_id" in value)


def is_ingestion(value: object) -> bool:
    """Recognise one event that a client sends in."""
    kind = _object(value).get("type")
    return isinstance(kind, str) and kind.endswith(("-create", "-update")) and "body" in _object(value)


def is_helicone(value: Object) -> bool:
    """Recognise an exported request."""
    return "request_body" in value and ("request_id" in value or "request_path" in value)


def is_batch(value: Object) -> bool:
    """Recognise a line of the input or of the output."""
    return "custom_id" in value and not {"params", "body", "response", "result"}.isdisjoint(value)


def never(sample: Sample) -> bool:
    """Recognise nothing: its bytes give it away before."""
    return False


def is_event(value: Object) -> bool:
    """Recognise an event of a stream that was saved as bare JSON."""
    kind = value.get("type")
    if isinstance(kind, str) and (kind.startswith("response.") or kind in STREAM_EVENTS):
        return True
    return value.get("object") == "chat.completion.chunk"


def is_table(sample: Sample) -> bool:
    """Recognise the header of a table of observations."""
    names = {name.strip().strip('"') for name in sample.line.split(",")} if isinstance(sample, TextSample) else set()
    return {"input", "output"} <= names and not {"traceId", "trace_id"}.isdisjoint(names)


def is_sse(sample: Sample) -> bool:
    """Recognise the first line of an event stream."""
    starts = ("event:", "data:", "id:", "retry:", ":")
    return isinstance(sample, TextSample) and sample.line.startswith(starts)
