"""CompactionError -> status, code, text. Pages and API share it.

Texts are fixed: nothing that a person sent is repeated, bar `found`, which goes to the sender alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from compaction.errors import CaptureError, CompactionError, UnreadableRequest
from compaction.formats.sentences import sentence


@dataclass(frozen=True, slots=True)
class Answer:
    """What a sender is told: an HTTP status, a stable kebab-case code, one or two sentences."""

    status: int
    code: str
    text: str


class Refusal(Exception):
    """A request that is refused before any work. Texts are fixed; none repeats what was sent."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.answer = Answer(status, code, text)


class Gone(Http404):
    """What was here and was deleted; raised only for those who might have seen it. `how` is a sentence."""

    def __init__(self, what: str, how: str) -> None:
        super().__init__(how)
        self.what = what
        self.how = how


STATUSES: dict[str, int] = {
    "too-large": 413,
    "bad-encoding": 415,
    "not-text": 415,
    "compressed-input": 415,
    "database-file": 415,
    "markup-page": 415,
}
"""By code of a capture that cannot be read; the others are 422: well received, not usable."""

TEXTS: dict[int, tuple[str, str]] = {
    400: ("bad-request", "The request cannot be understood."),
    401: ("not-signed-in", "Send an API key as Authorization: Bearer KEY, or sign in first."),
    403: ("not-allowed", "Your role in this team does not allow this, or the request lacks its CSRF token."),
    404: ("not-found", "There is nothing here that you may see."),
    405: ("method-not-allowed", "This address does not take that method."),
    409: ("conflict", "This cannot be done in the present state."),
    410: ("deleted", "This was deleted."),
    411: ("length-required", "Send the length of the body (Content-Length); uploads in chunks are not taken."),
    413: ("too-large", "The upload is larger than the limit."),
    415: ("unsupported-media-type", "Send a file as multipart/form-data, or the bytes alone."),
    422: ("not-usable", "A field of the request is missing or not one of its values."),
    429: ("too-many-requests", "Too many requests; wait a little."),
    500: ("failed", "The product failed here. The log names the place under this time."),
}
"""Code and text of a status that says all there is to say."""


OURS: dict[str, tuple[str, str]] = {
    "cancelled": ("The reading was cancelled.", "What was stored before is kept; read it again for the rest."),
    "damaged-capture": ("The stored file is damaged or gone.", "Upload the capture once more."),
    "internal-error": (
        "Three attempts to read it ended without a result.",
        "Read it again; if it fails again, the log of the worker says where.",
    ),
    "secrets-remain": (
        "The file holds secrets that could not be masked, so no message of it was stored.",
        "Take them out of the file and upload it once more.",
    ),
}
"""What stopped a reading besides the file itself: what is wrong, and what to do."""


def answer_for(error: CompactionError) -> Answer:
    """Return what a sender is told about an error of the library."""
    match error:
        case CaptureError():
            return Answer(STATUSES.get(error.code, 422), error.code, str(sentence(error)))
        case UnreadableRequest():
            return Answer(400, error.code, error.text)
        case _:
            return Answer(422, error.code, error.text)


def plain(status: int) -> Answer:
    """Return the answer of a status that needs no words of its own."""
    code, text = TEXTS[status]
    return Answer(status, code, text)


def capture_sentence(code: str, place: Mapping[str, Any]) -> str:
    """Return what is said of a stored failure: `place` holds offset, line, column and kind as far as known."""
    if code in OURS:
        return " ".join(OURS[code])
    error = CaptureError(
        code, offset=place.get("offset"), line=place.get("line"), column=place.get("column"), kind=place.get("kind")
    )
    return str(sentence(error))
