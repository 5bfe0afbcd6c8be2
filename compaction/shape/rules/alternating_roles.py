"""Roles alternate where the provider wants it."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import bedrock_converse, openai_chat
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_chat import assistant, body, user
from compaction.transcripts import Dialect


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each user or assistant message right after one of its role, where a vendor's template refuses it."""
    if request.is_variant("strict-alternation"):
        for turn, (before, role) in enumerate(zip(request.roles, request.roles[1:], strict=False), start=1):
            if before == role and role in ("user", "assistant"):
                yield Breach(turn, request.pointer(turn), counterpart=request.pointer(turn - 1))


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each message right after one of its role."""
    for turn, (before, role) in enumerate(zip(request.roles, request.roles[1:], strict=False), start=1):
        if before == role and role in ("user", "assistant"):
            yield Breach(turn, request.pointer(turn), counterpart=request.pointer(turn - 1))


SUMMARY = user("Summary: the draft has three parts.")
TAIL = user("Write part four.")

RULE = Rule(
    id="alternating-roles",
    title="No role stands twice in a row",
    what="Two messages of one role in a row",
    why="Some providers and chat templates take user and assistant messages in turn only.",
    fix="Join the two messages, or put one of the other role between them.",
    repair="Join neighbours of one role after the summary has been inserted.",
    compaction="The summary is inserted as a user message right before a kept user message.",
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Only where a provider or a template demands it; others join the two.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic joins neighbours of one role into one turn; it refused them in 2024.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("AM-05",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="Some chat templates refuse two user or two assistant messages in a row; OpenAI itself does not.",
            fix="Join message {message} with the one before it.",
            words="does not support successive user or assistant messages",
            outcome="depends",
            behaviours=("OC-18",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini takes neighbours of one role; older versions wanted user and model in turn.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("GM-12",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock joins no neighbours: it refuses two messages of one role in a row.",
            fix="Join message {message} with the one before it.",
            words="A conversation must alternate between user and assistant roles.",
            behaviours=("BC-09",),
        ),
    },
    patterns=(
        r"does not support successive user or assistant messages",
        r"[Cc]onversation roles must alternate",
        r"roles must alternate between \"user\" and \"assistant\"",
        r"A conversation must alternate between user and assistant roles",
        r"multiturn requests alternate between user and model",
    ),
    evidence=("lobehub/lobehub#1496", "langchain-ai/langchainjs#6724", "langgenius/dify#9294"),
    bad={
        Dialect.OPENAI_CHAT: body(SUMMARY, TAIL),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Summary: the draft has three parts."), aws.user("Write part four.")
        ),
    },
    good={
        Dialect.OPENAI_CHAT: body(SUMMARY, assistant("Understood."), TAIL),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Summary: the draft has three parts.", "Write part four.")),
    },
    variants={Dialect.OPENAI_CHAT: "strict-alternation"},
    provider={
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
