"""The router of people and of a team's settings: read alone. Every answer is declared, refusals included."""

from collections.abc import Iterable
from typing import Any, cast

from django.db.models import Count, F, Q
from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Schema

from webui.accounts import access, apikeys, members
from webui.accounts.access import home, needs
from webui.accounts.models import Delivery, User, Webhook
from webui.accounts.powers import Open, Power
from webui.accounts.schemas import KeyOut, Keys, Me, MemberOut, Members, ModelOut, Models, TeamOut, WebhookOut, Webhooks
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, Listed, answered

router = Router()


@router.get("/me", response={200: Me, **READ})
@needs(Open.SIGNED_IN)
def me(request: HttpRequest) -> Me:
    """Who you are to the server: account, teams with roles, and the key with its scopes and end."""
    user = cast(User, request.user)
    teams = access.teams_of(user).annotate(held=F("members__role"))
    return Me(
        account=user.get_username(),
        teams=[TeamOut(team=team.slug, name=team.name, role=team.held) for team in teams],
        key=KeyOut.of(user.key, timezone.now()) if user.key else None,
    )


@router.get("/members", response={200: Members, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def list_members(request: HttpRequest, team: str = "", format: Listed = "json") -> Any:
    """The members of a team and their roles."""
    found = home(request, team, Power.READ)
    rows = [MemberOut.of(row) for row in members.members_of(found)]
    return _as(format, rows, MemberOut, f"{found.slug}-members") or Members(members=rows)


@router.get("/keys", response={200: Keys, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.KEYS)
def list_keys(request: HttpRequest, team: str = "", format: Listed = "json") -> Any:
    """The API keys of a team, for admins: scopes, owner, end, last use. Secrets cannot be read."""
    found = home(request, team, Power.KEYS)
    now = timezone.now()
    rows = [KeyOut.of(key, now) for key in apikeys.keys_of(found)]
    return _as(format, rows, KeyOut, f"{found.slug}-keys") or Keys(keys=rows)


@router.get("/models", response={200: Models, **READ})
@needs(Power.READ)
def list_models(request: HttpRequest, team: str = "") -> Models:
    """The models that a team may ask."""
    return Models(models=[ModelOut.of(row) for row in access.endpoints_of(home(request, team, Power.READ))])


@router.get("/webhooks", response={200: Webhooks, **READ})
@needs(Power.WEBHOOKS)
def list_webhooks(request: HttpRequest, team: str = "") -> Webhooks:
    """The webhooks of a team, for admins, with how their deliveries stand."""
    found = home(request, team, Power.WEBHOOKS)
    waiting, failed = (
        Count("deliveries", filter=Q(deliveries__state=state))
        for state in (Delivery.State.WAITING, Delivery.State.FAILED)
    )
    rows = Webhook.objects.filter(team=found).annotate(waiting=waiting, failed=failed).order_by("name")
    return Webhooks(webhooks=[WebhookOut.of(row) for row in rows])


def _as(format: Listed, rows: Iterable[Schema], row: type[Schema], name: str) -> Any:
    """Return the rows as a file; nothing for JSON."""
    if format == "json":
        return None
    return answered((one.model_dump() for one in rows), list(row.model_fields), format, name)
