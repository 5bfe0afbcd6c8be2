"""A message has a role that its provider knows."""

from collections.abc import Iterator, Sequence

from compaction.findings import Severity
from compaction.shape.bodies import anthropic, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

ROLES = {
    Dialect.ANTHROPIC: frozenset({"user", "assistant", "system"}),
    Dialect.OPENAI_CHAT: frozenset({"system", "developer", "user", "assistant", "tool", "function"}),
    Dialect.OPENAI_RESPONSES: frozenset({"system", "developer", "user", "assistant"}),
    Dialect.GEMINI: frozenset({"user", "model", "function"}),
    Dialect.BEDROCK_CONVERSE: frozenset({"user", "assistant"}),
}
LIFTED = frozenset({"system", "developer"})


def check(sent: Sent) -> Iterator[Breach]:
    """Yield each message whose role is not in the dialect's set. A gap in the set of roles is seen without a walk."""
    legal = ROLES[sent.dialect]
    if not legal.issuperset(sent.roles):
        for turn, role in enumerate(sent.roles):
            if role not in legal:
                yield at(sent, turn)


def at(sent: Sent, turn: int, *, severity: Severity | None = None, behaviours: tuple[str, ...] = ()) -> Breach:
    """Point at the role where there is one."""
    pointer = sent.pointer(turn, "role" if sent.has(turn, "role") else "")
    return Breach(turn, pointer, severity=severity, behaviours=behaviours)


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Add system messages, on models that are known to take none in the list. Of others reports do not agree, and
    captured requests to them hold some: nothing is said.
    """
    for breach in check(request):
        yield Breach(breach.turn, breach.pointer, behaviours=("AM-03",))
    if "system" in request.roles and request.knows("system-in-list") is False:
        for turn in turns_of(request, "system"):
            yield at(request, turn, behaviours=("AM-01",))


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Look at message items alone: the others have no role. One backend takes no system role."""
    legal = ROLES[request.dialect] - ({"system"} if request.is_variant("codex-backend") else set())
    for turn in request.by_kind.get("message", ()):
        if request.roles[turn] not in legal:
            yield at(request, turn)


def turns_of(sent: Sent, role: str) -> Sequence[int]:
    return [turn for turn, name in enumerate(sent.roles) if name == role]


def check_lifted(sent: Sent) -> Iterator[Breach]:
    """Leave system messages to the rule about their place."""
    for breach in check(sent):
        if breach.turn is not None and sent.roles[breach.turn] not in LIFTED:
            yield breach


def chat(role: str) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": "What day is it?"}, {"role": role, "content": "Monday."}, TAIL]}


def keyed(role: str) -> dict[str, object]:
    asked = {"role": "user", "content": [{"text": "What day is it?"}]}
    answered = {"role": role, "content": [{"text": "Monday."}]}
    return {"messages": [asked, answered, {"role": "user", "content": [{"text": "And tomorrow?"}]}]}


def contents(role: str) -> dict[str, object]:
    asked = {"role": "user", "parts": [{"text": "What day is it?"}]}
    answered = {"role": role, "parts": [{"text": "Monday."}]}
    return {"contents": [asked, answered, {"role": "user", "parts": [{"text": "And tomorrow?"}]}]}


TAIL = {"role": "user", "content": "And tomorrow?"}

RULE = Rule(
    id="role-legal",
    title="A message has a role that the provider knows",
    what="Message with a role that does not exist here",
    why="Each provider takes a closed list of roles in messages and refuses the whole request for any other.",
    fix="Give the message a role of this dialect.",
    repair="Translate roles where a list changes its provider, not where it is sent; keep one table of roles.",
    compaction=(
        "One step rebuilds the list, and a second one rewrites a kept tool result: that message no longer matches its"
        " original bytes and is written out in the internal form, with the internal role."
    ),
    group=Group.ORDER,
    phase=Phase.FORM,
    severity=dict.fromkeys(Dialect, Severity.ERROR),
    severity_reason="The request is refused as a whole; only the role system depends on the model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes user and assistant in messages, and system on newer models only.",
            fix="Give message {message} the role user or assistant; move a system text to the system field.",
            words='messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
            behaviours=("AM-03", "AM-01"),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes system, developer, user, assistant, tool and function in messages.",
            fix="Give message {message} one of these roles.",
            words="Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user'",
            behaviours=("OC-14",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes user, assistant, system and developer on message items.",
            fix="Give item {message} one of these roles; send a tool's answer as a function_call_output item.",
            words="Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'",
            behaviours=("OR-10",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini takes the roles user and model in contents.",
            fix="Give content {message} the role user or model.",
            words="Please use a valid role: user, model.",
            behaviours=("GM-06",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock takes the roles user and assistant in messages.",
            fix="Give message {message} the role user or assistant.",
            words="Value at 'messages.1.member.role' failed to satisfy constraint: Member must satisfy enum value set",
            behaviours=("BC-14",),
        ),
    },
    patterns=(
        r'Unexpected role "\w+"',
        r"role 'system' is not supported on this model",
        r"Invalid value: '\w+'\. Supported values are: '(system|assistant)', ",
        r"Please use a valid role: user, model",
        r"role.*failed to satisfy constraint: Member must satisfy enum value set",
    ),
    evidence=(
        "mark3labs/mcphost#36",
        "swarmauri/swarmauri-sdk#733",
        "elastic/elasticsearch#149198",
        "langgenius/dify-official-plugins#566",
    ),
    bad={
        Dialect.ANTHROPIC: chat("model"),
        Dialect.OPENAI_CHAT: chat("model"),
        Dialect.OPENAI_RESPONSES: {"input": chat("tool")["messages"]},
        Dialect.GEMINI: contents("assistant"),
        Dialect.BEDROCK_CONVERSE: keyed("model"),
    },
    good={
        Dialect.ANTHROPIC: chat("assistant"),
        Dialect.OPENAI_CHAT: chat("assistant"),
        Dialect.OPENAI_RESPONSES: {"input": chat("assistant")["messages"]},
        Dialect.GEMINI: contents("model"),
        Dialect.BEDROCK_CONVERSE: keyed("assistant"),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: check,
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.GEMINI: check_lifted,
        Dialect.BEDROCK_CONVERSE: check_lifted,
    },
)
