"""Marks that a case gets without a change of its state."""

from datetime import datetime

from webui.audit.trail import Actor, record
from webui.review.models import Case, Notice
from webui.review.store import notices


def supersede(case: Case, actor: Actor, at: datetime) -> None:
    """Mark a case, held by the caller, whose defect something newer lacks; its owner is told."""
    case.mark = Case.Mark.SUPERSEDED
    case.save(update_fields=["mark", "newer_run", "newer_capture"])
    record(
        case.team_id,
        actor,
        "marked",
        "case",
        str(case.number),
        was=case.state,
        now=case.mark,
        version=case.version,
        evidence=case.evidence,
        more={"run": case.newer_run_id, "capture": case.newer_capture_id},
    )
    notices.tell(case, Notice.Kind.SUPERSEDED, [case.owner_id], by=None, at=at)
