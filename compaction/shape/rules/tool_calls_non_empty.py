"""A list of calls holds at least one."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import openai_chat
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples_chat import assistant, body, user
from compaction.transcripts import Dialect


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each empty list of calls."""
    for turn in request.callers:
        if not request.messages[turn].tool_calls:
            yield Breach(turn, request.pointer(turn, "tool_calls"))


RULE = Rule(
    id="tool-calls-non-empty",
    title="A list of calls holds at least one call",
    what="Empty list of tool calls",
    why="A message without calls has no list of them; an empty list is refused.",
    fix="Remove the field tool_calls from the message.",
    repair="Write the field only where calls are left; an empty list is not the same as none.",
    compaction="The calls of a message were removed one by one, and the empty list stayed.",
    group=Group.PAIRS,
    phase=Phase.STRUCTURE,
    severity={Dialect.OPENAI_CHAT: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI refuses tool_calls without any call in it.",
            fix="Remove the field tool_calls from message {message}.",
            words="Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1",
            behaviours=("OC-07",),
        ),
    },
    patterns=(r"Invalid 'messages\[\d+\]\.tool_calls': empty array",),
    evidence=("openai/openai-python#2061", "openai/openai-node#1341", "home-assistant/core#118577"),
    bad={Dialect.OPENAI_CHAT: body(user("Test it."), assistant("Done.", tool_calls=[]), user("Thanks."))},
    good={Dialect.OPENAI_CHAT: body(user("Test it."), assistant("Done."), user("Thanks."))},
    provider={Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat)},
)
