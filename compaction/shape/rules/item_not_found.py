"""What a request refers to is stored, or stands in the list."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_responses import Json, assistant, body, reasoning, user
from compaction.transcripts import Dialect


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each reference to an item, and each reasoning item by id alone, where nothing is stored."""
    if request.body.store is not False:
        return
    for turn in request.by_kind.get("item_reference", ()):
        yield Breach(turn, request.pointer(turn))
    for turn in request.by_kind.get("reasoning", ()):
        item = request.items[turn]
        if isinstance(item.id, str) and item.encrypted_content in NOTHING and not isinstance(item.content, list):
            yield Breach(turn, request.pointer(turn))


NOTHING = (UNSET, None, "")
BY_ID: Json = {"type": "reasoning", "id": "rs_01", "summary": []}

RULE = Rule(
    id="item-not-found",
    title="What the request refers to can be found",
    what="Reference to an item that is not stored",
    why="With store false the provider keeps no items, so an item that is sent by its id alone is not found.",
    fix="Send the whole item, reasoning with its encrypted content, or remove it.",
    repair="Ask for reasoning.encrypted_content where nothing is stored, and keep whole items instead of references.",
    compaction="Items were shortened to their ids, or a history moved to requests that store nothing.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={Dialect.OPENAI_RESPONSES: Severity.WARNING},
    severity_reason="Only the provider knows what it has stored; an earlier request may have stored the item.",
    refused_by={
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI does not find an item that is sent by its id alone while nothing is stored.",
            fix="Send item {message} whole, reasoning with its encrypted content, or remove it.",
            words="Item with id 'rs_01' not found. Items are not persisted when `store` is set to false.",
            outcome="depends",
            behaviours=("OR-09",),
        ),
    },
    patterns=(r"Item with id '\S+' not found\. Items are not persisted when .?store.? is set to false",),
    evidence=("anomalyco/opencode#7724", "anomalyco/opencode#8987", "openai/openai-agents-python#2020"),
    bad={Dialect.OPENAI_RESPONSES: body(user("Day one?"), BY_ID, assistant("The museum."), store=False)},
    good={Dialect.OPENAI_RESPONSES: body(user("Day one?"), reasoning(), assistant("The museum."), store=False)},
    provider={Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses)},
)
