"""A block is of a known type, and of one that its role may send."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each block of an unknown type, and each that belongs to the other side."""
    for kind, found in request.blocks.items():
        role = SIDES.get(kind) or ("assistant" if kind.endswith(SERVER) else None)
        if role is None:
            known = kind in EITHER
            wrong = [] if known else found
        else:
            wrong = [held for held in found if request.roles[held[0]] not in (role, "system")]
        for turn, place, _ in wrong:
            behaviours = () if role else ("AM-35",)
            yield Breach(
                turn, request.pointer(turn, "content", place), behaviours=behaviours, confidence=Confidence.FAIR
            )


EITHER = frozenset({"text", "image", "document", "search_result", "container_upload", "compaction"})
SERVER = ("_tool_use", "_tool_result")
SIDES = {
    "tool_result": "user",
    "tool_use": "assistant",
    "thinking": "assistant",
    "redacted_thinking": "assistant",
}


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
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
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
    },
    patterns=(
        r"Input tag '.*' found using 'type' does not match any of the expected tags",
        r"Image URLs are only allowed for messages with role 'user'",
        r"Invalid value: '\w+'\. Supported values are:",
    ),
    evidence=("Schema of the SDK", "strands-agents/sdk-python#320", "BerriAI/litellm#17507"),
    bad={Dialect.ANTHROPIC: body(user({"type": "input_text", "text": "Go on."}))},
    good={Dialect.ANTHROPIC: body(user({"type": "text", "text": "Go on."}))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
