"""One-time addresses: how a person enters. Only the digest of a token is kept."""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from webui.accounts.actors import person
from webui.accounts.models import Invitation, Member, Team, User
from webui.audit.trail import record

LIFETIME = timedelta(hours=24)
PATH = "/enter/"
OWNER = "owner"
"""The account of whoever runs this on one machine."""

BACKEND = "django.contrib.auth.backends.ModelBackend"


def first_address(base_url: str) -> str:
    """Return a new one-time address for the owner of this machine; team and owner are made when there are none."""
    team, user = ensure_owner(OWNER, "local", team_name="Local")
    return address(base_url, invite(team, user))


@transaction.atomic
def ensure_owner(username: str, slug: str, *, team_name: str = "") -> tuple[Team, User]:
    """Return the team and a person who administers it; both are made when missing."""
    team, _ = Team.objects.get_or_create(slug=slug, defaults={"name": team_name or slug})
    user = User.objects.filter(username=username).first() or User.objects.create_user(username)
    Member.objects.update_or_create(team=team, user=user, defaults={"role": Member.Role.ADMIN})
    return team, user


@transaction.atomic
def invite_to_join(team: Team, name: str, role: str) -> tuple[str, Invitation]:
    """Return a token by which somebody joins the team, with or without an account; `name` is looked up nowhere."""
    token = secrets.token_urlsafe(32)
    made = Invitation.objects.create(
        team=team, name=name, role=role, digest=_digest(token), expires=timezone.now() + LIFETIME
    )
    return token, made


def to_join(token: str) -> Invitation | None:
    """Return the invitation to join that a token is, while it can be used."""
    fresh = Invitation.objects.filter(digest=_digest(token), user=None, used=None, expires__gt=timezone.now())
    return fresh.select_related("team").first()


@transaction.atomic
def join(invitation: Invitation, user: User) -> bool:
    """Make a person a member, once; False where the invitation was used meanwhile, or they belong to the team."""
    if Member.objects.filter(team=invitation.team, user=user).exists():
        return False
    # Of two requests at once the database lets one win.
    fresh = Invitation.objects.filter(pk=invitation.pk, used=None, expires__gt=timezone.now())
    if fresh.update(used=timezone.now()) != 1:
        return False
    Member.objects.create(team=invitation.team, user=user, role=invitation.role)
    actor = person(user)
    record(invitation.team_id, actor, "used", "invitation", str(invitation.pk), more={"name": invitation.name})
    record(invitation.team_id, actor, "joined", "member", str(user.pk), now=invitation.role)
    return True


@transaction.atomic
def make_account(invitation: Invitation, name: str, password: str) -> User | None:
    """Return a new account that has joined by the invitation; None where the name is taken, which the link counts."""
    if User.objects.filter(username__iexact=name).exists():
        Invitation.objects.filter(pk=invitation.pk).update(tries=F("tries") + 1)
        return None
    user = User.objects.create_user(name, password=password)
    if not join(invitation, user):
        transaction.set_rollback(True)
        return None
    return user


@transaction.atomic
def invite(team: Team, user: User) -> str:
    """Return a new token; the person's earlier unused ones for this team are void."""
    token = secrets.token_urlsafe(32)
    Invitation.objects.filter(team=team, user=user, used=None).delete()
    Invitation.objects.create(team=team, user=user, digest=_digest(token), expires=timezone.now() + LIFETIME)
    return token


def address(base_url: str, token: str) -> str:
    """Return where the token is used."""
    return f"{base_url.rstrip('/')}{PATH}{token}"


def enter(request: HttpRequest, token: str) -> User | None:
    """Sign the token's person in, once; None for a token that is used, out of date or unknown, without saying which."""
    now = timezone.now()
    fresh = Invitation.objects.filter(digest=_digest(token), used=None, expires__gt=now, user__is_active=True)
    # Of two requests at once the database lets one win.
    if fresh.filter(team__members__user=F("user")).update(used=now) != 1:
        return None
    user = User.objects.get(invitations__digest=_digest(token))
    if user.last_login is None:
        _note(token, user)
    login(request, user, backend=BACKEND)
    return user


def needs_password(user: User) -> bool:
    """Return whether a person has no way back in yet. The owner of one machine gets a new address with each start."""
    return not user.has_usable_password() and not (settings.EMBEDDED and user.username == OWNER)


def _note(token: str, user: User) -> None:
    team = Team.objects.get(invitations__digest=_digest(token))
    role = Member.objects.get(team=team, user=user).role
    record(team.pk, person(user), "joined", "member", str(user.pk), now=role)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
