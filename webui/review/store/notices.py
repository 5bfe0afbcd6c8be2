"""Telling people of what concerns them, within the transaction that makes it so."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from webui.accounts.models import Member
from webui.review.models import Case, Comment, Notice


def tell(
    case: Case,
    kind: str,
    users: Iterable[int | None],
    *,
    by: int | None,
    comment: Comment | None = None,
    at: datetime | None = None,
) -> list[Notice]:
    """Write a notice for each of these people who belongs to the team, once each; nobody is told of what they did."""
    wanted = {one for one in users if one is not None and one != by}
    members = Member.objects.filter(team=case.team_id, user__in=wanted, user__is_active=True) if wanted else ()
    made = [
        Notice(
            team_id=case.team_id,
            user_id=member.user_id,
            kind=kind,
            case=case,
            comment=comment,
            by_id=by,
            created=at or timezone.now(),
        )
        for member in members
    ]
    return Notice.objects.bulk_create(made)


def maintainers_of(team_id: int) -> list[int]:
    """Return the people of a team who may waive."""
    roles = (Member.Role.MAINTAINER, Member.Role.ADMIN)
    return list(Member.objects.filter(team=team_id, role__in=roles).values_list("user", flat=True))
