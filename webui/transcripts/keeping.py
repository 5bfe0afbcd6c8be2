"""What of this app retention takes: captures with all that was read from them, and the audit trail's beginning."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from webui.audit import purging
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.transcripts import blobs, listeners, retention, store
from webui.transcripts.access import RUN_INPUT
from webui.transcripts.listeners import Going
from webui.transcripts.models import Capture, Retention, Transcript
from webui.transcripts.retention import WORKER, Doomed, Kind
from webui.transcripts.store import OVER, CannotGo


def _old(team_id: int, before: datetime) -> QuerySet[Capture]:
    return Capture.objects.filter(team=team_id, created__lt=before, state__in=OVER)


def _count(team_id: int, before: datetime) -> Doomed:
    pinned = listeners.pinned(team_id).captures
    rows = _old(team_id, before)
    going = rows.exclude(pk__in=pinned)
    found = going.aggregate(captures=Count("pk"), size=Sum("size"))
    transcripts = Transcript.objects.filter(capture__in=going).exclude(capture__format=RUN_INPUT).count()
    things = ((transcripts, "transcript"), (found["captures"], "capture"))
    return Doomed(things, found["size"] or 0, rows.filter(pk__in=pinned).count())


def _keys(team_id: int, before: datetime) -> Iterable[str]:
    pinned = listeners.pinned(team_id).captures
    rows = _old(team_id, before).order_by("created", "pk").values_list("pk", flat=True)
    return [pk for pk in rows if pk not in pinned]


def _purge(team_id: int, key: str, before: datetime, going: Going) -> bool:
    return store.purge(team_id, key, going)


def _count_events(team_id: int, before: datetime) -> Doomed:
    return Doomed(((purging.older(team_id, before), "event"),))


def _key_of_trail(team_id: int, before: datetime) -> Iterable[str]:
    return ["trail"] if purging.older(team_id, before) else []


def _purge_events(team_id: int, key: str, before: datetime, going: Going) -> bool:
    return purging.purge(team_id, before, going.actor, going.policy) > 0


CAPTURES = Kind(
    "captures",
    "Raw captures",
    "The files as they were sent, and the transcripts read from them. Runs and cases stay, without their messages.",
    _count,
    _keys,
    _purge,
)
AUDIT = Kind(
    "audit",
    "Audit trail",
    "Events, oldest first. What is left stays a chain, and an event says what went.",
    _count_events,
    _key_of_trail,
    _purge_events,
)


def retain(job: Job, progress: Progress) -> None:
    """Do one `retain` job: take what is too old by now. Safe to do again; what is in work or on hold stays."""
    team_id = job.team_id
    days = Retention.objects.filter(team=team_id).values_list("days", flat=True).first() or {}
    now = timezone.now()
    for kind in retention.kinds():
        if kind.name in days:
            _take(kind, team_id, days[kind.name], now, progress)
        else:
            progress.skip_waiting(kind.title, "kept-for-ever")
    blobs.forget_strays(Capture.objects.values_list("blob", flat=True).iterator())


def _take(kind: Kind, team_id: int, days: int, now: datetime, progress: Progress) -> None:
    before = retention.limit(days, now)
    going = Going(WORKER, retention.policy(kind.name, days))
    keys = list(kind.keys(team_id, before))
    progress.start(kind.title, total=len(keys))
    for done, key in enumerate(keys, 1):
        try:
            with progress.holding():
                kind.purge(team_id, key, before, going)
        except CannotGo:
            pass  # its turn comes another night
        progress.count(done)
    progress.done(kind.title)
