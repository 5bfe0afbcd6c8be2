"""Deleting a run with its passes and facts; and what becomes of runs whose captures go."""

import hashlib

from django.db import transaction
from django.db.models import Q

from webui.audit.trail import record
from webui.runs.models import Pass, Run
from webui.runs.store.values import text_of
from webui.transcripts import listeners, tombstones
from webui.transcripts import store as captures
from webui.transcripts.access import RUN_INPUT
from webui.transcripts.listeners import Going
from webui.transcripts.models import Capture, Tombstone
from webui.transcripts.store import CannotGo

OVER = (Run.State.READY, Run.State.FAILED)
LIVE = (Pass.State.QUEUED, Pass.State.ASKING)


@transaction.atomic
def purge(team_id: int, pk: str, going: Going) -> bool:
    """Delete one run, leave a tombstone, and put it on the trail; False where it is gone already.

    The input of a contract goes with the last run that stands on it. Raises: CannotGo.
    """
    run = Run.objects.select_for_update().filter(team=team_id, pk=pk).first()
    if run is None:
        return False
    if run.state not in OVER or run.passes.filter(state__in=LIVE).exists():
        raise CannotGo("in-work")
    if pk in listeners.pinned(team_id).runs:
        raise CannotGo("on-hold")
    _delete(run, going)
    _forget_input(run, going)
    return True


def capture_going(capture: Capture, going: Going) -> None:
    """Let the runs of a capture go with it, or stand without it: then they hold what they say, but no messages.

    Raises: CannotGo, for a run that somebody is at work on.
    """
    found = Run.objects.filter(team=capture.team_id, capture=capture)
    near = Q(capture=capture) | Q(before__capture=capture) | Q(after__capture=capture)
    if Run.objects.filter(near, team=capture.team_id).filter(_in_work()).exists():
        raise CannotGo("in-work")
    if not going.whole:
        found.update(capture=None)
        return
    held = listeners.pinned(capture.team_id).runs
    for run in found:
        if run.pk in held:
            raise CannotGo("on-hold")
        _delete(run, going)


def _in_work() -> Q:
    return ~Q(state__in=OVER) | Q(passes__state__in=LIVE)


def _delete(run: Run, going: Going) -> None:
    digest = digest_of(run)
    row = (run.pk, run.created, digest)
    tombstones.bury(run.team_id, Tombstone.Kind.RUN, [row], by=going.actor.name, policy=going.policy)
    record(
        run.team_id,
        going.actor,
        "purged" if going.policy else "deleted",
        "run",
        run.pk,
        evidence=digest,
        more={"policy": going.policy},
    )
    Run.objects.filter(pk=run.pk).delete()


def digest_of(run: Run) -> str:
    """Return SHA-256 over the verdict and the texts of a run, in hex."""
    found = hashlib.sha256(f"{run.pk}\0{run.verdict}\0{run.reason}".encode())
    for summary in run.summaries.order_by("origin"):
        found.update(f"\0{summary.origin}\0{text_of(summary)}".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _forget_input(run: Run, going: Going) -> None:
    given = Capture.objects.filter(team=run.team_id, format=RUN_INPUT, transcripts=run.before_id).first()
    if run.before_id is None or given is None:
        return
    used = Q(before__capture=given) | Q(after__capture=given) | Q(passes__source__capture=given)
    if not Run.objects.filter(used, team=run.team_id).exists():
        captures.purge(run.team_id, given.pk, going)
