"""Compaction on demand and by threshold are not asked for at once."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.lenient import opening
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import body, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield one breach, at the parameter, where both ways are asked for."""
    both = request.body.compaction is not MISSING and request.body.context_management is not MISSING
    if both and opening(request.body.compaction) == "object" and opening(request.body.context_management) == "object":
        yield Breach(None, "/compaction", related=("/context_management",), confidence=Confidence.FAIR)


MISSING = anthropic.MISSING
NOW = {"type": "summarize"}


RULE = Rule(
    id="compaction-request",
    title="Compaction on demand stands alone",
    what="Two ways of compaction in one request",
    why="A request asks for compaction now or by a threshold; both at once contradict each other.",
    fix="Leave out context_management in the request that compacts on demand.",
    repair="Build the request that compacts apart from the usual ones.",
    compaction="The usual request with its threshold was reused to compact on demand.",
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.WARNING},
    severity_reason="Documented, not seen.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses compaction on demand together with context_management.",
            fix="Leave out context_management in this request.",
            words="",
            behaviours=("AM-73",),
        ),
    },
    patterns=(r"compaction.{1,60}context_management",),
    evidence=("Provider documentation, Compaction on demand",),
    bad={Dialect.ANTHROPIC: body(user("Go on."), compaction=NOW, context_management={"edits": []})},
    good={Dialect.ANTHROPIC: body(user("Go on."), compaction=NOW)},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
)
