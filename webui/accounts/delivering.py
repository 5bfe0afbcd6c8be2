"""Gather, send, note: the messages of webhooks. It runs in the worker, and waits for nobody between two tries."""

from datetime import timedelta

from django.utils import timezone

from compaction.errors import ClientError
from webui.accounts import webhooks
from webui.accounts.models import Delivery, Webhook
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.llm.addresses import fault, policy
from webui.llm.keys import KeyUnreadable

SECONDS = 10.0
"""For one try, from the resolver to the last byte of the answer."""

AT_ONCE = 50
"""Messages of one job, so that one webhook keeps no worker for long."""

EVERY = timedelta(seconds=30)
"""How often it is looked for what is due again."""

State = Delivery.State


def deliver(job: Job, progress: Progress) -> None:
    """Do one `deliver-webhook` job: send what is due, oldest first, until one fails. Safe to do again."""
    hook = Webhook.objects.filter(pk=job.target, team=job.team_id).first()
    progress.start("Send")
    if hook is not None:
        for delivery in _due(hook):
            if not _sent(delivery, progress):
                break
        with progress.holding():
            prune(hook)
    progress.done("Send")


def _due(hook: Webhook) -> list[Delivery]:
    rows = Delivery.objects.filter(webhook=hook, webhook__active=True, state=State.WAITING, next__lte=timezone.now())
    return list(rows.select_related("webhook__team").order_by("next", "pk")[:AT_ONCE])


def _sent(delivery: Delivery, progress: Progress) -> bool:
    """Try once and note it; return whether it was taken."""
    status, code = post(delivery)
    now = timezone.now()
    taken = status is not None and 200 <= status < 300
    again = None if taken else webhooks.next_try(delivery.attempts + 1, now)
    state = State.DELIVERED if taken else State.WAITING if again else State.FAILED
    with progress.holding():
        Delivery.objects.filter(pk=delivery.pk).update(
            state=state, attempts=delivery.attempts + 1, status=status, error_code=code, tried=now, next=again
        )
    return taken


def post(delivery: Delivery) -> tuple[int | None, str]:
    """Send a message; return the status of the answer and the code of what went wrong. No more of it is kept."""
    from webui.llm.wire import Line

    body, allowed = webhooks.body_of(delivery), policy()
    address = delivery.webhook.address
    if code := fault(address, allowed):
        return None, code
    try:
        headers = webhooks.headers_of(delivery, body, timezone.now())
    except KeyUnreadable:
        return None, "key-unreadable"
    try:
        with Line(SECONDS, allowed) as line:
            status = line.http.post(address, content=body, headers=headers).status_code
    except ClientError as error:
        return error.status, error.code
    return status, "" if 200 <= status < 300 else "refused"


def due_again() -> None:
    """Queue the sending of what waited long enough. Comes round by itself."""
    hooks = Webhook.objects.filter(
        active=True, deliveries__state=State.WAITING, deliveries__next__lte=timezone.now()
    ).distinct()
    for hook in hooks:
        webhooks.send_soon(hook)


def prune(hook: Webhook) -> None:
    """Forget all but the newest deliveries that are over."""
    over = Delivery.objects.filter(webhook=hook).exclude(state=State.WAITING).order_by("-pk")
    oldest = over.values_list("pk", flat=True)[webhooks.KEPT : webhooks.KEPT + 1].first()
    if oldest is not None:
        over.filter(pk__lte=oldest).delete()
