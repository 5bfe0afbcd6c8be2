"""Calls and their results have the form of today."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import gemini, openai_chat
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_chat import Json, assistant, body, call, calling, tool, user
from compaction.transcripts import Dialect


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each message with a call or a result of the old form."""
    for turn in request.legacy:
        yield Breach(turn, request.pointer(turn, "function_call"))
    if "function" in request.roles:
        for turn, role in enumerate(request.roles):
            if role == "function":
                yield Breach(turn, request.pointer(turn, "role"))


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each content with the role that responses once had."""
    if "function" in request.roles:
        for turn, role in enumerate(request.roles):
            if role == "function":
                yield Breach(turn, request.pointer(turn, "role"))


OLD = {"name": "run_tests", "arguments": "{}"}
RESULT: Json = {"role": "function", "name": "run_tests", "content": "16 passed"}

RULE = Rule(
    id="deprecated-role",
    title="Calls and results have the form of today",
    what="Call or result of an old form",
    why="The old form of calls has no ids: it is still taken, but new models and other servers may not know it.",
    fix="Send calls as tool_calls and results with the role tool.",
    repair="Translate stored calls to the form with ids when a history is loaded.",
    compaction="A history from years ago was kept word for word.",
    group=Group.ORDER,
    phase=Phase.MODEL,
    severity={
        Dialect.OPENAI_CHAT: Severity.NOTE,
        Dialect.GEMINI: Severity.NOTE,
    },
    severity_reason="Nothing is refused today.",
    refused_by={
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI still takes the old form of calls and calls it deprecated.",
            fix="Send the call of message {message} as tool_calls, and its result with the role tool.",
            words="",
            outcome="depends",
            behaviours=("OC-17",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini still takes the role function on some surfaces; responses have the role user today.",
            fix="Give content {message} the role user.",
            words="",
            outcome="depends",
            behaviours=("GM-06",),
        ),
    },
    patterns=(r"functions?.{1,40}(is|are) deprecated",),
    evidence=("API reference, Chat Completions",),
    bad={
        Dialect.OPENAI_CHAT: body(user("Test it."), assistant(None, function_call=OLD), RESULT, user("Thanks.")),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call()), google.content("function", google.response())
        ),
    },
    good={
        Dialect.OPENAI_CHAT: body(user("Test it."), calling(call("call_1")), tool("call_1"), user("Thanks.")),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call()), google.user(google.response())
        ),
    },
    provider={
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
    },
)
