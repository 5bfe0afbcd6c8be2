"""What the API answers about people, keys and settings of a team. No secret is among it."""

from datetime import datetime
from typing import Any

from ninja import Schema

from webui.accounts.models import ApiKey, Endpoint, Member, Webhook


class TeamOut(Schema):
    """A team, and the role in it."""

    team: str
    name: str
    role: str


class KeyOut(Schema):
    """A key: `state` is `live`, `ended` or `revoked`. `prefix` is all of its secret that can be read."""

    name: str
    prefix: str
    scopes: list[str]
    owner: str
    state: str
    created: datetime
    expires: datetime
    last_used: datetime | None
    revoked: datetime | None

    @classmethod
    def of(cls, key: ApiKey, now: datetime) -> "KeyOut":
        names = ("name", "prefix", "scopes", "created", "expires", "last_used", "revoked")
        values: dict[str, Any] = {name: getattr(key, name) for name in names}
        state = "revoked" if key.revoked else "live" if key.expires > now else "ended"
        return cls(owner=key.owner.get_username(), state=state, **values)


class Me(Schema):
    """Who a call is made as; `key` is null for a signed-in browser. What a key may do is bound by its scopes."""

    account: str
    teams: list[TeamOut]
    key: KeyOut | None


class MemberOut(Schema):
    account: str
    role: str
    last_sign_in: datetime | None

    @classmethod
    def of(cls, row: Member) -> "MemberOut":
        return cls(account=row.user.get_username(), role=row.role, last_sign_in=row.user.last_login)


class Members(Schema):
    """All members by name."""

    members: list[MemberOut]


class Keys(Schema):
    """All keys, the newest first."""

    keys: list[KeyOut]


class ModelOut(Schema):
    """A model that the team may ask; `name` goes into `client` of a pass. Prices are per million tokens."""

    name: str
    kind: str
    base_url: str
    model: str
    has_key: bool
    price_in: float | None
    price_out: float | None
    test_state: str
    test_code: str
    tested: datetime | None

    @classmethod
    def of(cls, row: Endpoint) -> "ModelOut":
        names = ("name", "kind", "base_url", "model", "price_in", "price_out", "test_state", "test_code", "tested")
        values: dict[str, Any] = {name: getattr(row, name) for name in names}
        return cls(has_key=bool(row.sealed_key), **values)


class Models(Schema):
    """All models by name; `extractive` is built in and not among them."""

    models: list[ModelOut]


class WebhookOut(Schema):
    """A webhook. Its address may hold a secret, so it is not told; `failed` counts deliveries of the last 50."""

    id: int
    name: str
    events: list[str]
    active: bool
    created: datetime
    waiting: int
    failed: int

    @classmethod
    def of(cls, row: Webhook) -> "WebhookOut":
        names = ("name", "events", "active", "created", "waiting", "failed")
        values: dict[str, Any] = {name: getattr(row, name) for name in names}
        return cls(id=row.pk, **values)


class Webhooks(Schema):
    """All webhooks by name."""

    webhooks: list[WebhookOut]
