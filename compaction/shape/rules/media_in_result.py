"""A response holds media only where the model takes them there."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_gemini as google
from compaction.shape.bodies import gemini
from compaction.shape.lenient import opening
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import PIXEL
from compaction.transcripts import Dialect


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each response with parts of its own, on models that are known to take none."""
    if request.results and request.knows("media-in-result") is False:
        for result in request.results:
            part = request.part(result.turn, result.place)
            response = part.response_camel or part.response_snake
            if response is not None and opening(response.parts) == "array":
                yield Breach(result.turn, request.pointer_of(result), confidence=Confidence.FAIR)


ASKED = google.user("What does the page look like?")
CALL = google.model(google.call("screenshot"))
SEEN = google.image(PIXEL)
MODEL = "gemini-2.5-pro"

RULE = Rule(
    id="media-in-result",
    title="A response holds media only where the model takes them",
    what="Media inside a response",
    why="Models before version 3 take JSON alone in a response; an image inside is refused or not seen.",
    fix="Send the image in a user content of its own, right after the responses.",
    repair="Lift media out of responses where the model changes to one that does not take them there.",
    compaction="A kept tail with screenshots in its responses was sent on to an older, cheaper model.",
    group=Group.CONTENT,
    phase=Phase.MODEL,
    severity={Dialect.GEMINI: Severity.WARNING},
    severity_reason="It depends on the model, and is documented for newer ones only.",
    refused_by={
        Dialect.GEMINI: Refusal(
            sentence="Gemini takes media inside a response from version 3 on only.",
            fix="Send the media of {part} in a user content of its own, right after content {message}.",
            words="Unable to submit request because `function_response.parts` is not supported for this model.",
            outcome="depends",
        ),
    },
    patterns=(r"`function_response\.parts` is not supported for this model",),
    evidence=("Provider documentation, Function calling", "google-gemini/gemini-cli#19436"),
    bad={
        Dialect.GEMINI: google.body(ASKED, CALL, google.user(google.response("screenshot", parts=[SEEN])), model=MODEL)
    },
    good={
        Dialect.GEMINI: google.body(
            ASKED, CALL, google.user(google.response("screenshot")), google.user(SEEN), model=MODEL
        )
    },
    provider={Dialect.GEMINI: on(gemini.Request, check_gemini)},
)
