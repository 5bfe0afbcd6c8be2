"""Whether a run may be used, as its cases say: derived, never stored."""

from collections.abc import Collection

from django.db.models import Q

from webui.review.models import Case, Decision
from webui.review.triage import OPEN_STATES, State
from webui.runs.models import Run

USABLE, NOT_USABLE, OPEN = "usable", "not-usable", "open"
LOOKED_AT = 200
"""Steps of other runs' cases, the newest, among which the last accepted run is looked for."""


def standing_of(run: Run) -> str | None:
    """Return what people decided on a run: `usable`, `not-usable`, `open` while a case waits, None without a case.

    A case that a newer run of the source continues still tells what was decided on this one.
    """
    states = dict(Case.objects.filter(run=run).values_list("pk", "state"))
    earlier = Decision.objects.filter(run=run).exclude(case__run=run).order_by("pk")
    states |= dict(earlier.values_list("case", "now"))
    return standing(states.values())


def last_accepted(run: Run) -> str | None:
    """Return the other run of the same source, or from the same messages, that was accepted last and still is.

    A run of which one case is rejected is not accepted. One query.
    """
    same = Q(case__source__in=Case.objects.filter(run=run, team=run.team_id).values("source"))
    if run.before_id:
        same |= Q(run__before=run.before_id)
    steps = Decision.objects.filter(same, case__team=run.team_id, run__isnull=False).exclude(run=run)
    latest: dict[str, dict[int, str]] = {}
    for found, case, now in steps.order_by("-pk").values_list("run", "case", "now")[:LOOKED_AT]:
        latest.setdefault(str(found), {}).setdefault(case, now)
    said = ((found, set(states.values())) for found, states in latest.items())
    return next((found for found, now in said if State.ACCEPTED in now and State.REJECTED not in now), None)


def standing(states: Collection[str]) -> str | None:
    """Return what the states of all cases of a run come to: one that is rejected counts most, one that waits next."""
    left = set(states) - {State.SUPERSEDED}
    if State.REJECTED in left:
        return NOT_USABLE
    if left & {*OPEN_STATES}:
        return OPEN
    return USABLE if left else None
