"""A compaction block stands where its summary takes effect."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Note the newest filled compaction block behind other messages: what stands before it is not read any more."""
    filled = [(turn, place) for turn, place, block in request.blocks_of("compaction") if block.content]
    if filled and max(filled) > (0, 0):
        turn, place = max(filled)
        yield Breach(turn, request.pointer(turn, "content", place))


BLOCK = {"type": "compaction", "content": "Summary: it is done."}


RULE = Rule(
    id="compaction-position",
    title="The list starts at its compaction block",
    what="Messages before a compaction block",
    why="What stands before the newest compaction block is legal, but the provider does not read it any more.",
    fix="Nothing needs to change; the messages before the block may be left out.",
    repair="Leave messages out only after the block has been stored.",
    compaction="The reply with the block was appended as it came, which is what the documentation asks for.",
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.NOTE},
    severity_reason="Nothing is refused; it is only said what the model sees.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes the list and drops what stands before the newest compaction block.",
            fix="Nothing needs to change; what stands before message {message} may be left out.",
            words="",
            outcome="depends",
            behaviours=("AM-72",),
        ),
    },
    patterns=(r"compaction_trigger.{1,40}last",),
    evidence=("Provider documentation, Compaction overview",),
    bad={Dialect.ANTHROPIC: body(user("Port it."), assistant(BLOCK, "Done."), user("Thanks."))},
    good={Dialect.ANTHROPIC: body(assistant(BLOCK, "Done."), user("Thanks."))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
