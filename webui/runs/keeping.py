"""What of this app retention takes: runs, with their passes and facts."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from webui.runs.models import Run
from webui.runs.store import purging
from webui.transcripts import listeners
from webui.transcripts.listeners import Going
from webui.transcripts.retention import Doomed, Kind


def _old(team_id: int, before: datetime) -> QuerySet[Run]:
    return Run.objects.filter(team=team_id, created__lt=before, state__in=purging.OVER)


def _count(team_id: int, before: datetime) -> Doomed:
    pinned = listeners.pinned(team_id).runs
    rows = _old(team_id, before)
    return Doomed(((rows.exclude(pk__in=pinned).count(), "run"),), kept=rows.filter(pk__in=pinned).count())


def _keys(team_id: int, before: datetime) -> Iterable[str]:
    pinned = listeners.pinned(team_id).runs
    rows = _old(team_id, before).order_by("created", "pk").values_list("pk", flat=True)
    return [pk for pk in rows if pk not in pinned]


def _purge(team_id: int, key: str, before: datetime, going: Going) -> bool:
    return purging.purge(team_id, key, going)


RUNS = Kind("runs", "Runs", "Verdicts, summaries, passes and facts. Cases stay.", _count, _keys, _purge)
