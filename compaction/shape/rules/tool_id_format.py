"""A call id has the characters and the length that its provider takes."""

import re
from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
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
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole; how long an id may be differs by provider.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes letters, digits, underscore and hyphen in call ids, and at least one of them.",
            fix="Rewrite the id of {part} in message {message}, and the same id in its result.",
            words="messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            behaviours=("AM-16",),
        ),
    },
    patterns=(
        r"tool_use(_id|\.id): String should match pattern",
        r"tool_calls\[\d+\]\.id': string too long",
        r"call_id': string too long",
        r"toolUseId.*failed to satisfy constraint",
    ),
    evidence=("maximhq/bifrost#5097", "HKUDS/nanobot#4356", "BerriAI/litellm#21215", "anomalyco/opencode#1279"),
    bad={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("call:1")), user(answer("call:1")))},
    good={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("call_1")), user(answer("call_1")))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
