"""Signed thinking stands behind what it was written after."""

import re
from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.lenient import payload
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, thinking, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first signed thinking behind a rewritten start, where no compaction block of the provider stands first.

    The body before the compaction proves the rewriting; without it, a summary written by a client shows it. On models
    that are not known to bind thinking it is a note.

    Source: provider-rules 2.4.
    """
    signed = next(iter(request.blocks_of("thinking")), None)
    if signed is None or request.blocks.get("compaction") or drops(request) or not is_rewritten(request):
        return
    turn, place, block = signed
    if isinstance(block.signature, str) and block.signature:
        severity = None if request.knows("preserved-thinking") else Severity.NOTE
        yield Breach(turn, request.pointer(turn, "content", place), severity=severity)


def drops(request: anthropic.Request) -> bool:
    """Whether the request asks to drop such thinking instead of refusing it."""
    thinking = request.body.thinking
    binding = payload(thinking.block_binding) if isinstance(thinking, anthropic.Thinking) else None
    return isinstance(binding, dict) and binding.get("prefix_mismatch_behavior") == "drop_block"


def is_rewritten(request: anthropic.Request) -> bool:
    """Whether the list does not start as the conversation did."""
    before = request.before
    if isinstance(before, anthropic.Request):
        return opening_text(before) != opening_text(request)
    return SUMMARY.search(opening_text(request)) is not None


def opening_text(request: anthropic.Request) -> str:
    """Return the text of the first message, as far as it matters."""
    if not request.messages:
        return ""
    content = request.messages[0].content
    if isinstance(content, str):
        return content[:READ]
    texts = [block.text for block in content or () if isinstance(block.text, str)]
    return " ".join(texts)[:READ]


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic, on its models."""
    signed = next((held for held in request.thoughts if is_signed(held[2])), None)
    if signed is not None and request.is_claude and is_rewritten_bedrock(request):
        severity = None if request.knows("preserved-thinking") else Severity.NOTE
        yield Breach(signed[0], request.pointer(signed[0], "content", signed[1]), severity=severity)


def is_signed(reasoning: bedrock_converse.Reasoning) -> bool:
    thought = reasoning.thought
    return isinstance(thought, bedrock_converse.ReasoningText) and thought.signature not in ("", None, UNSET)


def is_rewritten_bedrock(request: bedrock_converse.Request) -> bool:
    before = request.before
    if isinstance(before, bedrock_converse.Request):
        return first_text(before) != first_text(request)
    return SUMMARY.search(first_text(request)) is not None


def first_text(request: bedrock_converse.Request) -> str:
    blocks = request.content_of(0) if request.roles else ()
    return " ".join(block.text for block in blocks if isinstance(block.text, str))[:READ]


READ = 2_000
SUMMARY = re.compile(
    r"continued from a previous conversation|"
    r"^\s*(<summary>|\[?summary\b|\[?conversation summary)|is summarized below",
    re.I,
)
TOLD = "Summary: the parser takes semicolons; two tests are open."


RULE = Rule(
    id="thinking-prefix-changed",
    title="Signed thinking stands behind what it was written after",
    what="Signed thinking behind a rewritten start",
    why=("On some models signed thinking is bound to all that stood before it, and refused behind anything else."),
    fix="Drop the thinking of the kept turns, or let the provider compact.",
    repair=("When a client writes the summary, remove thinking from the kept tail, or ask the provider to drop it."),
    compaction="The client's summary replaced the head, and the kept tail brings its signed thinking along.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Error on models with preserved thinking, a note elsewhere: some accounts have it on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic binds thinking on newer models to what stood before it, and refuses it elsewhere.",
            fix="Remove the thinking from message {message} and the kept turns after it.",
            words="The block is bound to a different conversation",
            outcome="depends",
            behaviours=("AM-48",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock passes signed thinking on, and newer Claude models refuse it behind another start.",
            fix="Remove the thinking from message {message} and the kept turns after it.",
            words="The model returned the following errors: The block is bound to a different conversation",
            outcome="depends",
            behaviours=("BC-16", "AM-48"),
        ),
    },
    patterns=(r"The block is bound to a different conversation",),
    evidence=("Provider documentation, Preserved thinking", "anomalyco/opencode#48637", "earendil-works/pi#9391"),
    bad={
        Dialect.ANTHROPIC: body(
            user(TOLD),
            assistant(thinking(), use("toolu_01")),
            user(answer("toolu_01")),
            model="claude-fable-5-2",
            tools=[{"name": "run_tests"}],
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user(TOLD),
            aws.assistant(aws.thinking(), "Done."),
            aws.user("Go on."),
            modelId="anthropic.claude-fable-5-2",
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user(TOLD),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
            model="claude-fable-5-2",
            tools=[{"name": "run_tests"}],
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user(TOLD), aws.assistant("Done."), aws.user("Go on."), modelId="anthropic.claude-fable-5-2"
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
