"""The first call of each step in the current turn is signed."""

from collections.abc import Iterator
from dataclasses import replace

from compaction.findings import Severity
from compaction.shape import samples_gemini as google
from compaction.shape import turns_gemini
from compaction.shape.bodies import gemini
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield the calls without a signature that need one; a note on models that are known not to ask for it."""
    wants = request.knows("thought-signature")
    severity = {True: None, False: Severity.NOTE, None: Severity.WARNING}[wants]
    return (replace(breach, severity=severity) for breach in turns_gemini.unsigned(request))


ASKED = google.user("Test it.")
UNSIGNED = google.model({"functionCall": {"name": "run_tests", "args": {}}})
RAN = google.user(google.response())

RULE = Rule(
    id="thought-signature",
    title="The first call of each step is signed in the current turn",
    what="Call without its thought signature",
    why="Newer models go on from their own thoughts, which come back as a signature on the first call of each step.",
    fix="Put the signature back on the call, as it was received.",
    repair="Keep every part of the current turn whole; remove thoughts from older turns only.",
    compaction="Thoughts were stripped to save room, and the signature of the call with them.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={Dialect.GEMINI: Severity.ERROR},
    severity_reason="Error from version 3 on, a note before, a warning where the model is not known.",
    refused_by={
        Dialect.GEMINI: Refusal(
            sentence="Gemini 3 and later refuse the first call of a step without its signature, in the current turn.",
            fix="Put the thoughtSignature of {part} in content {message} back as it was received.",
            words="Function call is missing a thought_signature in functionCall parts.",
            outcome="depends",
            behaviours=("GM-04", "GM-05"),
        ),
    },
    patterns=(
        r"Function call is missing a thought_signature in functionCall parts",
        r"(Invalid|Corrupted) thought signature",
    ),
    evidence=("Provider documentation, Thought signatures",),
    bad={Dialect.GEMINI: google.body(ASKED, UNSIGNED, RAN, model="gemini-3-pro")},
    good={Dialect.GEMINI: google.body(ASKED, google.model(google.call()), RAN, model="gemini-3-pro")},
    provider={Dialect.GEMINI: on(gemini.Request, check_gemini)},
)
