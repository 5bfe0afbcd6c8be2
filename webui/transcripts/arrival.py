"""A received file looked at before it is stored: an unusable one is answered at once and leaves nothing behind."""

from compaction.formats import FORMATS, detect
from compaction.transcripts import Dialect
from webui.accounts.models import Team, User
from webui.audit.trail import Actor
from webui.common.errors import Refusal
from webui.transcripts import store
from webui.transcripts.models import Capture
from webui.transcripts.uploads import HEAD, Received, UploadRefused

AUTO = "auto"
REFUSALS = {
    "length-required": "Send the length of the body (Content-Length); uploads in chunks are not taken.",
    "too-large": "The upload is larger than {megabytes} MB, the limit.",
    "paste-too-large": "The pasted text is larger than {megabytes} MB, the limit; send it as a file.",
    "too-many-files": "Too many files in one form.",
    "no-room": "The server has no room left to store this. Nothing of it was kept; try again when there is some.",
    "bad-form": "The form cannot be read: it is cut off or not multipart/form-data.",
}


def demand(format: str, dialect: str) -> None:
    """Refuse a format or dialect that is none. Raises: Refusal."""
    if format != AUTO and format not in {one.id for one in FORMATS}:
        raise Refusal(422, "no-such-format", f"The format is auto or one of: {', '.join(one.id for one in FORMATS)}.")
    if dialect != AUTO and dialect not in set(Dialect):
        raise Refusal(422, "no-such-dialect", f"The dialect is auto or one of: {', '.join(Dialect)}.")


def take(
    team: Team,
    user: User,
    received: Received,
    *,
    source: str,
    format: str = AUTO,
    dialect: str = AUTO,
    by: Actor | None = None,
) -> tuple[Capture, bool]:
    """Return the capture of a received file and whether it is new. Raises: CaptureError, with nothing stored."""
    detect(received.head, name=received.name, complete=received.size < HEAD)
    return store.accept(team, user, received, source=source, format=format, dialect=dialect, by=by)


def refusal(refused: UploadRefused) -> Refusal:
    """Return what is said of an upload that was not taken."""
    megabytes = (refused.limit or 0) // 1024**2
    return Refusal(refused.status, refused.code, REFUSALS[refused.code].format(megabytes=megabytes))
