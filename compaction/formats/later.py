"""Formats that this version recognises and does not read yet.

Each leaves this module when it gets a reader of its own. The tests are those of the tables in wire-formats 2.3 to 2.5.
"""

from collections.abc import Callable, Mapping

from compaction.formats.format import Format, LineSample, ListSample, ObjectSample, Sample, TextSample

Test = Callable[[Mapping[str, object]], bool]
Object = Mapping[str, object]


def _any_record(test: Test) -> Callable[[Sample], bool]:
    """Recognise one object, the first of a list, or a line."""

    def sniff(sample: Sample) -> bool:
        match sample:
            case ObjectSample(value=value) | LineSample(value=value):
                return test(value)
            case ListSample(value=[dict(first), *_]):
                return test(first)
        return False

    return sniff


def _document(test: Test) -> Callable[[Sample], bool]:
    """Recognise one object, or the first of a list."""

    def sniff(sample: Sample) -> bool:
        return not isinstance(sample, LineSample) and _any_record(test)(sample)

    return sniff


def _lines(test: Test) -> Callable[[Sample], bool]:
    def sniff(sample: Sample) -> bool:
        return isinstance(sample, LineSample) and test(sample.value)

    return sniff


def _items(test: Test) -> Callable[[Sample], bool]:
    def sniff(sample: Sample) -> bool:
        return isinstance(sample, ListSample) and bool(sample.value) and test(_object(sample.value[0]))

    return sniff


def _either(*tests: Callable[[Sample], bool]) -> Callable[[Sample], bool]:
    def sniff(sample: Sample) -> bool:
        return any(test(sample) for test in tests)

    return sniff


def _object(value: object) -> Object:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _in(value: object, words: str) -> bool:
    return isinstance(value, str) and value in words.split()


def _codex(value: Object) -> bool:
    kinds = "session_meta response_item compacted turn_context event_msg world_state"
    return {"payload", "timestamp"} <= value.keys() and _in(value.get("type"), kinds)


def _claude_code(value: Object) -> bool:
    if value.get("type") == "summary" and "leafUuid" in value:
        return True
    return {"type", "sessionId"} <= value.keys() and ("uuid" in value or "leafUuid" in value)


def _claude_stream(value: Object) -> bool:
    return "session_id" in value and _in(value.get("type"), "system assistant user result")


def _pi(value: Object) -> bool:
    if value.get("type") == "session" and "cwd" in value:
        return True
    return {"id", "parentId"} <= value.keys() and _in(value.get("type"), "message compaction model_change")


def _har(value: Object) -> bool:
    return isinstance(_object(value.get("log")).get("entries"), list)


def _otel(value: Object) -> bool:
    if "resourceSpans" in value or any("spans" in _object(item) for item in _list(value.get("data"))):
        return True
    attributes = value.get("attributes")
    if isinstance(attributes, list):
        return any(str(_object(pair).get("key")).startswith("gen_ai.") for pair in attributes)
    return any(key.startswith("gen_ai.") for key in _object(attributes))


def _inspect(value: Object) -> bool:
    return isinstance(value.get("eval"), dict) and isinstance(value.get("samples"), list)


def _swe_agent(value: Object) -> bool:
    return isinstance(value.get("trajectory"), list) and ("history" in value or "info" in value)


def _cline(sample: Sample) -> bool:
    if not isinstance(sample, ListSample) or not sample.value:
        return False
    marks = {"isSummary", "condenseParent", "condenseId", "truncationParent", "isTruncationMarker"}
    items = [_object(item) for item in sample.value]
    return any(not marks.isdisjoint(item) for item in items) or all({"role", "ts"} <= item.keys() for item in items)


def _langchain(value: Object) -> bool:
    if "lc" in value or "kwargs" in value:
        return True
    return _in(value.get("type"), "human ai system tool") and ("content" in value or "data" in value)


def _opencode(value: Object) -> bool:
    items = [_object(item) for item in _list(value.get("messages"))]
    return isinstance(value.get("info"), dict) and bool(items) and all(_opencode_item(item) for item in items)


def _opencode_item(value: Object) -> bool:
    return {"info", "parts"} <= value.keys()


def _gemini_cli(value: Object) -> bool:
    if not {"sessionId", "messages"} <= value.keys() or not ("projectHash" in value or "startTime" in value):
        return False
    items = _list(value.get("messages"))
    return all(_in(_object(item).get("type"), "user gemini info error warning") for item in items)


