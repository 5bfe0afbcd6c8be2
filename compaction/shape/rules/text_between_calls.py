"""No text stands between two calls of one message."""

from collections.abc import Iterator
from itertools import pairwise

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each filled text between the first and the last call of one message."""
    for call, following in pairwise(request.calls):
        if call.turn == following.turn and following.place > call.place + 1:
            blocks = request.content_of(call.turn)
            for place in range(call.place + 1, following.place):
                if blocks[place].type == "text" and blocks[place].text:
                    yield Breach(
                        call.turn, request.pointer(call.turn, "content", place), confidence=Confidence.CONTESTED
                    )


RULE = Rule(
    id="text-between-calls",
    title="No text stands between two calls of one message",
    what="Text between two calls",
    why=(
        "Some adapters split such a message at the text and lose the pairing of its calls; the provider "
        "itself takes it."
    ),
    fix="Move the text in front of the calls.",
    repair="Keep texts before calls when two assistant messages are joined.",
    compaction="Two assistant messages were joined into one, the text of the second now stands between the calls.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={Dialect.ANTHROPIC: Severity.WARNING},
    severity_reason="Reported once, and the report blames the adapter in between.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic was once reported to lose the pairing of calls with text between them.",
            fix="Move {part} of message {message} in front of its calls.",
            words="",
            outcome="depends",
            behaviours=("AM-10",),
        ),
    },
    patterns=(r"text (block )?between `?tool_use", r"`tool_use` ids were found without"),
    evidence=("vercel/ai#14259",),
    bad={
        Dialect.ANTHROPIC: body(
            user("Try both."),
            assistant(use("toolu_01"), "That failed, next.", use("toolu_02")),
            user(answer("toolu_01"), answer("toolu_02")),
        )
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Try both."),
            assistant("First one, then the other.", use("toolu_01"), use("toolu_02")),
            user(answer("toolu_01"), answer("toolu_02")),
        )
    },
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
)
