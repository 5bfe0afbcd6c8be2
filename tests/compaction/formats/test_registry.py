import json
import pkgutil

import pytest

from compaction.errors import CaptureError
from compaction.formats import FORMATS, readers, start
from compaction.formats.registry import format_of


def test_every_reader_is_registered() -> None:
    modules = {module.name for module in pkgutil.iter_modules(readers.__path__)}
    assert modules == {format.id.replace("-", "_") for format in FORMATS if format.readable}


def test_thirty_formats_are_known_each_once() -> None:
    assert len({format.id for format in FORMATS}) == len(FORMATS) == 30


def test_case_files_may_use_the_older_name_of_session_logs() -> None:
    assert format_of("claude-code-jsonl").id == "claude-code-session"
    assert format_of("nonsense") is None


TWICE = "{0}\n{0}\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('{"resourceSpans":[]}', "otel-genai"),
        ('{"data":[{"spans":[]}]}', "otel-genai"),
        ('{"attributes":[{"key":"gen_ai.system","value":{}}]}', "otel-genai"),
        ('{"eval":{},"samples":[],"version":2,"status":"success"}', "inspect-log"),
        ('{"trajectory":[],"info":{}}', "swe-agent-traj"),
        ('{"info":{},"messages":[{"info":{},"parts":[]}]}', "opencode-export"),
        ('{"sessionId":"s","projectHash":"p","messages":[{"type":"user"}]}', "gemini-cli-session"),
        ('{"requestId":"r","endpoint":"/v1/messages","body":{},"method":"POST"}', "proxy-log"),
        ('{"call_type":"completion","messages":[],"startTime":1}', "litellm-log"),
        ('{"request_id":"r","proxy_server_request":{}}', "litellm-log"),
        ('{"type":"GENERATION","traceId":"t"}', "langfuse-export"),
        ('{"observations":[]}', "langfuse-export"),
        ('{"request_body":{},"request_id":"r"}', "helicone-export"),
        ('{"custom_id":"c","params":{"messages":[]}}', "batch-jsonl"),
        ('[{"role":"user","content":"x","ts":1}]', "cline-history"),
        ('[{"role":"user","content":"x"},{"role":"user","content":"y","isSummary":true}]', "cline-history"),
        ('[{"type":"human","content":"x"}]', "langchain-messages"),
        ('[{"lc":1,"kwargs":{}}]', "langchain-messages"),
        ('[{"info":{},"parts":[]}]', "opencode-export"),
        ('[{"kind":"MessageEvent"}]', "openhands-events"),
        ('[{"source":"agent","action":"run"}]', "openhands-events"),
        ('[{"role":"user","parts":[{"type":"text"}]}]', "ai-sdk-messages"),
        ('[{"requestId":"r","endpoint":"/","body":{},"method":"POST"}]', "proxy-log"),
        (TWICE.format('{"type":"session_meta","payload":{},"timestamp":"t"}'), "codex-rollout"),
        (TWICE.format('{"type":"progress","uuid":"u","sessionId":"s"}'), "claude-code-session"),
        (TWICE.format('{"type":"summary","summary":"x","leafUuid":"u"}'), "claude-code-session"),
        (TWICE.format('{"type":"assistant","session_id":"s","message":{}}'), "claude-stream-json"),
        (TWICE.format('{"type":"session","cwd":"/repo"}'), "pi-session"),
        (TWICE.format('{"type":"message","id":"a","parentId":null}'), "pi-session"),
        (TWICE.format('{"sessionId":"s","projectHash":"p"}'), "gemini-cli-session"),
        (TWICE.format('{"$set":{}}'), "gemini-cli-session"),
        (TWICE.format('{"kind":"ActionEvent"}'), "openhands-events"),
        (TWICE.format('{"kind":"Condensation"}'), "openhands-events"),
        (TWICE.format('{"custom_id":"c","result":{}}'), "batch-jsonl"),
        ("event: message_start\ndata: {}\n", "sse-transcript"),
        (": keep-alive\n", "sse-transcript"),
        (TWICE.format('{"type":"message_start","message":{}}'), "sse-transcript"),
        (TWICE.format('{"type":"response.created","response":{}}'), "sse-transcript"),
        (TWICE.format('{"object":"chat.completion.chunk","choices":[]}'), "sse-transcript"),
        (TWICE.format('{"id":"i","timestamp":"t","instructions":null}'), "codex-rollout"),
        ('{"eval":{},"version":2,"status":"cancelled"}', "inspect-log"),
        ('{"history":[{"role":"system","content":"x"}],"info":{}}', "swe-agent-traj"),
        ('{"batch":[{"type":"generation-create","body":{}}]}', "langfuse-export"),
        ('{"kind":"MessageEvent"}', "openhands-events"),
        (TWICE.format('{"resourceSpans":[]}'), "otel-genai"),
    ],
)
def test_every_format_is_known_by_its_marks(text: str, format: str) -> None:
    assert recognised(text) == format


def recognised(text: str) -> str | None:
    """The format that is begun to be read, or that is named while it is not read yet."""
    try:
        return start([text.encode()]).format.id
    except CaptureError as refused:
        assert refused.code == "unknown-format"
        return refused.kind


@pytest.mark.parametrize(
    "value",
    [
        {"log": {"entries": {}}},
        {"type": "user", "sessionId": "s"},
        {"trajectory": []},
        {"before": [], "after": 1},
        {"request": {"method": "GET"}},
        {"custom_id": "c"},
        {"kind": "other"},
        {"type": ["GENERATION"], "traceId": "t"},
        {"attributes": {"http.url": 1}},
        {"output": []},
        {"eval": {}, "version": 2},
        {"history": ["x"]},
        {"batch": [{"type": "generation-create"}]},
        {"id": "i", "timestamp": "t", "level": "info"},
        {"type": "message"},
    ],
)
def test_half_of_a_test_is_not_enough(value: dict) -> None:
    with pytest.raises(CaptureError) as refused:
        start([json.dumps(value).encode()])
    assert (refused.value.code, refused.value.kind) == ("unknown-format", None)
    assert refused.value.found == tuple(value)
