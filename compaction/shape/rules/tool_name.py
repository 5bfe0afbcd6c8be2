"""A tool name has the characters and the length that its provider takes."""

import re
from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.shape.sent import Call
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each declared tool with a name not allowed, and each call of one; characters in calls are contested."""
    tools = request.body.tools
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        if tool.type in (UNSET, "custom") and isinstance(tool.name, str) and not DECLARED(tool.name):
            yield Breach(None, f"/tools/{place}/name", behaviours=("AM-18",))
    for call in request.calls:
        name = call.name
        if not isinstance(name, str):
            yield Breach(call.turn, request.pointer_of(call), behaviours=("AM-19",))
        elif not USED(name):
            unsure = None if len(name) > LONGEST else Severity.WARNING
            sure = Confidence.FIRM if len(name) > LONGEST else Confidence.CONTESTED
            pointer = f"{request.pointer_of(call)}/name"
            yield Breach(call.turn, pointer, severity=unsure, behaviours=("AM-19",), confidence=sure)


LONGEST = 200
DECLARED = re.compile(r"[a-zA-Z0-9_-]{1,128}").fullmatch
USED = re.compile(r"[a-zA-Z0-9_-]{1,200}").fullmatch


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each declared tool and each call with a name not allowed."""
    tools = request.body.tools
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        name = tool.function.name if isinstance(tool.function, openai_chat.Function) else None
        if isinstance(name, str) and not FUNCTION(name):
            yield Breach(None, f"/tools/{place}/function/name")
    for call in request.calls:
        if isinstance(call.name, str) and not FUNCTION(call.name):
            yield Breach(call.turn, f"{request.pointer_of(call)}/{kind_of(request, call)}/name")


def kind_of(request: openai_chat.Request, call: Call) -> str:
    """Return under which name a call says what is called."""
    calls = request.messages[call.turn].tool_calls or ()
    return "function" if calls[call.place].function else "custom"


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each declared function and each call of one with characters in its name that are not allowed."""
    tools = request.body.tools
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        if tool.type == "function" and isinstance(tool.name, str) and not ITEM(tool.name):
            yield Breach(None, f"/tools/{place}/name", confidence=Confidence.FAIR)
    for call in request.calls:
        if isinstance(call.name, str) and request.kinds[call.turn] == "function_call" and not ITEM(call.name):
            yield Breach(call.turn, request.pointer(call.turn, "name"), confidence=Confidence.FAIR)


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each declared function with a name not allowed, and each call of one."""
    tools = request.inner.tools
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        for key, declared in (("functionDeclarations", tool.camel), ("function_declarations", tool.snake)):
            for inner, function in enumerate(declared if isinstance(declared, list) else ()):
                if isinstance(function.name, str) and not GEMINI(function.name):
                    yield Breach(None, f"{request.root}/tools/{place}/{key}/{inner}/name")
    for call in request.calls:
        if not (isinstance(call.name, str) and GEMINI(call.name)):
            yield Breach(call.turn, request.pointer_of(call))


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each declared tool with a name not allowed, and each call of one."""
    tools = request.body.tools.tools if isinstance(request.body.tools, bedrock_converse.ToolConfig) else None
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        specification = tool.specification
        name = specification.name if isinstance(specification, bedrock_converse.Specification) else None
        if isinstance(name, str) and not BEDROCK(name):
            yield Breach(None, f"/toolConfig/tools/{place}/toolSpec/name")
    for call in request.calls:
        if not (isinstance(call.name, str) and BEDROCK(call.name)):
            pointer = f"{request.pointer_of(call)}/toolUse"
            yield Breach(call.turn, pointer + ("/name" if isinstance(call.name, str) else ""))


FUNCTION = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch
ITEM = re.compile(r"[a-zA-Z0-9_-]+").fullmatch


GEMINI = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}").fullmatch
BEDROCK = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch

RULE = Rule(
    id="tool-name",
    title="A tool name has characters and a length that the provider takes",
    what="Tool name with characters or a length not allowed",
    why=(
        "Providers limit the characters and the length of tool names, in the declared tools and in calls of the past."
    ),
    fix="Rename the tool in its declaration and in the history alike.",
    repair=("Shorten names in one place, before they are declared, so that calls in the history carry the short one."),
    compaction=(
        "A call was kept whose name the model had garbled, or tools were renamed while old calls stayed in the list."
    ),
    group=Group.NAMES,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The length is sure; which characters a call in the history may have is not settled.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes letters, digits, underscore and hyphen: 128 in a declared name, 200 in a call.",
            fix="Rename the tool of {part} in message {message}.",
            words="tool_use.name: String should have at most 200 characters",
            behaviours=("AM-18", "AM-19"),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes 1 to 64 letters, digits, underscores and hyphens, in calls of the past too.",
            fix="Rename the tool of {part} in message {message}, in its declaration too.",
            words="Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern",
            behaviours=("OC-12",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes letters, digits, underscores and hyphens in the name of a function.",
            fix="Rename the function of item {message}, in its declaration too.",
            words="Invalid 'input[1].name': string does not match pattern",
            behaviours=("OR-17",),
        ),
        Dialect.GEMINI: Refusal(
            sentence=(
                "Gemini takes names of 1 to 128 letters, digits, underscores, points, colons and hyphens, no "
                "digit first."
            ),
            fix="Rename the function of {part} in content {message}.",
            words="Invalid function name. Must start with a letter or an underscore.",
            behaviours=("GM-15",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock takes 1 to 64 letters, digits, underscores and hyphens in tool names.",
            fix="Rename the tool of {part} in message {message}.",
            words="Value at 'messages.1.member.content.1.member.toolUse.name' failed to satisfy constraint",
            behaviours=("BC-12",),
        ),
    },
    patterns=(
        r"tools\.\d+\.(custom\.)?name: String should (have at most \d+ characters|match pattern)",
        r"tool_use\.name: String should have at most 200 characters",
        r"\.name': (string does not match pattern|empty string|string too long)",
        r"Invalid function name",
        r"toolUse\.name.*failed to satisfy constraint",
        r"Invalid 'input\[\d+\]\.name': string does not match pattern",
    ),
    evidence=(
        "anthropics/claude-code#96152",
        "anthropics/claude-code#23681",
        "anthropics/claude-code#2673",
        "continuedev/continue#11645",
        "openclaw/openclaw#12892",
        "API reference, FunctionDeclaration",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", "x" * 201)), user(answer("toolu_01"))),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test it."), chat.calling(chat.call("call_1", name="web.search")), chat.tool("call_1")
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."), responses.call("call_1", name="web.search"), responses.output("call_1")
        ),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call("run tests")), google.user(google.response("run tests"))
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1", "run.tests")), aws.user(aws.answer("tooluse_1"))
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", "x" * 64)), user(answer("toolu_01"))),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test it."), chat.calling(chat.call("call_1", name="web_search")), chat.tool("call_1")
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."), responses.call("call_1", name="web_search"), responses.output("call_1")
        ),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call("run.tests")), google.user(google.response("run.tests"))
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1", "run_tests")), aws.user(aws.answer("tooluse_1"))
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
