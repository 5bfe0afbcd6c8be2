"""A compaction block stands where its summary takes effect."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, openai_responses
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


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield a trigger that is not last; note the newest compaction item behind items that it stands for."""
    last = len(request.items) - 1
    for turn in request.by_kind.get("compaction_trigger", ()):
        if turn != last:
            yield Breach(turn, request.pointer(turn), behaviours=("OR-15",), confidence=Confidence.FAIR)
    newest = max((turn for kind in COMPACTIONS for turn in request.by_kind.get(kind, ())), default=0)
    if any(is_covered(request, turn) for turn in range(newest)):
        yield Breach(newest, request.pointer(newest), severity=Severity.NOTE, behaviours=("OR-16",))


def is_covered(request: openai_responses.Request, turn: int) -> bool:
    """Whether a compaction stands for an item: user messages are kept beside it."""
    return request.kinds[turn] not in ("message", *COMPACTIONS) or request.roles[turn] == "assistant"


COMPACTIONS = openai_responses.COMPACTIONS
TRIGGER: responses.Json = {"type": "compaction_trigger"}


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
    severity={
        Dialect.ANTHROPIC: Severity.NOTE,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
    },
    severity_reason="Nothing is refused; it is only said what the model sees.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes the list and drops what stands before the newest compaction block.",
            fix="Nothing needs to change; what stands before message {message} may be left out.",
            words="",
            outcome="depends",
            behaviours=("AM-72",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes a compaction_trigger at the end only; what an item of compaction covers may go.",
            fix="Move item {message} to the end if it is the trigger; else nothing needs to change.",
            words="compaction_trigger must be the last input item",
            behaviours=("OR-15", "OR-16"),
        ),
    },
    patterns=(r"compaction_trigger.{1,40}last",),
    evidence=(
        "Provider documentation, Compaction overview",
        "Types of the SDK",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Port it."), assistant(BLOCK, "Done."), user("Thanks.")),
        Dialect.OPENAI_RESPONSES: responses.body(responses.user("Port it."), TRIGGER, responses.user("Thanks.")),
    },
    good={
        Dialect.ANTHROPIC: body(assistant(BLOCK, "Done."), user("Thanks.")),
        Dialect.OPENAI_RESPONSES: responses.body(responses.user("Port it."), responses.assistant("Done."), TRIGGER),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
    },
)
