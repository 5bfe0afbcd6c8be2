"""A system message inside the list stands right before an assistant message, or last."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect


def check(native: Native) -> Iterator[Breach]:
    """Yield each system message, bar the first of the list, that something else than an assistant message follows.

    Source: message-shape 6.1.
    """
    last = len(native.roles) - 1
    for turn in native.turns_of("system"):
        if 0 < turn < last and native.roles[turn + 1] != "assistant":
            yield Breach(turn, native.pointer(turn))


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each system message that stands first, beside another, not behind a user message, or before one.

    Models that take none in the list refuse its role, not its place.

    Source: provider-rules 2.1.
    """
    if "system" not in request.roles or request.knows("system-in-list") is False:
        return
    last = len(request.roles) - 1
    for turn, role in enumerate(request.roles):
        if role == "system" and not (
            is_behind_user(request, turn)
            and (turn == last or request.roles[turn + 1] == "assistant")
            and all(block.type == "text" for block in request.content_of(turn))
        ):
            yield Breach(turn, request.pointer(turn))


def is_behind_user(request: anthropic.Request, turn: int) -> bool:
    """Whether a user message stands before, or an assistant message that ends in a server tool use."""
    before = request.roles[turn - 1] if turn else ""
    blocks = request.content_of(turn - 1) if before == "assistant" else ()
    return before == "user" or bool(blocks and blocks[-1].type == "server_tool_use")


HEAD = [
    {"role": "user", "content": "Find out why the import is slow."},
    {"role": "assistant", "content": "The index is missing."},
]
SUMMARY = "Summary: the import lacks an index; the user wants it added."


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each system message but the first, where a chat template takes one alone; note them on models that take
    none.
    """
    leading = request.is_variant("single-leading-system")
    if leading or request.knows("system-role") is False:
        for turn, role in enumerate(request.roles):
            if leading and turn and role in ("system", "developer"):
                yield Breach(turn, request.pointer(turn), severity=Severity.ERROR, behaviours=("OC-18",))
            elif not leading and role == "system":
                yield Breach(turn, request.pointer(turn), behaviours=("OC-15",))


def check_lifted(sent: gemini.Request | bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each system message in the list of a dialect that has a field for it."""
    if not LIFTED.isdisjoint(sent.roles):
        for turn, role in enumerate(sent.roles):
            if role in LIFTED:
                yield Breach(turn, sent.pointer(turn))


LIFTED = frozenset({"system", "developer"})

RULE = Rule(
    id="system-position",
    title="A system message stands before an assistant message or at the end",
    what="System message in a place where none may stand",
    why=(
        "The provider takes a system message in the list as a note to the next answer, so an answer or "
        "nothing must follow."
    ),
    fix="Give the message the role user, or move it right before an assistant message or to the end.",
    repair=(
        "Insert summaries and reminders with the role user; keep standing instructions in the top-level system field."
    ),
    compaction="The summary is inserted with the role system in front of a kept tail that opens with a user message.",
    group=Group.ORDER,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.NOTE,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model that takes system messages in the list at all.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic refuses a system message in the list unless an assistant message follows it or it is last."
            ),
            fix="Give message {message} the role user, or move it right before an assistant message or to the end.",
            words="role 'system' must precede an 'assistant' message or end the array",
            behaviours=("AM-02",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes them anywhere, bar early o1 models; some chat templates take one, at the start.",
            fix="Join message {message} with the first one, or give it the role user.",
            words="System message must be at the beginning",
            outcome="depends",
            behaviours=("OC-18", "OC-15"),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes system and developer messages at any place of the list.",
            fix="Nothing needs to change.",
            words="",
            outcome="accepted",
            behaviours=("OC-18",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini takes a system text in systemInstruction only, never in contents.",
            fix="Move the text of content {message} into systemInstruction.",
            words="",
            behaviours=("GM-13",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock takes a system text in the field system only, never in messages.",
            fix="Move the text of message {message} into the field system.",
            words="",
            behaviours=("BC-14",),
        ),
    },
    patterns=(
        r"role 'system' must precede an 'assistant' message or end the array",
        r"messages\.0: use the top-level 'system' parameter",
        r"System message must be at the beginning",
        r"'messages\[\d+\]\.role' does not support 'system' with this model",
    ),
    evidence=(
        "anthropics/claude-code#73821",
        "earendil-works/pi#5876",
        "Provider documentation, Mid-conversation system messages",
        "microsoft/agent-framework#1077",
        "langgenius/dify-official-plugins#566",
    ),
    bad={
        Dialect.ANTHROPIC: {
            "messages": [*HEAD, {"role": "system", "content": SUMMARY}, {"role": "user", "content": "Add it."}]
        },
        Dialect.OPENAI_CHAT: chat.body(chat.system(SUMMARY), chat.user("Add it."), model="o1-mini"),
        Dialect.GEMINI: google.body(
            google.user("Find the cause."), google.content("system", "Summary: it is the index."), google.user("Go on.")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Find the cause."),
            aws.message("system", "Summary: it is the index."),
            aws.assistant("Understood."),
            aws.user("Go on."),
        ),
    },
    good={
        Dialect.ANTHROPIC: {
            "messages": [*HEAD, {"role": "user", "content": SUMMARY}, {"role": "user", "content": "Add it."}]
        },
        Dialect.OPENAI_CHAT: chat.body(chat.user(SUMMARY), chat.user("Add it."), model="o1-mini"),
        Dialect.GEMINI: google.body(
            google.user("Find the cause."),
            google.user("Go on."),
            systemInstruction={"parts": [{"text": "Summary: it is the index."}]},
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Find the cause."),
            aws.assistant("Understood."),
            aws.user("Go on."),
            system=[{"text": "Summary: it is the index."}],
        ),
    },
    core=check,
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.GEMINI: on(gemini.Request, check_lifted),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_lifted),
    },
    core_dialects=(Dialect.ANTHROPIC,),
)
