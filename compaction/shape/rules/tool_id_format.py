"""A call id has the characters and the length that its provider takes."""

import re
from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, openai_chat, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each call with an id of other characters or without one, and each result that names one alone."""
    bad = [call for call in request.calls if not is_legal(call.id)]
    told = {call.id for call in bad if isinstance(call.id, str)}
    for call in bad:
        yield Breach(call.turn, at(request, call, "id"), related=tuple(related(request, call.id)))
    for result in request.results:
        if not is_legal(result.id) and result.id not in told:
            yield Breach(result.turn, at(request, result, "tool_use_id"))


def is_legal(call_id: object) -> bool:
    return isinstance(call_id, str) and LEGAL(call_id) is not None


def at(sent: Sent, call: Call, name: str) -> str:
    """Point at the id, or at the block where it is missing."""
    return sent.pointer_of(call) + (f"/{name}" if isinstance(call.id, str) else "")


def related(sent: Sent, call_id: object) -> Iterator[str]:
    return (at(sent, result, "tool_use_id") for result in sent.results_by_id.get(call_id, ()))


LEGAL = re.compile(r"[a-zA-Z0-9_-]+").fullmatch


def check_chat(request: openai_chat.Request) -> Iterator[Breach]:
    """Yield each call with an id that is too long, as some servers and models say; one vendor has a form of its own."""
    strict = request.is_variant("mistral")
    for call in request.calls:
        if isinstance(call.id, str) and (not MISTRAL(call.id) if strict else len(call.id) > LONGEST):
            results = request.results_by_id.get(call.id, ())
            yield Breach(
                call.turn,
                f"{request.pointer_of(call)}/id",
                related=tuple(f"{request.pointer_of(result)}/tool_call_id" for result in results),
                severity=Severity.ERROR if strict else None,
                confidence=Confidence.FIRM if strict else Confidence.CONTESTED,
            )


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each call with an id that is too long, and each output that names one alone."""
    for parts, others in ((request.calls, request.results_by_id), (request.results, request.calls_by_id)):
        for part in parts:
            if isinstance(part.id, str) and len(part.id) > LONGEST_CALL:
                twins = tuple(request.pointer(twin.turn, "call_id") for twin in others.get(part.id, ()))
                if parts is request.calls or not twins:
                    yield Breach(part.turn, request.pointer(part.turn, "call_id"), related=twins)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each call with an id too long, of other characters or without one, and each result that names one alone;
    point and colon are contested.
    """
    bad = [call for call in request.calls if not is_legal_bedrock(call.id)]
    told = {call.id for call in bad if isinstance(call.id, str)}
    for call in bad:
        results = request.results_by_id.get(call.id, ())
        yield bedrock_breach(
            request, call, "toolUse", tuple(f"{request.pointer_of(one)}/toolResult" for one in results)
        )
    for result in request.results:
        if not is_legal_bedrock(result.id) and result.id not in told:
            yield bedrock_breach(request, result, "toolResult")


def is_legal_bedrock(call_id: object) -> bool:
    return isinstance(call_id, str) and BEDROCK(call_id) is not None


def bedrock_breach(request: bedrock_converse.Request, call: Call, holder: str, related: tuple[str, ...] = ()) -> Breach:
    newer = isinstance(call.id, str) and NEWER(call.id) is not None
    pointer = f"{request.pointer_of(call)}/{holder}" + ("/toolUseId" if isinstance(call.id, str) else "")
    return Breach(
        call.turn,
        pointer,
        related=related,
        severity=Severity.WARNING if newer else None,
        confidence=Confidence.CONTESTED if newer else Confidence.FIRM,
    )


LONGEST, LONGEST_CALL = 40, 64
MISTRAL = re.compile(r"[a-zA-Z0-9]{9}").fullmatch
LONG = "call_" + "x" * 60


BEDROCK = re.compile(r"[a-zA-Z0-9_-]{1,64}").fullmatch
NEWER = re.compile(r"[a-zA-Z0-9_.:-]{1,64}").fullmatch

RULE = Rule(
    id="tool-id-format",
    title="A call id has characters and a length that the provider takes",
    what="Call id with characters or a length not allowed",
    why=("Providers limit the characters and the length of call ids and refuse ids that another provider made freely."),
    fix="Rewrite the id, in the call and in its result alike.",
    repair=("Map foreign ids to legal ones when a list changes its provider, one to one and the same way each time."),
    compaction="A list was moved to another provider together with the ids that the first one had given.",
    group=Group.NAMES,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.WARNING,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole; how long an id may be differs by provider.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes letters, digits, underscore and hyphen in call ids, and at least one of them.",
            fix="Rewrite the id of {part} in message {message}, and the same id in its result.",
            words="messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            behaviours=("AM-16",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI took 40 characters at most, some servers still do; Mistral wants nine letters or digits.",
            fix="Rewrite the id of {part} in message {message}, and the same id in its tool message.",
            words="Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40",
            outcome="depends",
            behaviours=("OC-09",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes a call_id of 64 characters at most.",
            fix="Rewrite the call_id of item {message}, and the same id in its output item.",
            words="Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64",
            behaviours=("OR-06",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock takes 1 to 64 letters, digits, underscores and hyphens in call ids.",
            fix="Rewrite the id of {part} in message {message}, and the same id in its result.",
            words="Value at 'messages.1.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint",
            behaviours=("BC-11",),
        ),
    },
    patterns=(
        r"tool_use(_id|\.id): String should match pattern",
        r"tool_calls\[\d+\]\.id': string too long",
        r"call_id': string too long",
        r"toolUseId.*failed to satisfy constraint",
        r"Tool call id was .* but must be a-z, A-Z, 0-9, with a length of 9",
    ),
    evidence=(
        "maximhq/bifrost#5097",
        "HKUDS/nanobot#4356",
        "BerriAI/litellm#21215",
        "anomalyco/opencode#1279",
        "microsoft/autogen#6377",
        "vercel/ai#8132",
        "AnswerDotAI/fastllm#45",
        "earendil-works/pi#781",
        "maximhq/bifrost#6300",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("call:1")), user(answer("call:1"))),
        Dialect.OPENAI_CHAT: chat.body(chat.user("Test it."), chat.calling(chat.call(LONG)), chat.tool(LONG)),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."), responses.call(LONG), responses.output(LONG)
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("t" * 65)), aws.user(aws.answer("t" * 65))
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("call_1")), user(answer("call_1"))),
        Dialect.OPENAI_CHAT: chat.body(chat.user("Test it."), chat.calling(chat.call("call_1")), chat.tool("call_1")),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."), responses.call("call_1"), responses.output("call_1")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("t" * 64)), aws.user(aws.answer("t" * 64))
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, check_chat),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
