"""What happens because time passes: claims lapse, waivers end. Each case in a transaction of its own, safe to do twice.

Between two sweeps there is time for a few; the rest waits for the next go.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from webui.accounts.actors import WORKER
from webui.review import waivers
from webui.review.models import Case, Waiver
from webui.review.people import AS_WORKER
from webui.review.store.moves import Step, held, move
from webui.review.triage import Action, Facts, Given, State, judge

log = logging.getLogger(__name__)

NAME = "review-time"
EVERY = timedelta(seconds=30)
AT_ONCE = 50


def pass_time(at: datetime | None = None) -> None:
    """Let claims lapse and waivers end whose time has come."""
    at = at or timezone.now()
    lapsed = lapse(at)
    ended = end_waivers(at)
    if lapsed or ended:
        log.info("time passed lapsed=%s reopened=%s", lapsed, ended)


def lapse(at: datetime) -> int:
    """Give back cases whose holder was idle for half an hour; return how many."""
    rows = Case.objects.filter(state=Case.State.IN_REVIEW, held_until__lte=at).order_by("held_until", "pk")
    return sum(_lapse(key, at) for key in list(rows.values_list("pk", flat=True)[:AT_ONCE]))


def end_waivers(at: datetime) -> int:
    """End waivers at their date, and reopen what they covered; return how many cases.

    A case that another live waiver covers stays closed, under that one.
    """
    for waiver in waivers.over(at).order_by("pk")[:AT_ONCE]:
        with transaction.atomic():
            waivers.close(waiver, Waiver.End.DATE, WORKER, at)
    rows = waivers.left_behind().order_by("pk")
    return sum(_reopen(key, at) for key in list(rows.values_list("pk", flat=True)[:AT_ONCE]))


def _lapse(key: int, at: datetime) -> bool:
    with transaction.atomic():
        case = held(Case.objects.all(), pk=key)
        if case.state != Case.State.IN_REVIEW or case.held_until is None or case.held_until > at:
            return False
        _step(case, Action.LAPSE, at)
    return True


def _reopen(key: int, at: datetime) -> bool:
    with transaction.atomic():
        case = held(Case.objects.all(), pk=key)
        if case.state != Case.State.WAIVED or case.waiver is None or case.waiver.ended is None:
            return False
        other = waivers.covering(case, at)
        if other is not None:
            case.waiver = other
            case.save(update_fields=["waiver"])
            return False
        _step(case, Action.WAIVER_END, at)
    return True


def _step(case: Case, action: Action, at: datetime) -> None:
    found = judge(Facts(State(case.state), case.version), action, AS_WORKER, Given())
    move(case, found, WORKER, Step(), at=at)
