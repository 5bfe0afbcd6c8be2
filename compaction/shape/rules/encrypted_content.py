"""Encrypted content is sent back as it was received."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect

ENCRYPTED = ("reasoning", *openai_responses.COMPACTIONS)


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield each item whose content is another one than before the compaction; alone, nobody can read it."""
    before = request.before
    if not isinstance(before, openai_responses.Request):
        return
    known = dict(contents(before))
    for turn in turns(request):
        item = request.items[turn]
        then = known.get(item.id) if isinstance(item.id, str) else None
        if then and isinstance(item.encrypted_content, str) and item.encrypted_content not in ("", then):
            yield Breach(turn, request.pointer(turn, "encrypted_content"))


def contents(request: openai_responses.Request) -> Iterator[tuple[str, str]]:
    for turn in turns(request):
        item = request.items[turn]
        if isinstance(item.id, str) and isinstance(item.encrypted_content, str):
            yield item.id, item.encrypted_content


def turns(request: openai_responses.Request) -> list[int]:
    return [turn for kind in ENCRYPTED for turn in request.by_kind.get(kind, ())]


RULE = Rule(
    id="encrypted-content",
    title="Encrypted content comes back as it was received",
    what="Encrypted content that was changed",
    why="Encrypted content is sealed by the provider for one organisation; changed or moved, it cannot be verified.",
    fix="Send the content as it was received, or remove the item.",
    repair="Treat encrypted content as opaque: never shorten, mask or rewrite it, nor move it to another account.",
    compaction="Long opaque text was shortened like any other, or a history was continued under another account.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={Dialect.OPENAI_RESPONSES: Severity.WARNING},
    severity_reason="Only the provider can verify it; seen here is a difference from the body before.",
    refused_by={
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses encrypted content that was changed, or that another organisation was given.",
            fix="Send the encrypted content of item {message} as it was received, or remove the item.",
            words="The encrypted content for item rs_01 could not be verified.",
            outcome="depends",
            behaviours=("OR-14",),
        ),
    },
    patterns=(r"encrypted content .* could not be verified", r"invalid_encrypted_content"),
    evidence=("openai/codex#8145", "openai/codex#8119", "openai/codex#8128"),
    bad={},
    good={},
    provider={Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses)},
)
