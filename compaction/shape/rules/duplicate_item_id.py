"""An item stands in the list once."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_responses import assistant, body, reasoning, user
from compaction.transcripts import Dialect


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each further item with an id that an earlier one has."""
    first: dict[str, int] = {}
    if len(request.named) == len({item_id for _, item_id in request.named}):
        return
    for turn, item_id in request.named:
        if item_id and request.kinds[turn] != NAMES_ITS_CALL:
            other = first.setdefault(item_id, turn)
            if other != turn:
                yield Breach(turn, request.pointer(turn, "id"), counterpart=request.pointer(other, "id"))


NAMES_ITS_CALL = "local_shell_call_output"


def chain(second: str) -> tuple[dict[str, object], ...]:
    return (
        user("Day one?"),
        reasoning("rs_01"),
        assistant("The museum.", id="msg_01"),
        user("Day two?"),
        reasoning(second),
        assistant("The park.", id="msg_02"),
    )


RULE = Rule(
    id="duplicate-item-id",
    title="An item stands in the list once",
    what="Two items with one id",
    why="Item ids are given by the provider, one an item; two items with one id are refused.",
    fix="Remove the second item, or its id where it is another item.",
    repair="Append items by id, not by place; see whether an item is there before a stored one is added.",
    compaction="A kept tail was appended to a list that held it already, or a resumed session restored items twice.",
    group=Group.NAMES,
    phase=Phase.STRUCTURE,
    severity={Dialect.OPENAI_RESPONSES: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses a second item with the same id, whatever it holds.",
            fix="Remove item {message}, or only its id where it is another item.",
            words="Duplicate item found with id rs_01. Remove duplicate items from your input and try again.",
            behaviours=("OR-08",),
        ),
    },
    patterns=(r"Duplicate item found with id \S+",),
    evidence=("microsoft/agent-framework#3295", "github/copilot-cli#3559", "earendil-works/pi#5148"),
    bad={Dialect.OPENAI_RESPONSES: body(*chain("rs_01"))},
    good={Dialect.OPENAI_RESPONSES: body(*chain("rs_02"))},
    provider={Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses)},
)
