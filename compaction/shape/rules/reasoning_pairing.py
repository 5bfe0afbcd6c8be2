"""Reasoning and the item that it led to stay together."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_responses import assistant, body, reasoning, user
from compaction.transcripts import Dialect

REASONING = "reasoning"


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield reasoning that nothing of the model follows, and items that had reasoning before the compaction."""
    if request.partial:
        return
    for turn in request.by_kind.get(REASONING, ()):
        follower = next_turn(request, turn)
        if follower is None or is_foreign(request, follower):
            sure = isinstance(request.items[turn].id, str)
            yield Breach(
                turn,
                request.pointer(turn),
                counterpart=None if follower is None else request.pointer(follower),
                severity=None if sure else Severity.WARNING,
                behaviours=("OR-01",),
                confidence=Confidence.FIRM if sure else Confidence.FAIR,
            )
    if isinstance(request.before, openai_responses.Request):
        yield from bereft(request, request.before)


def next_turn(request: openai_responses.Request, turn: int) -> int | None:
    """Return the item after a run of reasoning."""
    last = len(request.kinds) - 1
    while turn < last:
        turn += 1
        if request.kinds[turn] != REASONING:
            return turn
    return None


def is_foreign(request: openai_responses.Request, turn: int) -> bool:
    """Whether an item is the client's; of a type that nobody knows nothing is said."""
    kind = request.kinds[turn]
    return kind.endswith("_output") or (kind == "message" and request.roles[turn] != "assistant")


def bereft(request: openai_responses.Request, before: openai_responses.Request) -> Iterator[Breach]:
    """Yield each item, known by its id, that stood right behind reasoning before and does so no more."""
    reasoned = set(behind_reasoning(before))
    left = reasoned.difference(behind_reasoning(request))
    for turn, item in enumerate(request.items):
        if isinstance(item.id, str) and item.id in left and request.kinds[turn] != REASONING:
            yield Breach(turn, request.pointer(turn), behaviours=("OR-02",))


def behind_reasoning(request: openai_responses.Request) -> Iterator[str]:
    for turn in request.by_kind.get(REASONING, ()):
        follower = next_turn(request, turn)
        item_id = None if follower is None else request.items[follower].id
        if isinstance(item_id, str):
            yield item_id


HEAD = (user("Which plan is cheaper?"), reasoning("rs_01"))
REPLY = assistant("Plan B.", id="msg_01")
TAIL = user("By how much?")

RULE = Rule(
    id="reasoning-pairing",
    title="Reasoning stays with the item that it led to",
    what="Reasoning without its item, or an item without it",
    why="Reasoning and the message or call that it led to are one; the provider takes neither without the other.",
    fix="Keep both items or remove both.",
    repair="Cut between turns, never between reasoning and what follows it; drop reasoning with its item.",
    compaction="The cut fell behind a reasoning item, or reasoning was filtered out while its items kept their ids.",
    group=Group.THINKING,
    phase=Phase.PAIRING,
    severity={Dialect.OPENAI_RESPONSES: Severity.ERROR},
    severity_reason="The request is refused as a whole; without ids the provider may not see it.",
    refused_by={
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses reasoning without the item that it led to, and that item without its reasoning.",
            fix="Put back the other half of item {message}, or remove it too.",
            words="Item 'rs_01' of type 'reasoning' was provided without its required following item.",
            behaviours=("OR-01", "OR-02"),
        ),
    },
    patterns=(
        r"Item 'rs_\S+' of type 'reasoning' was provided without its required following item",
        r"Item '\w+_\S+' of type '\w+' was provided without its required 'reasoning' item",
    ),
    evidence=(
        "continuedev/continue#8933",
        "vercel/ai#7099",
        "openai/openai-node#1567",
        "mastra-ai/mastra#8738",
        "laravel/ai#1052",
    ),
    bad={Dialect.OPENAI_RESPONSES: body(*HEAD, TAIL)},
    good={Dialect.OPENAI_RESPONSES: body(*HEAD, REPLY, TAIL)},
    provider={Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses)},
)
