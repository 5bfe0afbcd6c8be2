"""The list holds at least one message."""

from collections.abc import Iterator
from dataclasses import replace

from compaction.findings import Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect


def check(sent: Sent) -> Iterator[Breach]:
    """Yield one breach, at the list, where it has no element; where there is no list either, at the whole request."""
    if not sent.roles:
        yield Breach(None, sent.list_pointer if sent.has_list else sent.root)


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Let a text stand for one message, and an earlier response for the list."""
    if not (isinstance(request.body.input, str) and request.body.input) and not request.partial:
        yield from check(request)


QUESTION = "Tag the image that was built."
OPENAI = Refusal(
    sentence="OpenAI refuses a list without any message.",
    fix="Send at least one message; a summary can be that message.",
    words="Invalid 'messages': empty array",
    behaviours=("OC-08",),
)

RULE = Rule(
    id="empty-messages",
    title="The list holds at least one message",
    what="Request without any message",
    why="Without a message there is nothing to answer, so the provider refuses the request.",
    fix="Send at least one message; a summary can be that message.",
    repair="After each rewriting step, see that a message is left; send the summary as a user message, not as system.",
    compaction="The summary replaced every message and was moved into the system prompt, so the list is empty.",
    group=Group.ORDER,
    phase=Phase.FORM,
    severity=dict.fromkeys(Dialect, Severity.ERROR),
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a list without any message; the system prompt does not count as one.",
            fix="Send at least one user message; a summary can be that message.",
            words="messages: at least one message is required",
            behaviours=("AM-06",),
        ),
        Dialect.OPENAI_CHAT: OPENAI,
        Dialect.OPENAI_RESPONSES: replace(OPENAI, behaviours=()),
        Dialect.GEMINI: Refusal(
            sentence="Gemini refuses a request whose contents are empty; the system instruction does not count.",
            fix="Send at least one content with the role user; a summary can be that one.",
            words="GenerateContentRequest.contents: contents is not specified",
            behaviours=("GM-08",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses a conversation without any message.",
            fix="Send at least one user message; a summary can be that message.",
            words="",
        ),
    },
    patterns=(
        r"messages: at least one message is required",
        r"Invalid 'messages': empty array",
        r"\[\] is too short - 'messages'",
        r"at least one contents field is required",
        r"contents (is|are) not specified",
    ),
    evidence=(
        "langgenius/dify#25953",
        "Helicone/helicone#5257",
        "langchain-ai/langchain#31696",
        "CopilotKit/CopilotKit#529",
    ),
    bad={
        Dialect.ANTHROPIC: {"system": "Summary: the image was built.", "messages": []},
        Dialect.OPENAI_CHAT: {"messages": []},
        Dialect.OPENAI_RESPONSES: {"instructions": "Summary: the image was built.", "input": []},
        Dialect.GEMINI: {"systemInstruction": {"parts": [{"text": "Summary: the image was built."}]}, "contents": []},
        Dialect.BEDROCK_CONVERSE: {"system": [{"text": "Summary: the image was built."}], "messages": []},
    },
    good={
        Dialect.ANTHROPIC: {"messages": [{"role": "user", "content": QUESTION}]},
        Dialect.OPENAI_CHAT: {"messages": [{"role": "user", "content": QUESTION}]},
        Dialect.OPENAI_RESPONSES: {"input": [{"role": "user", "content": QUESTION}]},
        Dialect.GEMINI: {"contents": [{"role": "user", "parts": [{"text": QUESTION}]}]},
        Dialect.BEDROCK_CONVERSE: {"messages": [{"role": "user", "content": [{"text": QUESTION}]}]},
    },
    provider={
        Dialect.ANTHROPIC: check,
        Dialect.OPENAI_CHAT: check,
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.GEMINI: check,
        Dialect.BEDROCK_CONVERSE: check,
    },
)
