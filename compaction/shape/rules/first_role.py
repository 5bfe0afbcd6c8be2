"""The first message is from the user."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import anthropic, bedrock_converse, gemini
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first message, system messages aside, if the assistant speaks in it; a compaction block may open it."""
    first = next(iter(request.speakers), None)
    if first is None or request.roles[first] != "assistant":
        return
    blocks = request.content_of(first)
    if not (blocks and blocks[0].type == "compaction"):
        yield Breach(first, request.pointer(first))


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield the first content where the model speaks in it; a call and a lone content are other rules' business."""
    if request.roles[:1] == ["model"] and len(request.roles) > 1 and 0 not in request.calling:
        yield Breach(0, request.pointer(0), confidence=Confidence.CONTESTED)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield the first message, system messages aside, where the assistant speaks in it."""
    first = next((turn for turn, role in enumerate(request.roles) if role != "system"), None)
    if first is not None and request.roles[first] == "assistant":
        yield Breach(first, request.pointer(first))


RULE = Rule(
    id="first-role",
    title="The first message is from the user",
    what="First message is not from the user",
    why="The provider expects the user to open the conversation and refuses a list that the model opens.",
    fix="Put a user message in front; the summary can be that message.",
    repair=("Send the summary as a user message at the head of the kept tail, or start the tail at a user message."),
    compaction=(
        "The summary went into the system prompt, and the kept tail happens to open with an assistant message."
    ),
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.GEMINI: Severity.WARNING,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses an assistant message at the start, unless it opens with a compaction block.",
            fix="Put a user message in front of message {message}, for instance the summary.",
            words='messages: first message must use the "user" role',
            behaviours=("AM-04",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses a conversation that the assistant opens.",
            fix="Put a user message in front of message {message}, for instance the summary.",
            words=(
                "A conversation must start with a user message. Try again with a conversation that starts with "
                "a user message."
            ),
            behaviours=("BC-08",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini expects the user to open the contents; some models take a model turn first.",
            fix="Put a user content in front of content {message}, for instance the summary.",
            words="",
            outcome="depends",
        ),
    },
    patterns=(
        r'first message must use the "user" role',
        r"A conversation must start with a user message",
    ),
    evidence=(
        "lobehub/lobehub#1601",
        "langbot-app/LangBot#867",
        "langgenius/dify#12340",
        "strands-agents/sdk-typescript#727",
    ),
    bad={
        Dialect.ANTHROPIC: body(assistant("Summary: files were listed."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.assistant("Summary: files were listed."), aws.user("Go on.")),
        Dialect.GEMINI: google.body(google.model("Summary: files were listed."), google.user("Go on.")),
    },
    good={
        Dialect.ANTHROPIC: body(user("Summary: files were listed."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Summary: files were listed. Go on.")),
        Dialect.GEMINI: google.body(google.user("Summary: files were listed."), google.user("Go on.")),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
