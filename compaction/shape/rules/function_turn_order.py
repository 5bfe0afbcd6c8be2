"""Calls follow the user or responses, and responses follow their calls."""

from compaction.findings import Severity
from compaction.shape import samples_gemini as google
from compaction.shape import turns_gemini
from compaction.shape.bodies import gemini
from compaction.shape.rule import Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect

SUMMARY = google.user("Summary: the docs folder is indexed.")

RULE = Rule(
    id="function-turn-order",
    title="Calls follow the user, and responses follow their calls",
    what="Calls or responses at the wrong place",
    why="Calls answer a turn of the user or of responses; responses answer the turn of calls right before.",
    fix="Put a user content before the calls, and the calls before their responses.",
    repair="Cut before a user content that holds more than responses, and keep calls and responses together.",
    compaction="The kept tail opens with a call, or with a response, because responses are contents of the user too.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={Dialect.GEMINI: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.GEMINI: Refusal(
            sentence="Gemini takes calls only right after the user or responses, and responses right after calls.",
            fix="Put a user content before content {message}, or what it answers; or remove it.",
            words=(
                "Please ensure that function call turn comes immediately after a user turn or after a function "
                "response turn."
            ),
            behaviours=("GM-01", "GM-02"),
        ),
    },
    patterns=(
        r"function call turn comes immediately after a user turn or after a function response turn",
        r"function response turn comes immediately after a function call turn",
        r"number of function response parts is equal",
    ),
    evidence=(
        "google-gemini/gemini-cli#26486",
        "google-gemini/gemini-cli#11814",
        "continuedev/continue#11164",
        "langchain-ai/langchain#27799",
    ),
    bad={Dialect.GEMINI: google.body(SUMMARY, google.model("Understood."), google.user(google.response()))},
    good={
        Dialect.GEMINI: google.body(
            SUMMARY,
            google.model("Understood."),
            google.user("Go on."),
            google.model(google.call()),
            google.user(google.response()),
        )
    },
    provider={Dialect.GEMINI: on(gemini.Request, turns_gemini.misplaced)},
)