def _gemini_cli_line(value: Object) -> bool:
    if {"sessionId", "projectHash"} <= value.keys() and "uuid" not in value:
        return True
    return len(value) == 1 and ("$set" in value or "$rewindTo" in value)


def _openhands_line(value: Object) -> bool:
    kind = value.get("kind")
    return isinstance(kind, str) and (kind.endswith("Event") or kind == "Condensation")


def _openhands_item(value: Object) -> bool:
    return "kind" in value or ("source" in value and ("action" in value or "observation" in value))


def _ai_sdk(value: Object) -> bool:
    return "role" in value and any("type" in _object(part) for part in _list(value.get("parts")))


def _proxy_log(value: Object) -> bool:
    return {"requestId", "endpoint", "body", "method"} <= value.keys()


def _litellm(value: Object) -> bool:
    if {"call_type", "messages"} <= value.keys() and ("startTime" in value or "response_cost" in value):
        return True
    return {"request_id", "proxy_server_request"} <= value.keys()


def _langfuse(value: Object) -> bool:
    if isinstance(value.get("observations"), list):
        return True
    kinds = "GENERATION SPAN EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL"
    return _in(value.get("type"), kinds) and ("traceId" in value or "trace_id" in value)


def _helicone(value: Object) -> bool:
    return "request_body" in value and ("request_id" in value or "request_path" in value)


def _batch(value: Object) -> bool:
    return "custom_id" in value and not {"params", "body", "response", "result"}.isdisjoint(value)


def _never(sample: Sample) -> bool:
    """Recognise nothing: its bytes give it away before."""
    return False


def _sse(sample: Sample) -> bool:
    starts = ("event:", "data:", "id:", "retry:", ":")
    return isinstance(sample, TextSample) and sample.line.startswith(starts)


SESSIONS = (
    Format("codex-rollout", "Codex CLI session", ("jsonl",), _lines(_codex)),
    Format("claude-code-session", "Claude Code session", ("jsonl",), _lines(_claude_code)),
    Format("claude-stream-json", "Claude Code stream", ("jsonl",), _lines(_claude_stream)),
    Format("pi-session", "pi session", ("jsonl",), _lines(_pi)),
    Format("har", "HAR archive", ("har",), _document(_har)),
    Format("otel-genai", "OpenTelemetry spans", ("json",), _document(_otel)),
    Format("inspect-log", "Inspect eval log", ("json", "eval"), _document(_inspect)),
    Format("swe-agent-traj", "SWE-agent trajectory", ("traj",), _document(_swe_agent)),
    Format("cline-history", "Cline or Roo Code history", ("json",), _cline),
    Format("langchain-messages", "LangChain messages", ("json",), _items(_langchain)),
    Format("opencode-export", "opencode export", ("json",), _either(_document(_opencode), _items(_opencode_item))),
    Format(
        "gemini-cli-session",
        "Gemini CLI session",
        ("json", "jsonl"),
        _either(_document(_gemini_cli), _lines(_gemini_cli_line)),
    ),
    Format(
        "openhands-events",
        "OpenHands events",
        ("json", "jsonl"),
        _either(_lines(_openhands_line), _items(_openhands_item)),
    ),
    Format("ai-sdk-messages", "AI SDK messages", ("json",), _items(_ai_sdk)),
)
"""In order of trial, before bare lists."""

PROXIES = (Format("proxy-log", "Log of a local proxy", ("json", "jsonl"), _any_record(_proxy_log)),)
"""In order of trial, after a pair and before exchanges."""

LOGS = (
    Format("litellm-log", "LiteLLM log", ("json", "jsonl"), _any_record(_litellm)),
    Format("langfuse-export", "Langfuse export", ("json", "jsonl"), _any_record(_langfuse)),
    Format("helicone-export", "Helicone export", ("jsonl",), _any_record(_helicone)),
    Format("batch-jsonl", "Batch file", ("jsonl",), _any_record(_batch)),
)
"""In order of trial, after exchanges and before request bodies with `messages`."""

LAST = (
    Format("sse-transcript", "Saved event stream", ("txt", "sse"), _sse),
    Format("mitmproxy-flow", "mitmproxy flow dump", ("flow",), _never),
)
"""In order of trial, after them."""
