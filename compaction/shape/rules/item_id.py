"""An item's id is one that the provider gives to items of its type."""

import re
from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_responses import body, call, output, user
from compaction.transcripts import Dialect


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each item whose id has another beginning than its type gives, other characters, or too many."""
    for turn, item_id in request.named:
        if not LEGAL(item_id) or not item_id.startswith(PREFIXES.get(request.kinds[turn], "")):
            yield Breach(turn, request.pointer(turn, "id"))


LEGAL = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch
PREFIXES = {
    "message": "msg",
    "reasoning": "rs",
    "function_call": "fc",
    "custom_tool_call": "ctc",
    "web_search_call": "ws",
}
"""How the ids of a type begin, where a refusal for another beginning is known."""


RULE = Rule(
    id="item-id",
    title="An item's id is one that its type can have",
    what="Item id with a beginning or form not allowed",
    why="The provider gives item ids and knows their type by the beginning; any other id is refused.",
    fix="Send the id that the provider gave, or none.",
    repair="Never write a call id or an id of your own into the field id; a new item has none.",
    compaction="Items were rebuilt from another dialect's messages, and their ids were taken over.",
    group=Group.NAMES,
    phase=Phase.STRUCTURE,
    severity={Dialect.OPENAI_RESPONSES: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes ids of 64 letters, digits, _ and - at most, beginning as the item's type demands.",
            fix="Send the id of item {message} as the provider gave it, or leave it out.",
            words="Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
            behaviours=("OR-07",),
        ),
    },
    patterns=(
        r"Invalid 'input\[\d+\]\.id': .*(Expected an ID that begins with '\w+'|string too long|letters, numbers)",
    ),
    evidence=("openai/codex#33176", "mastra-ai/mastra#10815", "UKGovernmentBEIS/inspect_ai#1545"),
    bad={Dialect.OPENAI_RESPONSES: body(user("Test it."), call("call_1", id="call_1"), output("call_1"))},
    good={Dialect.OPENAI_RESPONSES: body(user("Test it."), call("call_1", id="fc_1"), output("call_1"))},
    provider={Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses)},
)
