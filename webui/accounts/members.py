"""Who belongs to a team: invited, given roles, removed. A team never loses its last admin."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from webui.accounts import entry
from webui.accounts.models import Invitation, Member, Team, User
from webui.audit.trail import Actor, record

AT_ONCE = 50
"""Members of one page."""


class LastAdmin(Exception):
    """What was asked for would leave the team without an admin."""


@dataclass(frozen=True, slots=True)
class Change:
    """One role that was changed."""

    name: str
    was: str
    now: str


def members_of(team: Team) -> QuerySet[Member]:
    """Return the members of a team by name, with the number of teams that each belongs to (`teams`)."""
    rows = Member.objects.filter(team=team).select_related("user").annotate(teams=Count("user__memberships"))
    return rows.order_by("user__username")


def page_of(team: Team, after: str) -> tuple[list[Member], str]:
    """Return some of the members, those after a name, and the name that the next page begins after; "" on the last."""
    rows = list(members_of(team).filter(user__username__gt=after.replace("\0", ""))[: AT_ONCE + 1])
    return rows[:AT_ONCE], rows[AT_ONCE - 1].user.username if len(rows) > AT_ONCE else ""


def counts_of(team: Team) -> tuple[int, int]:
    """Return how many members a team has, and how many of them are admins whose account is in use."""
    admins = Count("pk", filter=Q(role=Member.Role.ADMIN, user__is_active=True))
    found = Member.objects.filter(team=team).aggregate(all=Count("pk"), admins=admins)
    return found["all"], found["admins"]


def pending_of(team: Team) -> QuerySet[Invitation]:
    """Return the invitations that can still be used, the newest first."""
    fresh = Invitation.objects.filter(team=team, used=None, expires__gt=timezone.now())
    return fresh.select_related("user").order_by("-created")


@transaction.atomic
def add(team: Team, name: str, role: str, actor: Actor) -> str:
    """Return the token of a one-time address by which somebody joins; accounts are neither looked up nor made."""
    token, made = entry.invite_to_join(team, name, role)
    record(team.pk, actor, "created", "invitation", str(made.pk), now=role, more={"name": name})
    return token


@transaction.atomic
def invite_again(member: Member, actor: Actor) -> str | None:
    """Return a new token for a member; None for one of several teams, whose account is not this team's to open."""
    if member.user.memberships.exclude(team=member.team_id).exists():
        return None
    return _invited(member.team, member.user, member.role, actor)


@transaction.atomic
def set_roles(team: Team, wanted: dict[int, str], actor: Actor) -> list[Change]:
    """Give members these roles, by the id of their account; return what changed. Raises: LastAdmin."""
    changes: list[Change] = []
    rows = {row.user_id: row for row in _held(team)}
    changed = [(rows[pk], role) for pk, role in wanted.items() if pk in rows and rows[pk].role != role]
    for row, role in changed:
        changes.append(Change(row.user.username, row.role, role))
        row.role = role
    _keep_an_admin(list(rows.values()))
    Member.objects.bulk_update([row for row, _ in changed], ["role"])
    for (row, _), change in zip(changed, changes, strict=True):
        more = {"name": change.name}
        record(team.pk, actor, "role-changed", "member", str(row.user_id), was=change.was, now=change.now, more=more)
    return changes


@transaction.atomic
def remove(team: Team, user: int, actor: Actor) -> str | None:
    """Take somebody out of the team, with what they could still enter by; return the name. Raises: LastAdmin."""
    rows = {row.user_id: row for row in _held(team)}
    gone = rows.pop(user, None)
    if gone is None:
        return None
    _keep_an_admin(list(rows.values()))
    name = gone.user.username
    Invitation.objects.filter(team=team, user=user, used=None).delete()
    gone.delete()
    record(team.pk, actor, "removed", "member", str(user), was=gone.role, more={"name": name})
    return name


@transaction.atomic
def revoke(team: Team, pk: int, actor: Actor) -> str | None:
    """Void an invitation; an account that was made for it and never entered loses its place as well. Return the name.

    Raises: LastAdmin.
    """
    found = pending_of(team).filter(pk=pk).first()
    if found is None:
        return None
    user = found.user
    name = found.name if user is None else user.username
    found.delete()
    record(team.pk, actor, "revoked", "invitation", str(pk), more={"name": name})
    if user is not None and user.last_login is None:
        remove(team, user.pk, actor)
        if not user.memberships.exists():
            user.delete()
    return name


def _invited(team: Team, user: User, role: str, actor: Actor) -> str:
    token = entry.invite(team, user)
    pk = Invitation.objects.filter(team=team, user=user, used=None).values_list("pk", flat=True)[0]
    record(team.pk, actor, "created", "invitation", str(pk), now=role, more={"name": user.username})
    return token


def _held(team: Team) -> list[Member]:
    """Return the members, held by this transaction, so that two admins cannot remove each other at once."""
    return list(Member.objects.select_for_update().filter(team=team).select_related("user").order_by("pk"))


def _keep_an_admin(rows: list[Member]) -> None:
    if not any(row.role == Member.Role.ADMIN and row.user.is_active for row in rows):
        raise LastAdmin
