"""A tool name has the characters and the length that its provider takes."""

import re
from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each declared tool with a name not allowed, and each call of one; characters in calls are contested."""
    tools = request.body.tools
    for place, tool in enumerate(tools if isinstance(tools, list) else ()):
        if tool.type in (UNSET, "custom") and isinstance(tool.name, str) and not DECLARED(tool.name):
            yield Breach(None, f"/tools/{place}/name", behaviours=("AM-18",))
    for call in request.calls:
        name = call.name
        if not isinstance(name, str):
            yield Breach(call.turn, request.pointer_of(call), behaviours=("AM-19",))
        elif not USED(name):
            unsure = None if len(name) > LONGEST else Severity.WARNING
            sure = Confidence.FIRM if len(name) > LONGEST else Confidence.CONTESTED
            pointer = f"{request.pointer_of(call)}/name"
            yield Breach(call.turn, pointer, severity=unsure, behaviours=("AM-19",), confidence=sure)


LONGEST = 200
DECLARED = re.compile(r"[a-zA-Z0-9_-]{1,128}").fullmatch
USED = re.compile(r"[a-zA-Z0-9_-]{1,200}").fullmatch


RULE = Rule(
    id="tool-name",
    title="A tool name has characters and a length that the provider takes",
    what="Tool name with characters or a length not allowed",
    why=(
        "Providers limit the characters and the length of tool names, in the declared tools and in calls of the past."
    ),
    fix="Rename the tool in its declaration and in the history alike.",
    repair=("Shorten names in one place, before they are declared, so that calls in the history carry the short one."),
    compaction=(
        "A call was kept whose name the model had garbled, or tools were renamed while old calls stayed in the list."
    ),
    group=Group.NAMES,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The length is sure; which characters a call in the history may have is not settled.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes letters, digits, underscore and hyphen: 128 in a declared name, 200 in a call.",
            fix="Rename the tool of {part} in message {message}.",
            words="tool_use.name: String should have at most 200 characters",
            behaviours=("AM-18", "AM-19"),
        ),
    },
    patterns=(
        r"tools\.\d+\.(custom\.)?name: String should (have at most \d+ characters|match pattern)",
        r"tool_use\.name: String should have at most 200 characters",
        r"\.name': (string does not match pattern|empty string|string too long)",
        r"Invalid function name",
        r"toolUse\.name.*failed to satisfy constraint",
    ),
    evidence=("anthropics/claude-code#96152", "anthropics/claude-code#23681", "anthropics/claude-code#2673"),
    bad={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", "x" * 201)), user(answer("toolu_01")))},
    good={Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01", "x" * 64)), user(answer("toolu_01")))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
