"""A message made of text says something."""

from collections.abc import Iterator

from msgspec import UNSET, Raw

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat
from compaction.shape.lenient import opening
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What a provider strips: not all that `str.strip` takes. Source: message-shape 4."""


def check(native: Native) -> Iterator[Breach]:
    """Yield each message of text alone, without calls, that is blank.

    Source: message-shape 6.4.
    """
    messages = native.request.messages
    for turn in native.texts:
        content = messages[turn].content
        if isinstance(content, str):
            if is_blank(content):
                yield Breach(turn, f"{native.pointer(turn)}/content")
        elif all(is_blank(block.text) for block in content or ()):
            yield Breach(turn, f"{native.pointer(turn)}/content" + ("/0" if content else ""))


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each message without content and each blank text, the system prompt's and those inside results too.

    A blank reply at the end is a begun one, which another rule judges.

    Source: provider-rules 2.3.
    """
    system = request.body.system
    for place, block in enumerate(system if isinstance(system, list) else ()):
        if block.type == "text" and is_blank(block.text):
            yield Breach(None, f"/system/{place}", behaviours=behaviours(block))
    for turn, place, block in request.blocks_of("text"):
        if is_blank(block.text):
            yield Breach(turn, request.pointer(turn, "content", place), behaviours=behaviours(block))
    last = len(request.messages) - 1
    for turn, message in enumerate(request.messages):
        content = message.content
        hollow = not content or (isinstance(content, str) and content.isspace() and is_blank(content))
        if hollow and (turn != last or request.roles[turn] != "assistant"):
            yield empty(request, turn)
    for turn, pointer, block in request.nested:
        if block.type == "text" and is_blank(block.text):
            yield Breach(
                turn, pointer, severity=Severity.WARNING, behaviours=("AM-22",), confidence=Confidence.CONTESTED
            )


def empty(request: anthropic.Request, turn: int) -> Breach:
    """Return the breach of a message without any content; a reply without any is refused by some models only."""
    content = request.messages[turn].content
    pointer = request.pointer(turn, "" if content is None else "content")
    if content:
        return Breach(turn, pointer, behaviours=("AM-31",))
    if request.roles[turn] != "assistant" or content is None:
        return Breach(turn, pointer, behaviours=("AM-32",))
    return Breach(turn, pointer, severity=Severity.WARNING, behaviours=("AM-33",), confidence=Confidence.CONTESTED)


def behaviours(block: anthropic.Block) -> tuple[str, ...]:
    """Name the behaviour that a blank text meets first."""
    if block.text:
        return ("AM-31",)
    return ("AM-30",) if block.cache_control is anthropic.MISSING else ("AM-61",)


def is_blank(text: object) -> bool:
    """Whether nothing but white space is there; `isspace` knows more white space, and looks no further than it must."""
    if not isinstance(text, str):
        return text is None
    return not text or (text.isspace() and not text.strip(WHITE_SPACE))


