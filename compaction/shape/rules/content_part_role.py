"""A block is of a known type, and of one that its role may send."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from compaction.shape.part_types import weigh
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import body, user
from compaction.shape.strict import names_of
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each block of an unknown type, and each that belongs to the other side."""
    for kind, found in request.blocks.items():
        role = SIDES.get(kind) or ("assistant" if kind.endswith(SERVER) else None)
        if role is None:
            wrong = [] if kind in EITHER else found
        else:
            wrong = [held for held in found if request.roles[held[0]] not in (role, "system")]
        for turn, place, _ in wrong:
            pointer = request.pointer(turn, "content", place)
            yield foreign(turn, pointer, () if role else (kind,), *(() if role else ("AM-35",)))


def foreign(turn: int, pointer: str, names: Iterable[str], *behaviours: str) -> Breach:
    """Return the breach of a block by the names that say its type: one that nobody knows may be newer than the rule."""
    severity = weigh(names)
    confidence = Confidence.CONTESTED if severity else Confidence.FAIR
    return Breach(turn, pointer, severity=severity, behaviours=behaviours, confidence=confidence)


EITHER = frozenset({"text", "image", "document", "search_result", "container_upload", "compaction"})
SERVER = ("_tool_use", "_tool_result")
SIDES = {
    "tool_result": "user",
    "tool_use": "assistant",
    "thinking": "assistant",
    "redacted_thinking": "assistant",
}


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each part of a type that its role does not send; text alone needs no look."""
    for kind, found in request.parts.items():
        for turn, place, _ in found:
            role = request.roles[turn]
            if role in CHAT_PARTS and kind not in CHAT_PARTS[role]:
                pointer = request.pointer(turn, "content", place)
                image = kind == "image_url"
                yield Breach(turn, pointer) if image else foreign(turn, pointer, (kind,), "OC-16")


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each part of a type that its side does not send. Whether there is any is known without a walk."""
    wrong = {(role, kind) for role, kind in request.part_kinds if kind not in ITEM_PARTS.get(role, (kind,))}
    for turn in request.by_kind.get("message", ()) if wrong else ():
        content = request.items[turn].content
        for place, part in enumerate(content if isinstance(content, list) else ()):
            kind = part.type if isinstance(part.type, str) else ""
            if (request.roles[turn], kind) in wrong:
                pointer = request.pointer(turn, "content", place)
                yield foreign(turn, pointer, (kind,)) if weigh((kind,)) else Breach(turn, pointer)


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each part of an unknown kind, each call of the user, and each response of the model."""
    for turn, place, part in request.mute:
        if part.text is UNSET and part.signature is UNSET and (given := request.element(turn, "parts", place)):
            yield foreign(turn, request.pointer(turn, "parts", place), given.keys() - names_of(gemini.Part))
    wrong = [call for call in request.calls if request.roles[call.turn] == "user"]
    wrong += [response for response in request.results if request.roles[response.turn] == "model"]
    for part_of in wrong:
        yield Breach(part_of.turn, request.pointer_of(part_of), confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each block of an unknown kind, and calls, results and media of the wrong side."""
    for turn, place, _ in request.odd:
        yield foreign(turn, request.pointer(turn, "content", place), request.element(turn, "content", place))
    wrong = [(call.turn, call.place, ()) for call in request.calls if request.roles[call.turn] == "user"]
    wrong += [(one.turn, one.place, ()) for one in request.results if request.roles[one.turn] == "assistant"]
    media = [(turn, place, ("BC-15",)) for turn, place, _ in request.media if request.roles[turn] == "assistant"]
    for turn, place, behaviours in [*wrong, *media]:
        yield Breach(turn, request.pointer(turn, "content", place), behaviours=behaviours, confidence=Confidence.FAIR)


TEXT = frozenset({"text"})
CHAT_PARTS = {
    "user": TEXT | {"image_url", "input_audio", "file"},
    "assistant": TEXT | {"refusal"},
    **dict.fromkeys(("system", "developer", "tool", "function"), TEXT),
}
INPUT = frozenset({"input_text", "input_image", "input_file", "input_audio"})
ITEM_PARTS = {
    "assistant": frozenset({"output_text", "refusal"}),
    **dict.fromkeys(("user", "system", "developer"), INPUT),
}
REPLY = {"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "Done."}]}


RULE = Rule(
    id="content-part-role",
    title="A block is of a type that its message may hold",
    what="Block of a type that may not stand here",
    why="Each provider has its own types of blocks, and some belong to one side of the conversation only.",
    fix="Translate the block into a type of this dialect, or move it to the other role.",
    repair="Translate blocks where a list changes its provider, type by type, and stop at an unknown one.",
    compaction=(
        "A summary was written back with the block types of another dialect, or a result with the role "
        "of the assistant."
    ),
    group=Group.CONTENT,
    phase=Phase.FORM,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole; a type that nobody knows yet is a warning, it may be new.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses blocks of types that it does not know, and calls or results on the wrong side.",
            fix="Translate {part} of message {message} into a type of this dialect, or move it to the other role.",
            words=(
                "messages.0.content.0: Input tag 'input_text' found using 'type' does not match any of the "
                "expected tags"
            ),
            behaviours=("AM-35",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes images, audio and files from the user only, and no part types of other dialects.",
            fix="Translate {part} of message {message} into text, or move it to a user message.",
            words="Invalid value: 'tool_result'. Supported values are: 'text', 'image_url', 'input_audio' and 'file'.",
            behaviours=("OC-13", "OC-16"),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes output_text and refusal from the assistant, and inputs from all others.",
            fix="Give {part} of item {message} the type that its side sends.",
            words="Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
            behaviours=("OR-11",),
        ),
        Dialect.GEMINI: Refusal(
            sentence=(
                "Gemini knows its parts by their field, takes calls from the model only, and responses from the "
                "user only."
            ),
            fix="Translate {part} of content {message} into a part of this dialect, or move it to the other role.",
            words="",
            behaviours=("GM-14",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence=(
                "Bedrock knows blocks by their key, takes calls from the assistant, and results and media from "
                "the user."
            ),
            fix="Translate {part} of message {message} into a block of this dialect, or move it to the other role.",
            words="",
            behaviours=("BC-15",),
        ),
    },
    patterns=(
        r"Input tag '.*' found using 'type' does not match any of the expected tags",
        r"Image URLs are only allowed for messages with role 'user'",
        r"Invalid value: '\w+'\. Supported values are:",
    ),
    evidence=("Schema of the SDK", "strands-agents/sdk-python#320", "BerriAI/litellm#17507"),
    bad={
        Dialect.ANTHROPIC: body(user({"type": "input_text", "text": "Go on."})),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user([{"type": "tool_result", "tool_use_id": "toolu_01", "content": "16 passed"}])
        ),
        Dialect.OPENAI_RESPONSES: responses.body(responses.user("Test it."), REPLY),
        Dialect.GEMINI: google.body(google.user({"image_url": {"url": "https://example.com/a.png"}})),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user({"input_text": "Go on."})),
    },
    good={
        Dialect.ANTHROPIC: body(user({"type": "text", "text": "Go on."})),
        Dialect.OPENAI_CHAT: chat.body(chat.user([{"type": "text", "text": "16 passed"}])),
        Dialect.OPENAI_RESPONSES: responses.body(responses.user("Test it."), responses.assistant("Done.")),
        Dialect.GEMINI: google.body(google.user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Go on.")),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
