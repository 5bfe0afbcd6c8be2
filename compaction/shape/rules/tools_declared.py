"""A history with tool calls comes with a list of tools."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape.bodies import anthropic, bedrock_converse, openai_chat
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first call or result of a whole request that declares no tools; a bare list says nothing of tools."""
    if request.body.tools or not request.body.model:
        return
    parts = [*request.calls[:1], *request.results[:1]]
    for part in parts[:1]:
        yield Breach(part.turn, request.pointer_of(part), confidence=Confidence.CONTESTED)


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield the first call or result of a request without tools, where the gateway leads to Bedrock."""
    if request.is_variant("bedrock-gateway") and not request.body.tools:
        for part in [*request.calls[:1], *request.results[:1]][:1]:
            yield Breach(part.turn, request.pointer_of(part))


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield the first call or result where no tools are declared; a bare list says nothing of them."""
    given = request.body
    whole = request.model or given.system is not MISSING or given.settings is not MISSING
    if given.tools is None and whole:
        for part in sorted([*request.calls[:1], *request.results[:1]], key=lambda part: part.turn)[:1]:
            yield Breach(part.turn, request.pointer_of(part))


MISSING = bedrock_converse.MISSING

RULE = Rule(
    id="tools-declared",
    title="A history with tool calls comes with a list of tools",
    what="Tool calls in the history, but no tools",
    why=("Where calls stand in the history, some providers want the tools declared, even if none may be called."),
    fix="Send the tools that the history uses.",
    repair="Keep the tool list on every request of a conversation, the one that asks for a summary included.",
    compaction="The request for a summary is built from the messages alone and leaves out the tools.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={
        Dialect.ANTHROPIC: Severity.WARNING,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Old and unconfirmed for this provider; certain for some gateways.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic, or a gateway before it, was reported to refuse tool blocks without declared tools.",
            fix="Send the tools that the history uses.",
            words="Requests which include `tool_use` or `tool_result` blocks must define tools",
            outcome="depends",
            behaviours=("AM-23",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI does not ask for it; a gateway to Bedrock refuses calls without declared tools.",
            fix="Send the tools that the history uses.",
            words="The toolConfig field must be defined when using toolUse and toolResult content blocks.",
            outcome="depends",
            behaviours=("BC-07",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses tool blocks in the history of a request that declares no tools.",
            fix="Send a toolConfig with the tools that the history uses.",
            words="The toolConfig field must be defined when using toolUse and toolResult content blocks.",
            behaviours=("BC-07",),
        ),
    },
    patterns=(
        r"Requests which include .*tool_use.* or .*tool_result.* blocks must define tools",
        r"The toolConfig field must be defined when using toolUse and toolResult content blocks",
    ),
    evidence=(
        "anthropics/anthropic-sdk-python#494",
        "camel-ai/owl#532",
        "langgenius/dify#17545",
        "vxcontrol/pentagi#196",
    ),
    bad={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01")), model="claude-sonnet-4-5"
        ),
        Dialect.OPENAI_CHAT: chat.body(chat.user("Test it."), chat.calling(chat.call("call_1")), chat.tool("call_1")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1")),
            modelId=aws.CLAUDE,
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Test it."),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
            model="claude-sonnet-4-5",
            tools=[{"name": "run_tests"}],
        ),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test it."), chat.calling(chat.call("call_1")), chat.tool("call_1"), tools=[chat.declared()]
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1")),
            modelId=aws.CLAUDE,
            toolConfig=aws.TOOLS,
        ),
    },
    variants={Dialect.OPENAI_CHAT: "bedrock-gateway"},
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
