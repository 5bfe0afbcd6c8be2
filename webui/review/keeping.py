"""What retention may take of cases, and what a legal hold keeps it from."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from webui.audit.trail import record
from webui.review.models import Case, Occurrence, Waiver
from webui.review.triage import CLOSED_STATES
from webui.transcripts import tombstones
from webui.transcripts.listeners import Going, Pinned
from webui.transcripts.models import Tombstone
from webui.transcripts.retention import Doomed, Kind

_RUN = ("run__capture", "run__before__capture", "run__after__capture")
OF_CASE = ("capture", "transcript__capture", "newer_capture", "newer_run__capture", *_RUN)
OF_OCCURRENCE = ("capture", "transcript__capture", *_RUN)


def pinned(team_id: int) -> Pinned:
    """Return the evidence of the cases that are on legal hold: captures on every side, and runs."""
    cases = Case.objects.filter(team=team_id, hold=True)
    seen = Occurrence.objects.filter(case__in=cases)
    return Pinned(
        frozenset(_keys(cases, *OF_CASE) | _keys(seen, *OF_OCCURRENCE)),
        frozenset(_keys(cases, "run", "newer_run") | _keys(seen, "run")),
    )


def _keys(rows: QuerySet[Any], *names: str) -> set[str]:
    return {str(key) for row in rows.order_by().values_list(*names).distinct() for key in row if key is not None}


def _old(team_id: int, before: datetime) -> QuerySet[Case]:
    """Cases that were closed before then, and whose waivers cover nothing any more."""
    held = Waiver.objects.filter(case=OuterRef("pk"), ended=None)
    closed = Case.objects.filter(team=team_id, state__in=[state.value for state in CLOSED_STATES], closed__lt=before)
    return closed.exclude(Exists(held))


def _count(team_id: int, before: datetime) -> Doomed:
    rows = _old(team_id, before)
    return Doomed(((rows.filter(hold=False).count(), "case"),), kept=rows.filter(hold=True).count())


def _doomed(team_id: int, before: datetime) -> Iterable[str]:
    rows = _old(team_id, before).filter(hold=False).order_by("number")
    return [str(number) for number in rows.values_list("number", flat=True)]


@transaction.atomic
def _purge(team_id: int, key: str, before: datetime, going: Going) -> bool:
    case = _old(team_id, before).filter(hold=False, number=int(key)).select_for_update(of=("self",)).first()
    if case is None:
        return False
    row = (key, case.created, case.evidence)
    tombstones.bury(team_id, Tombstone.Kind.CASE, [row], by=going.actor.name, policy=going.policy)
    version, evidence, state = case.version, case.evidence, case.state
    case.delete()
    more = {"policy": going.policy}
    record(team_id, going.actor, "purged", "case", key, was=state, version=version, evidence=evidence, more=more)
    return True


CASES = Kind(
    "cases",
    "Cases",
    "Closed cases with their comments, counted from the day they were closed. Those whose waiver still holds stay.",
    _count,
    _doomed,
    _purge,
)
