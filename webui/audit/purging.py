"""What retention takes from the beginning of a trail. The rest stays a chain, and says what went."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from webui.audit.models import Event, Head
from webui.audit.trail import Actor, hold, record, trail_of
from webui.audit.verification import PURGED


def older(team_id: int, before: datetime) -> int:
    """Return how many events `purge` would take."""
    floor = Head.objects.filter(team_id=team_id).values_list("floor", flat=True).first() or 0
    return max(0, _last(team_id, before) - floor)


@transaction.atomic
def purge(team_id: int, before: datetime, actor: Actor, policy: str) -> int:
    """Delete the events before a moment, and put on the trail up to which number and digest; return how many went."""
    head = hold(team_id)
    last = _last(team_id, before)
    if last <= head.floor:
        return 0
    digest = trail_of(team_id).values_list("digest", flat=True).get(number=last)
    # The database lets events go up to the floor alone.
    Head.objects.filter(team_id=team_id).update(floor=last, floor_digest=digest)
    QuerySet(Event).filter(team_id=team_id, number__lte=last).delete()
    count = last - head.floor
    more = {"policy": policy, "count": count, "through": last, "digest": digest}
    record(team_id, actor, PURGED, "setting", "audit", more=more)
    return count


def _last(team_id: int, before: datetime) -> int:
    """Return the number of the last event before a moment, all events up to it being earlier too."""
    rows = trail_of(team_id)
    kept = rows.filter(at__gte=before).values_list("number", flat=True).first()
    if kept is not None:
        return kept - 1
    return rows.values_list("number", flat=True).last() or 0
