"""The list does not end with the model, where the model takes no prefill."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield an assistant message at the end of the list, on models that refuse it or that nobody knows about."""
    turn = request.final_reply
    takes = request.knows("prefill")
    if turn is not None and not takes:
        unsure = Severity.WARNING if takes is None else None
        yield Breach(turn, request.pointer(turn), severity=unsure)


RULE = Rule(
    id="prefill-unsupported",
    title="The list does not end with an assistant message",
    what="List ends with an assistant message",
    why="Newer models do not continue a message that was begun for them; the list must end with the user.",
    fix="End the list with a user message.",
    repair="Append a short user message after the summary, or send the summary itself with the role user.",
    compaction="The summary is appended as an assistant message, or the kept tail was cut behind a reply.",
    group=Group.ORDER,
    phase=Phase.MODEL,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason=(
        "Error where the model is known to refuse it, warning where the model is not known; older models accept it."
    ),
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a list that ends with an assistant message, from version 4.6 of its models on.",
            fix="Add a user message after message {message}, or remove message {message}.",
            words=(
                "This model does not support assistant message prefill. The conversation must end with a user message."
            ),
            outcome="depends",
            behaviours=("AM-08",),
        ),
    },
    patterns=(
        r"does not support assistant message prefill\. The conversation must end with a user message",
        r"must end with a user message",
        r"Requests ending with a model turn are not supported",
        r"single turn requests end with a user role",
    ),
    evidence=("NousResearch/hermes-agent#50055", "vybestack/llxprt-code#3695", "anomalyco/opencode#45359"),
    bad={Dialect.ANTHROPIC: body(user("Name the branch."), assistant("The branch is"), model="claude-opus-4-8")},
    good={
        Dialect.ANTHROPIC: body(
            user("Name the branch."), assistant("The branch is"), user("Go on."), model="claude-opus-4-8"
        )
    },
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
