"""Whether a run may be used, as its cases say: derived, never stored."""

from collections.abc import Collection

from webui.review.models import Case, Decision
from webui.review.triage import OPEN_STATES, State
from webui.runs.models import Run

USABLE, NOT_USABLE, OPEN = "usable", "not-usable", "open"


def standing_of(run: Run) -> str | None:
    """Return what people decided on a run: `usable`, `not-usable`, `open` while a case waits, None without a case.

    A case that a newer run of the source continues still tells what was decided on this one.
    """
    states = dict(Case.objects.filter(run=run).values_list("pk", "state"))
    earlier = Decision.objects.filter(run=run).exclude(case__run=run).order_by("pk")
    states |= dict(earlier.values_list("case", "now"))
    return standing(states.values())


def standing(states: Collection[str]) -> str | None:
    """Return what the states of all cases of a run come to: one that is rejected counts most, one that waits next."""
    left = set(states) - {State.SUPERSEDED}
    if State.REJECTED in left:
        return NOT_USABLE
    if left & {*OPEN_STATES}:
        return OPEN
    return USABLE if left else None
