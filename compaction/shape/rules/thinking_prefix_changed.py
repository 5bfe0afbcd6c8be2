"""Signed thinking stands behind what it was written after."""

import re
from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
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
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="Error on models with preserved thinking, a note elsewhere: some accounts have it on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic binds thinking on newer models to what stood before it, and refuses it elsewhere.",
            fix="Remove the thinking from message {message} and the kept turns after it.",
            words="The block is bound to a different conversation",
            outcome="depends",
            behaviours=("AM-48",),
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
        )
    },
    good={
        Dialect.ANTHROPIC: body(
            user(TOLD),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
            model="claude-fable-5-2",
            tools=[{"name": "run_tests"}],
        )
    },
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
