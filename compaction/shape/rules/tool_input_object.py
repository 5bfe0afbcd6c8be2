"""The input of a call is an object."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each call whose input is a text, a list or null, or missing."""
    for call in request.calls:
        if not isinstance(call.input, anthropic.Object):
            yield Breach(call.turn, request.pointer_of(call) + ("" if call.input is UNSET else "/input"))


RULE = Rule(
    id="tool-input-object",
    title="The input of a call is an object",
    what="Call input is not an object",
    why="A call takes named arguments; text that was never parsed, a list or null is refused.",
    fix="Send the input as an object; an empty one will do.",
    repair=("Parse arguments once, when the reply arrives, and store the object; put {} where they cannot be parsed."),
    compaction=(
        "Calls were stored as text and written back unparsed, or a long input was shortened to a placeholder text."
    ),
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a call whose input is not an object.",
            fix="Send the input of {part} in message {message} as an object.",
            words="messages.1.content.0.tool_use.input: Input should be a valid dictionary",
            behaviours=("AM-17",),
        ),
    },
    patterns=(
        r"tool_use\.input: Input should be a valid dictionary",
        r"Invalid value at 'contents",
        r"Proto field is not repeating",
    ),
    evidence=("anthropics/claude-code#6696", "anthropics/anthropic-sdk-typescript#648"),
    bad={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", input="{}")), user(answer("toolu_01")))},
    good={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01")))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
