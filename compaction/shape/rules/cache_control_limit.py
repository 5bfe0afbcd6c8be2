"""At most four blocks carry a cache mark."""

from collections.abc import Iterator
from itertools import islice

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import body, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield one breach, at the fifth mark; tools, system prompt and messages are counted in this order."""
    marks = list(islice(marked(request), LIMIT + 1))
    if len(marks) > LIMIT:
        turn, pointer = marks[LIMIT]
        yield Breach(
            turn, f"{pointer}/cache_control", related=tuple(f"{place}/cache_control" for _, place in marks[:LIMIT])
        )


def marked(request: anthropic.Request) -> Iterator[tuple[int | None, str]]:
    """Yield turn and pointer of each tool or block with a mark."""
    for name, parts in (("tools", request.body.tools), ("system", request.body.system)):
        for place, part in enumerate(parts if isinstance(parts, list) else ()):
            if part.cache_control is not MISSING:
                yield None, f"/{name}/{place}"
    found = [
        (turn, place)
        for blocks in request.blocks.values()
        for turn, place, block in blocks
        if block.cache_control is not MISSING
    ]
    yield from ((turn, request.pointer(turn, "content", place)) for turn, place in sorted(found))


LIMIT = 4
MISSING = anthropic.MISSING
MARKED = {"type": "text", "text": "Go on.", "cache_control": {"type": "ephemeral"}}


RULE = Rule(
    id="cache-control-limit",
    title="At most four blocks carry a cache mark",
    what="More than four cache marks",
    why="A request may mark four places for the cache; tools, system prompt and messages count together.",
    fix="Remove the older marks; the last ones matter.",
    repair="Remove all marks before a request and set them anew, instead of adding one each time.",
    compaction="Kept messages carry the marks of earlier requests, and new ones are added to them.",
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes four cache marks over tools, system prompt and messages together.",
            fix="Remove the mark from {part} of message {message}, or older ones.",
            words="A maximum of 4 blocks with cache_control may be provided. Found 5.",
            behaviours=("AM-60",),
        ),
    },
    patterns=(r"A maximum of 4 blocks with cache_control may be provided\. Found \d+",),
    evidence=("Provider documentation, Prompt caching", "avante-corp/avante.nvim#425"),
    bad={Dialect.ANTHROPIC: body(user(*[MARKED] * 5))},
    good={Dialect.ANTHROPIC: body(user(*[MARKED] * 4))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
)
