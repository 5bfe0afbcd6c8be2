"""Deleting a capture with all that was read from it, and nothing that others share."""

from django.db import transaction

from webui.audit.trail import record
from webui.transcripts import access, blobs, listeners, tombstones
from webui.transcripts.listeners import Going
from webui.transcripts.models import Capture, Tombstone
from webui.transcripts.store.lists import forget
from webui.transcripts.store.strands import sweep

Kind = Tombstone.Kind
OVER = (Capture.State.READY, Capture.State.FAILED, Capture.State.CANCELLED)
"""States in which nobody is at work on a capture."""


class CannotGo(Exception):
    """A capture that must stay for now. `code` is `in-work` or `on-hold`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def purge(team_id: int, pk: str, going: Going) -> bool:
    """Delete one capture, leave tombstones, and put it on the trail; False where it is gone already.

    Messages that other transcripts share stay. The file goes when the transaction is through.

    Raises: CannotGo.
    """
    capture = Capture.objects.select_for_update().filter(team=team_id, pk=pk).first()
    if capture is None:
        return False
    if capture.state not in OVER or access.is_being_masked(capture):
        raise CannotGo("in-work")
    if pk in listeners.pinned(team_id).captures:
        raise CannotGo("on-hold")
    listeners.tell_going(capture, going)
    transcripts = list(capture.transcripts.order_by("number").values_list("pk", "created"))
    stones = {"by": going.actor.name, "policy": going.policy}
    tombstones.bury(team_id, Kind.TRANSCRIPT, [(key, made, capture.fingerprint) for key, made in transcripts], **stones)
    tombstones.bury(team_id, Kind.CAPTURE, [(pk, capture.created, capture.fingerprint)], **stones)
    strands = forget(capture)
    capture.delete()
    sweep(strands)
    transaction.on_commit(lambda: blobs.delete(capture.blob))
    record(
        team_id,
        going.actor,
        "purged" if going.policy else "deleted",
        "capture",
        pk,
        evidence=capture.fingerprint,
        more={"policy": going.policy, "transcripts": len(transcripts), "bytes": capture.size},
    )
    return True
