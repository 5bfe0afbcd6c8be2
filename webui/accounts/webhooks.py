"""Telling other programs what happened: which events there are, and how a message is made and signed.

A message holds ids, codes, states, account names and links; never a word of a capture.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from webui.accounts.models import Delivery, Webhook
from webui.jobs.models import Job
from webui.jobs.queue import enqueue
from webui.llm import keys

EVENTS: Mapping[str, str] = {
    "case.opened": "A case was opened",
    "case.decided": "A case was accepted, rejected, sent back or waived",
    "case.reopened": "A closed case was reopened, or a decision undone",
    "case.recurred": "What was decided came back",
    "case.superseded": "A newer run took the place of a case",
    "waiver.ended": "A waiver ended or its scope was breached",
    "capture.ready": "A capture was read and checked, or could not be",
    "run.judged": "A run has its verdict",
}
"""Everything that a webhook can ask for, with what the settings page says of it."""

PING = "ping"
DELIVER = "deliver-webhook"
"""The job that sends what is due to one webhook; its target is the webhook's id."""

STEPS = ("Send",)
SIGNATURE = "X-Compaction-Review-Signature"
KEPT = 50
"""Deliveries of a webhook that are kept, the newest."""

BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))
"""How long it waits after each failure; after one more the delivery has failed."""


def tell(team_id: int, event: str, data: Mapping[str, object]) -> int:
    """Leave a message for every webhook of the team that asks for this event; return how many there are.

    Call it in the transaction of what happened: no message is sent of what was rolled back. One query where no webhook
    listens.
    """
    hooks = [hook for hook in Webhook.objects.filter(team=team_id, active=True) if event in hook.events]
    for hook in hooks:
        leave(hook, event, data)
    return len(hooks)


def leave(hook: Webhook, event: str, data: Mapping[str, object]) -> Delivery:
    """Leave a message for one webhook, and queue its sending."""
    now = timezone.now()
    made = Delivery.objects.create(webhook=hook, event=event, payload=dict(data), created=now, next=now)
    send_soon(hook)
    return made


def send_soon(hook: Webhook) -> None:
    """Queue the sending of what is due, unless that is queued."""
    if not Job.objects.filter(kind=DELIVER, target=str(hook.pk), state=Job.State.QUEUED).exists():
        enqueue(hook.team_id, DELIVER, str(hook.pk), STEPS)


def body_of(delivery: Delivery) -> bytes:
    """Return the message as it is sent, the same at every try."""
    whole = {
        "id": delivery.pk,
        "event": delivery.event,
        "team": delivery.webhook.team.slug,
        "at": delivery.created.isoformat(),
        "data": delivery.payload,
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def new_secret() -> str:
    """Return a new secret of a webhook: it is shown once."""
    return "whs_" + secrets.token_urlsafe(32)


def headers_of(delivery: Delivery, body: bytes, at: datetime) -> dict[str, str]:
    """Return the headers of one try. Raises: KeyUnreadable."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "compaction-review",
        "X-Compaction-Review-Event": delivery.event,
        "X-Compaction-Review-Delivery": str(delivery.pk),
        SIGNATURE: signature(keys.unseal(bytes(delivery.webhook.sealed_secret)), body, int(at.timestamp())),
    }


def signature(secret: str, body: bytes, at: int) -> str:
    """Return `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` under the secret."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def next_try(attempts: int, at: datetime) -> datetime | None:
    """Return when a delivery that failed `attempts` times is tried again, None when it is not."""
    return at + BACKOFF[attempts - 1] if attempts <= len(BACKOFF) else None


def link(path: str) -> str:
    """Return the whole address of a page."""
    return f"{settings.BASE_URL.rstrip('/')}{path}"
