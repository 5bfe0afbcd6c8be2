"""The input of a call is an object."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import anthropic, bedrock_converse, gemini
from compaction.shape.lenient import opening
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each call whose input is a text, a list or null, or missing."""
    for call in request.calls:
        if not isinstance(call.input, anthropic.Object):
            yield Breach(call.turn, request.pointer_of(call) + ("" if call.input is UNSET else "/input"))


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each call whose arguments, and each response that, are sent as a text or a list."""
    for parts, holder in ((request.calls, "args"), (request.results, "response")):
        for part in parts:
            if opening(part.input) not in ("object", "null", ""):
                given = request.element(part.turn, part.part, part.place)
                wrapper = next((name for name in given if name.startswith("function")), "")
                yield Breach(part.turn, f"{request.pointer_of(part)}/{wrapper}/{holder}")


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each call whose input is a text, a list or null, or missing."""
    for call in request.calls:
        kind = opening(call.input)
        if kind != "object":
            yield Breach(call.turn, f"{request.pointer_of(call)}/toolUse" + ("/input" if kind else ""))


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
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a call whose input is not an object.",
            fix="Send the input of {part} in message {message} as an object.",
            words="messages.1.content.0.tool_use.input: Input should be a valid dictionary",
            behaviours=("AM-17",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini refuses arguments and responses that are not objects.",
            fix="Send the arguments or the response of {part} in content {message} as an object.",
            words=(
                "Invalid value at 'contents[2].parts[0].function_response.response' "
                "(type.googleapis.com/google.protobuf.Struct)"
            ),
            behaviours=("GM-17",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock passes the input on, and the model refuses one that is not an object.",
            fix="Send the input of {part} in message {message} as an object.",
            words=(
                "The model returned the following errors: messages.1.content.0.tool_use.input: Input should be "
                "a valid dictionary"
            ),
            behaviours=("BC-16",),
        ),
    },
    patterns=(
        r"tool_use\.input: Input should be a valid dictionary",
        r"Invalid value at 'contents",
        r"Proto field is not repeating",
    ),
    evidence=("anthropics/claude-code#6696", "anthropics/anthropic-sdk-typescript#648"),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", input="{}")), user(answer("toolu_01"))),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call()), google.user(google.response(said="16 passed"))
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1", input="{}")), aws.user(aws.answer("tooluse_1"))
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01"))),
        Dialect.GEMINI: google.body(
            google.user("Test it."),
            google.model(google.call()),
            google.user(google.response(said={"output": "16 passed"})),
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1")), aws.user(aws.answer("tooluse_1"))
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
