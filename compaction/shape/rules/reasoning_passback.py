"""Reasoning of the open tool turn is sent back where its vendor wants it."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import openai_chat
from compaction.shape.lenient import payload
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_chat import body, call, calling, tool, user
from compaction.transcripts import Dialect

VARIANT = "deepseek-thinking"


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each message with calls since the newest user message that has no reasoning; empty text will do."""
    strict = request.is_variant(VARIANT)
    if not strict and not ("deepseek" in request.model.lower() and is_thinking(request)):
        return
    asked = max((turn for turn, role in enumerate(request.roles) if role == "user"), default=-1)
    for turn in request.callers:
        if turn > asked and request.messages[turn].reasoning_content in (UNSET, None):
            severity = Severity.ERROR if strict else None
            yield Breach(turn, request.pointer(turn), severity=severity, confidence=Confidence.FAIR)


def is_thinking(request: openai_chat.Request) -> bool:
    mode = payload(request.body.thinking)
    return isinstance(mode, dict) and mode.get("type") == "enabled"


QUESTION = user("Check the weather.")
MODE = {"type": "enabled"}

RULE = Rule(
    id="reasoning-passback",
    title="Reasoning of the open tool turn is sent back",
    what="Call without the reasoning before it",
    why="In thinking mode this vendor's models go on from their reasoning and refuse an open tool turn without it.",
    fix="Send reasoning_content with every call since the newest user message; empty text will do.",
    repair="Keep reasoning_content of messages with calls until the next user message, then it may go.",
    compaction="Reasoning was stripped from the history to save tokens while a tool turn was open.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={Dialect.OPENAI_CHAT: Severity.WARNING},
    severity_reason="Only one vendor's thinking mode wants it, and only for the open tool turn.",
    refused_by={
        Dialect.OPENAI_CHAT: Refusal(
            sentence="DeepSeek in thinking mode refuses calls of the open tool turn that lack reasoning_content.",
            fix="Send reasoning_content with message {message}; empty text will do.",
            words="The `reasoning_content` in the thinking mode must be passed back to the API.",
            outcome="depends",
            behaviours=("OC-20",),
        ),
    },
    patterns=(r"The `reasoning_content` in the thinking mode must be passed back",),
    evidence=("crewAIInc/crewAI#5878", "Kilo-Org/kilocode#9452", "earendil-works/pi#3636"),
    bad={
        Dialect.OPENAI_CHAT: body(
            QUESTION, calling(call("call_1")), tool("call_1"), model="deepseek-v4-pro", thinking=MODE
        )
    },
    good={
        Dialect.OPENAI_CHAT: body(
            QUESTION,
            calling(call("call_1"), reasoning_content=""),
            tool("call_1"),
            model="deepseek-v4-pro",
            thinking=MODE,
        )
    },
    provider={Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat)},
)
