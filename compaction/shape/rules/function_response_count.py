"""There are as many responses as calls."""

from compaction.findings import Severity
from compaction.shape import samples_gemini as google
from compaction.shape import turns_gemini
from compaction.shape.bodies import gemini
from compaction.shape.rule import Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect

ASKED = google.user("Read both.")
CALLS = google.model(google.call("read_file", {"path": "a.md"}), google.call("read_file", {"path": "b.md"}))
READ = google.response("read_file")

RULE = Rule(
    id="function-response-count",
    title="A turn of calls is answered by as many responses",
    what="More or fewer responses than calls",
    why="Calls have no ids here: responses are matched by their number, so that each call needs one in the next turn.",
    fix="Give each call its response in the next content, and no response more.",
    repair="Answer calls that were interrupted with a response that holds an error; keep parallel calls together.",
    compaction="A summary took the place of the responses, or one of several parallel calls was dropped.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={Dialect.GEMINI: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.GEMINI: Refusal(
            sentence="Gemini counts: the turn after calls must hold exactly as many responses.",
            fix="Give content {message} its missing responses, or remove those that answer nothing.",
            words=(
                "Please ensure that the number of function response parts is equal to the number of function call "
                "parts of the function call turn."
            ),
            behaviours=("GM-03",),
        ),
    },
    patterns=(r"number of function response parts is equal to the number of function call parts",),
    evidence=(
        "google-gemini/gemini-cli#16415",
        "google-gemini/gemini-cli#4217",
        "google-gemini/gemini-cli#5443",
        "google-gemini/gemini-cli#14590",
    ),
    bad={Dialect.GEMINI: google.body(ASKED, CALLS, google.user(READ))},
    good={Dialect.GEMINI: google.body(ASKED, CALLS, google.user(READ, READ))},
    provider={Dialect.GEMINI: on(gemini.Request, turns_gemini.miscounted)},
)
