"""A request with a compaction block names the feature."""

from collections.abc import Iterator
from itertools import islice

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first compaction block of a request whose headers, or body, name other features alone.

    Without any header nothing is known.
    """
    named = " ".join(
        [request.context.headers.get("anthropic-beta", ""), str(request.body.betas), str(request.body.anthropic_beta)]
    )
    told = request.context.headers or request.body.betas or request.body.anthropic_beta
    if told and "compact-" not in named:
        for turn, place, _ in islice(request.blocks_of("compaction"), 1):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


BLOCK = {"type": "compaction", "content": "Summary: it is done."}


RULE = Rule(
    id="compaction-beta",
    title="A request with a compaction block names the feature",
    what="Compaction block without its beta header",
    why="Compaction blocks are understood only where the request names the feature in its beta header.",
    fix="Send the beta header of compaction with each request whose list holds such a block.",
    repair="Set the header by what the list holds, not by whether this request is to be compacted.",
    compaction="The header is sent only with the request that compacts, and left out once the block is in the list.",
    group=Group.LIMITS,
    phase=Phase.MODEL,
    severity={Dialect.ANTHROPIC: Severity.WARNING},
    severity_reason="Documented, not seen; headers are often not captured.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes compaction blocks only in requests that name the feature in anthropic-beta.",
            fix="Name the feature in the anthropic-beta header.",
            words="",
            outcome="depends",
            behaviours=("AM-71",),
        ),
    },
    patterns=(r"compaction.{1,60}(requires|without).{1,40}beta",),
    evidence=(
        "Provider documentation, Compaction at a token threshold",
        "Provider documentation, Compaction on demand",
    ),
    bad={Dialect.ANTHROPIC: body(assistant(BLOCK, "Done."), user("Thanks."), betas=["files-api-2025-04-14"])},
    good={Dialect.ANTHROPIC: body(assistant(BLOCK, "Done."), user("Thanks."), betas=["compact-2026-01-12"])},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
)
