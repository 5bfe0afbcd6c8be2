"""A compaction block holds its summary."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each compaction block with empty text; with null its summary failed, and it is passed over."""
    for turn, place, block in request.blocks_of("compaction"):
        if not block.content:
            severity = None if block.content == "" else Severity.WARNING
            pointer = request.pointer(turn, "content", place)
            yield Breach(turn, pointer, severity=severity, confidence=Confidence.FAIR)


BLOCK = {"type": "compaction", "content": ""}


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each compaction item without encrypted content."""
    for kind in openai_responses.COMPACTIONS:
        for turn in request.by_kind.get(kind, ()):
            if request.items[turn].encrypted_content in (UNSET, None, ""):
                yield Breach(turn, request.pointer(turn), confidence=Confidence.FAIR)


ITEM: responses.Json = {"type": "compaction", "id": "cmp_01"}


RULE = Rule(
    id="compaction-content",
    title="A compaction block holds its summary",
    what="Compaction block without a summary",
    why="The block stands for all that came before it; an empty one is refused, or the past is silently lost.",
    fix="Send the block as it was received, or remove it and keep the messages before it.",
    repair=("Append replies with compaction blocks as they come; look at their content before anything is dropped."),
    compaction="The summary failed and its block was stored all the same, or its text was rewritten to nothing.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
    },
    severity_reason=(
        "Empty text is refused; null is passed over by the server, so the messages before it must still be there."
    ),
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a compaction block with empty text; one without a summary is passed over.",
            fix="Send {part} of message {message} as it was received, or remove it and keep what came before.",
            words="compaction.content: String should have at least 1 character",
            behaviours=("AM-70",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI wants the encrypted content of a compaction item, which holds the summary.",
            fix="Send item {message} as it was received, or remove it and keep what came before.",
            words="Missing required parameter: 'input[0].encrypted_content'.",
            behaviours=("OR-19",),
        ),
    },
    patterns=(
        r"compaction.*content.*(empty|at least 1)",
        r"parameter: 'input\[\d+\]\.encrypted_content'",
    ),
    evidence=(
        "vercel/ai#13335",
        "vercel/ai#19990",
        "Types of the SDK",
    ),
    bad={
        Dialect.ANTHROPIC: body(assistant(BLOCK, "Done."), user("Thanks.")),
        Dialect.OPENAI_RESPONSES: responses.body(ITEM, responses.user("Thanks.")),
    },
    good={
        Dialect.ANTHROPIC: body(assistant({**BLOCK, "content": "Summary: it is done."}, "Done."), user("Thanks.")),
        Dialect.OPENAI_RESPONSES: responses.body({**ITEM, "encrypted_content": "b3BhcXVl"}, responses.user("Thanks.")),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
    },
)
