"""The first message is from the user."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first message, system messages aside, if the assistant speaks in it; a compaction block may open it."""
    first = next(iter(request.speakers), None)
    if first is None or request.roles[first] != "assistant":
        return
    blocks = request.content_of(first)
    if not (blocks and blocks[0].type == "compaction"):
        yield Breach(first, request.pointer(first))


RULE = Rule(
    id="first-role",
    title="The first message is from the user",
    what="First message is not from the user",
    why="The provider expects the user to open the conversation and refuses a list that the model opens.",
    fix="Put a user message in front; the summary can be that message.",
    repair=("Send the summary as a user message at the head of the kept tail, or start the tail at a user message."),
    compaction=(
        "The summary went into the system prompt, and the kept tail happens to open with an assistant message."
    ),
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses an assistant message at the start, unless it opens with a compaction block.",
            fix="Put a user message in front of message {message}, for instance the summary.",
            words='messages: first message must use the "user" role',
            behaviours=("AM-04",),
        ),
    },
    patterns=(
        r'first message must use the "user" role',
        r"A conversation must start with a user message",
    ),
    evidence=(
        "lobehub/lobehub#1601",
        "langbot-app/LangBot#867",
        "langgenius/dify#12340",
        "strands-agents/sdk-typescript#727",
    ),
    bad={Dialect.ANTHROPIC: body(assistant("Summary: files were listed."), user("Go on."))},
    good={Dialect.ANTHROPIC: body(user("Summary: files were listed."), user("Go on."))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