HEAD = {"role": "user", "content": "Rename the column and run the migration."}
TAIL = {"role": "user", "content": "Go on."}


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each message without content; an assistant message with a call, a refusal or audio needs none."""
    for turn in request.hollow:
        message, role = request.messages[turn], request.roles[turn]
        if role == "function" or (role == "assistant" and says_something(message)):
            continue
        pointer = request.pointer(turn, "content" if request.has(turn, "content") else "")
        if isinstance(message.content, list):
            yield Breach(turn, pointer, severity=Severity.WARNING, confidence=Confidence.FAIR)
        else:
            yield Breach(turn, pointer)


def says_something(message: openai_chat.Message) -> bool:
    legacy, refusal = message.function_call is not None, message.refusal not in (None, "")
    return bool(message.tool_calls) or legacy or refusal or opening(message.audio) == "object"


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each content without parts and each part without data. Blank text is refused by some surfaces only; beside
    a signature it is how a signed reply ends.
    """
    for turn in request.hollow:
        pointer = request.pointer(turn, "parts" if request.contents[turn].parts == [] else "")
        yield Breach(turn, pointer, behaviours=("GM-07",))
    for turn, place, part in request.mute:
        pointer = request.pointer(turn, "parts", place)
        if part.signature is not UNSET or part.thought is True:
            continue
        if part.text == "":
            yield Breach(
                turn, pointer, severity=Severity.WARNING, behaviours=("GM-10",), confidence=Confidence.CONTESTED
            )
        elif not request.element(turn, "parts", place):
            yield Breach(turn, pointer, behaviours=("GM-09",))


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each message without blocks and each blank text; those inside results are contested."""
    for turn in request.hollow:
        yield Breach(
            turn,
            request.pointer(turn, "content" if request.messages[turn].content == [] else ""),
            behaviours=("BC-06",),
        )
    for turn, place in request.blank:
        yield Breach(turn, request.pointer(turn, "content", place), behaviours=("BC-04",))
    for turn, place, result in request.answers:
        if result.status != "error" or result.content:
            for inside in blank_in(result):
                pointer = f"{request.pointer(turn, 'content', place)}/toolResult{inside}"
                yield Breach(
                    turn, pointer, severity=Severity.WARNING, behaviours=("BC-05",), confidence=Confidence.CONTESTED
                )


def blank_in(result: bedrock_converse.ToolResult) -> Iterator[str]:
    """Yield the pointer, within a result, of each blank part, or of the whole content where it is empty."""
    if not isinstance(result.content, list) or not result.content:
        yield "/content" if result.content == [] else ""
        return
    for place, part in enumerate(result.content):
        if (part.text is not UNSET and is_blank(part.text)) or is_empty(part.json):
            yield f"/content/{place}"


def is_empty(value: object) -> bool:
    """Whether an undecoded value is an object without members."""
    return bytes(value).split() in ([b"{}"], [b"{", b"}"]) if isinstance(value, Raw) else value == {}


RULE = Rule(
    id="non-empty-content",
    title="A message of text holds more than white space",
    what="Message whose text is empty",
    why=(
        "A message of text that says nothing gives the model no turn to answer; the provider refuses the "
        "request for it."
    ),
    fix="Put text into the message, or remove the message.",
    repair="After each step that rewrites text, drop messages that became blank, or put a short placeholder there.",
    compaction="A rewriting step shortens a message to nothing, or a summary comes back blank and is inserted unseen.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, whatever else it holds.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses text without any visible character.",
            fix="Put text into message {message}, or remove the message.",
            words="text content blocks must be non-empty",
            behaviours=("AM-30", "AM-31", "AM-32"),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI refuses content that is null or missing, bar beside calls; an empty text is fine.",
            fix="Put text into message {message}, an empty one at least, or remove the message.",
            words="Invalid value for 'content': expected a string, got null.",
            behaviours=("OC-05",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes items with an empty text.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("OC-18",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini refuses a content without parts and a part without data; blank text on some surfaces.",
            fix="Put a text into {part} of content {message}, or remove the content.",
            words="GenerateContentRequest.contents[1].parts: contents.parts must not be empty.",
            behaviours=("GM-07", "GM-09", "GM-10"),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses a message without blocks and text without any visible character.",
            fix="Put text into {part} of message {message}, or remove it.",
            words=(
                "The text field in the ContentBlock object at messages.1.content.0 is blank. Add text to the "
                "text field, and try again."
            ),
            behaviours=("BC-04", "BC-06", "BC-05"),
        ),
    },
    patterns=(
        r"text content blocks must be non-empty",
        r"text content blocks must contain non-whitespace text",
        r"user messages must have non-empty content",
        r"all messages must have non-empty content",
        r"cache_control cannot be set for empty text blocks",
        r"Invalid value for 'content': expected a string, got null",
        r"expected (an array|one of).*got null",
        r"contents\.parts must not be empty",
        r"must include at least one parts field",
        r"required oneof field 'data' must have one initialized field",
        r"it has an empty text parameter",
        r"The text field in the ContentBlock object( at \S+)? is blank",
        r"The content field in the Message object( at \S+)? is empty",
    ),
    evidence=(
        "anthropics/claude-code#59812",
        "anthropics/claude-code#23440",
        "anthropics/claude-code#6774",
        "docker/docker-agent#63",
        "vercel/ai#13744",
        "vercel/ai#3775",
        "genkit-ai/genkit#3816",
        "microsoft/autogen#5762",
        "boto/botocore#3525",
        "Portkey-AI/gateway#995",
    ),
    bad={
        Dialect.ANTHROPIC: {"messages": [HEAD, {"role": "assistant", "content": " \n"}, TAIL]},
        Dialect.OPENAI_CHAT: chat.body(HEAD, chat.assistant(None), TAIL),
        Dialect.GEMINI: google.body(google.user("Run it."), google.model(), google.user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Run it."), aws.assistant(" "), aws.user("Go on.")),
    },
    good={
        Dialect.ANTHROPIC: {"messages": [HEAD, {"role": "assistant", "content": "The column is renamed."}, TAIL]},
        Dialect.OPENAI_CHAT: chat.body(HEAD, chat.assistant(""), TAIL),
        Dialect.GEMINI: google.body(google.user("Run it."), google.model("It ran."), google.user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Run it."), aws.assistant("It ran."), aws.user("Go on.")),
    },
    core=check,
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
    core_dialects=(Dialect.ANTHROPIC,),
)
