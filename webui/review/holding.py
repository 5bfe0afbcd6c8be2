"""Legal hold: retention leaves a case and its evidence alone until it ends."""

from django.db import transaction
from django.utils import timezone

from webui.accounts.models import Team
from webui.audit.trail import Actor, record
from webui.review.models import Case
from webui.review.store.moves import held


def hold(actor: Actor, team: Team, number: int, *, on: bool) -> Case:
    """Put a case on legal hold, or end that; nothing happens where it is so already. Raises: Case.DoesNotExist."""
    with transaction.atomic():
        case = held(Case.objects.filter(team=team), number=number)
        if case.hold != on:
            case.hold, case.changed = on, timezone.now()
            case.save(update_fields=["hold", "changed"])
            action = "held" if on else "hold-ended"
            record(team.pk, actor, action, "case", str(number), version=case.version, evidence=case.evidence)
    return case
