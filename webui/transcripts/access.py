"""The only way to a capture, a transcript or a message. Another team's row and a missing one are the same 404.

Bodies come without their texts unless they are asked for: opening, counting and paging never read what is not shown.
"""

from django.db.models import QuerySet
from django.http import Http404

from webui.accounts import access as accounts
from webui.accounts.models import Team
from webui.jobs.models import Job
from webui.transcripts.models import Capture, Message, Transcript, Violation

CHECK = "check-capture"
"""The job kind that reads and checks one capture; its target is the capture's id."""

HEAVY = ("body__blocks", "body__native")


def captures_for(team: Team) -> QuerySet[Capture]:
    """Return the team's captures, newest first."""
    return Capture.objects.filter(team=team).select_related("uploaded_by").order_by("-created", "-pk")


def capture_for(user: accounts.Person, slug: str | None, pk: str) -> Capture:
    """Return one capture of the team `slug`, or of any team of this person where it is None. Raises: Http404."""
    found = Capture.objects.filter(team__in=_teams(user, slug, pk), pk=pk).select_related("team", "uploaded_by").first()
    if found is None:
        raise Http404
    return found


def transcripts_for(team: Team) -> QuerySet[Transcript]:
    """Return the team's transcripts with their captures, newest first."""
    return (
        Transcript.objects.filter(team=team)
        .select_related("capture")
        .defer("system")
        .order_by("-created", "capture", "number")
    )


def transcripts_of(capture: Capture) -> QuerySet[Transcript]:
    """Return what one capture holds, in file order."""
    return capture.transcripts.defer("system").order_by("number")


def transcript_for(user: accounts.Person, slug: str | None, pk: str) -> Transcript:
    """Return one transcript of the team `slug`, or of any team of this person where it is None. Raises: Http404."""
    found = Transcript.objects.filter(team__in=_teams(user, slug, pk), pk=pk).select_related("team", "capture").first()
    if found is None:
        raise Http404
    return found


def messages_of(transcript: Transcript, start: int, stop: int) -> QuerySet[Message]:
    """Return the messages from `start` up to, not including, `stop`, in order; their bodies without texts."""
    rows = transcript.rows.filter(index__gte=start, index__lt=stop)
    return rows.select_related("body").defer(*HEAVY).order_by("index")


def opened(transcript: Transcript, indexes: list[int]) -> QuerySet[Message]:
    """Return the messages at these places with their whole bodies, in order."""
    return transcript.rows.filter(index__in=indexes).select_related("body").order_by("index")


def message_for(transcript: Transcript, index: int) -> Message:
    """Return one message with its whole body. Raises: Http404."""
    found = opened(transcript, [index]).first()
    if found is None:
        raise Http404
    return found


def violations_of(transcript: Transcript, start: int | None = None, stop: int | None = None) -> QuerySet[Violation]:
    """Return the violations in the order the library reports them, at will those of one range of messages."""
    rows = transcript.violations.order_by("number")
    if start is not None:
        rows = rows.filter(position__gte=start)
    return rows if stop is None else rows.filter(position__lt=stop)


def job_of(capture: Capture) -> Job | None:
    """Return the newest job that reads this capture."""
    return Job.objects.filter(kind=CHECK, target=capture.pk, team=capture.team_id).order_by("-pk").first()


def _teams(user: accounts.Person, slug: str | None, pk: str) -> QuerySet[Team]:
    if "\0" in pk + (slug or ""):  # PostgreSQL takes none, even in a question
        raise Http404
    teams = accounts.teams_of(user)
    return teams if slug is None else teams.filter(slug=slug)
