"""Work that comes round by itself: one of many workers does it when its row says that it is due."""

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from webui.jobs import registry
from webui.jobs.models import Timed

log = logging.getLogger(__name__)

AGAIN = timedelta(seconds=60)
"""Work that broke, or whose worker died over it, is tried again after this."""


def do_due(now: datetime | None = None) -> int:
    """Do what is due; return how many pieces of work this caller won."""
    now = now or timezone.now()
    known = registry.timed()
    due = dict(Timed.objects.filter(name__in=known).values_list("name", "due"))
    Timed.objects.bulk_create([Timed(name=one, due=now) for one in known if one not in due], ignore_conflicts=True)
    return sum(_do(known[name], now) for name in known if due.get(name, now) <= now)


def _do(one: registry.Timed, now: datetime) -> bool:
    mine = now + AGAIN
    if not Timed.objects.filter(name=one.name, due__lte=now).update(due=mine):
        return False
    try:
        one.work()
    except Exception:  # the sweep goes on, and so does the other work
        log.exception("timed work broke name=%s", one.name)
        return True
    Timed.objects.filter(name=one.name, due=mine).update(due=now + one.period)
    return True
