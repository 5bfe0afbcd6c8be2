"""The arguments of a call are text that holds a JSON object."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec

from compaction.findings import Confidence, Severity
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses
from compaction.shape.lenient import opening, payload
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect


def check(sent: Sent) -> Iterator[Breach]:
    """Yield each call whose arguments are no text, and each whose text is no JSON object; some vendors refuse that."""
    strict = Severity.ERROR if sent.is_variant("strict-arguments") else Severity.WARNING
    in_chat = sent.dialect == Dialect.OPENAI_CHAT
    for call in sent.calls:
        if is_object(call.input):
            continue
        kind = opening(call.input)
        if kind == "string":
            behaviours = ("OC-11",) if in_chat else ()
            yield Breach(call.turn, at(sent, call), severity=strict, behaviours=behaviours, confidence=Confidence.FAIR)
        elif kind:
            yield Breach(call.turn, at(sent, call), behaviours=("OC-10" if in_chat else "OR-13",))


def at(sent: Sent, call: Call) -> str:
    inner = "/function" if sent.dialect == Dialect.OPENAI_CHAT else ""
    return f"{sent.pointer_of(call)}{inner}/arguments"


def is_object(value: object) -> bool:
    """Whether JSON text holds the text of a JSON object."""
    try:
        OBJECT.decode(TEXT.decode(value) if isinstance(value, msgspec.Raw) else str(value))
    except (msgspec.MsgspecError, RecursionError):
        return is_object_with_halves(value)
    return isinstance(value, msgspec.Raw | str)


def is_object_with_halves(value: object) -> bool:
    """As above; the fast way refuses half characters, which are not this rule's subject."""
    with suppress(ValueError, RecursionError):
        text = payload(value)
        return isinstance(text, str) and isinstance(json.loads(text), dict)
    return False


class Members(msgspec.Struct):
    """Any JSON object; what it holds is passed over."""


TEXT = msgspec.json.Decoder(str)
OBJECT = msgspec.json.Decoder(Members)
WHOLE = '{"path": "src/main.py"}'


def chat_body(arguments: object) -> Mapping[str, object]:
    return chat.body(chat.user("Read it."), chat.calling(chat.call("call_1", arguments)), chat.tool("call_1"))


def responses_body(arguments: object) -> Mapping[str, object]:
    return responses.body(responses.user("Read it."), responses.call("call_1", arguments), responses.output("call_1"))


RULE = Rule(
    id="call-arguments-json",
    title="The arguments of a call are the text of a JSON object",
    what="Call arguments that are no JSON text",
    why="Arguments travel as text. A server that reads the text of past calls refuses a history with a broken one.",
    fix="Send the arguments as text, and let the text hold a JSON object.",
    repair="Keep the text as the model sent it; where it was cut off, drop the call and its result together.",
    compaction="A long argument was shortened like any other text, or stored as an object and sent back as one.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={Dialect.OPENAI_CHAT: Severity.ERROR, Dialect.OPENAI_RESPONSES: Severity.ERROR},
    severity_reason="What is no text is refused; text that is no JSON object is refused by some compatible servers.",
    refused_by={
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI refuses arguments that are no text; compatible servers also text that is no JSON object.",
            fix="Send the arguments of {part} in message {message} as the text of a JSON object.",
            words="Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an int",
            behaviours=("OC-10", "OC-11"),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses arguments that are no text; compatible servers also text that is no JSON object.",
            fix="Send the arguments of item {message} as the text of a JSON object.",
            words="Invalid type for 'input[1].arguments': expected a string, but got an object instead.",
            behaviours=("OR-13",),
        ),
    },
    patterns=(
        r"function\.arguments': expected a string, but got an? \w+",
        r"[Ii]nvalid type for 'input\[\d+\]\.arguments': expected a string",
        r"[Ii]nvalid.*arguments.*JSON",
        r"arguments must be a valid JSON",
        r"Unterminated string in tool call arguments",
    ),
    evidence=("aaif-goose/goose-mobile#20", "API reference, Chat Completions"),
    bad={
        Dialect.OPENAI_CHAT: chat_body({"path": "src/main.py"}),
        Dialect.OPENAI_RESPONSES: responses_body({"path": "src/main.py"}),
    },
    good={Dialect.OPENAI_CHAT: chat_body(WHOLE), Dialect.OPENAI_RESPONSES: responses_body(WHOLE)},
    provider={Dialect.OPENAI_CHAT: check, Dialect.OPENAI_RESPONSES: check},
)
