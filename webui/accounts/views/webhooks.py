"""Webhooks of a team: list, add, change, rotate, try, send again. Admins alone: an address may hold a secret."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from webui.accounts import webhooks
from webui.accounts.access import require
from webui.accounts.actors import actor_of
from webui.accounts.hook_forms import LABELS, WebhookForm
from webui.accounts.models import Delivery, Team, Webhook
from webui.accounts.powers import Power
from webui.audit.trail import record
from webui.common.htmx import page, private
from webui.llm import keys

SAID = {
    "refused": "It answered with an error.",
    "redirected": "It answered with a redirect, which is not followed.",
    "deadline": "No answer within 10 seconds.",
    "unreachable": "Nobody answers at its address.",
    "hung-up": "It closed the connection.",
    "tls-failed": "Its certificate is not trusted, or TLS failed.",
    "address-refused": "Its name leads to an address that is not called here.",
    "loopback-refused": "Addresses of this machine are not called here.",
    "private-refused": "Private addresses are not called here.",
    "reply-too-large": "Its answer has no end.",
    "unreadable-reply": "Its answer is packed, which was not asked for.",
    "key-unreadable": "The secret cannot be read any more: rotate it.",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One delivery with what is said of its last try."""

    delivery: Delivery

    @property
    def said(self) -> str:
        """Return what went wrong, in words; nothing where nothing did."""
        return SAID.get(self.delivery.error_code, self.delivery.error_code)


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.WEBHOOKS)
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the webhooks; a POST adds one and shows its secret, once."""
    form = WebhookForm(team, request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _list(request, team, form)
    hook: Webhook = form.save(commit=False)
    secret = webhooks.new_secret()
    hook.sealed_secret = keys.seal(secret)
    with transaction.atomic():
        hook.save()
        _note(request, hook, "created")
    return _one(request, team, hook, secret=secret)


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.WEBHOOKS)
@private
def one(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Show a webhook with its last deliveries; a POST changes it."""
    hook = get_object_or_404(Webhook, team=team, pk=pk)
    form = WebhookForm(team, request.POST if request.method == "POST" else None, instance=hook)
    if request.method != "POST" or not form.is_valid():
        return _one(request, team, hook, form=form)
    with transaction.atomic():
        form.save()
        _note(request, hook, "changed")
    messages.success(request, f"{hook.name} is saved.")
    return redirect("accounts:webhook", team.slug, pk)


@require_POST
@require(Power.WEBHOOKS)
@private
def act(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Do one thing to a webhook: `ping`, `rotate`, `pause`, `resume`."""
    hook = get_object_or_404(Webhook, team=team, pk=pk)
    action = request.POST.get("action", "")
    if action == "rotate":
        return _rotate(request, team, hook)
    if action == "ping":
        with transaction.atomic():
            webhooks.leave(hook, webhooks.PING, {"hello": team.slug})
        messages.success(request, "A test message is on its way. It stands first in the list below.")
    elif action in ("pause", "resume"):
        _set_active(request, hook, action == "resume")
    else:
        messages.error(request, "There is no such step for a webhook.")
    return redirect("accounts:webhook", team.slug, pk)


@require_POST
@require(Power.WEBHOOKS)
def redeliver(request: HttpRequest, team: Team, pk: int, number: int) -> HttpResponse:
    """Send a message again, now, with all its tries before it."""
    hook = get_object_or_404(Webhook, team=team, pk=pk)
    delivery = get_object_or_404(Delivery, webhook=hook, pk=number)
    with transaction.atomic():
        again = {"state": Delivery.State.WAITING, "next": timezone.now(), "attempts": 0}
        Delivery.objects.filter(pk=delivery.pk).update(**again)
        webhooks.send_soon(hook)
        record(team.pk, actor_of(request), "redelivered", "webhook", str(hook.pk), more={"name": hook.name})
    messages.success(request, f"Message {delivery.pk} is sent again.")
    return redirect("accounts:webhook", team.slug, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.WEBHOOKS)
@private
def delete(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Ask whether to delete a webhook, and delete it with its deliveries."""
    hook = get_object_or_404(Webhook, team=team, pk=pk)
    if request.method != "POST":
        return page(request, "settings/webhook_delete.html", {"team": team, "hook": hook})
    with transaction.atomic():
        _note(request, hook, "deleted")
        hook.delete()
    messages.success(request, f"{hook.name} is deleted. Nothing is sent to it any more.")
    return redirect("accounts:webhooks", team.slug)


def _rotate(request: HttpRequest, team: Team, hook: Webhook) -> HttpResponse:
    secret = webhooks.new_secret()
    hook.sealed_secret = keys.seal(secret)
    with transaction.atomic():
        hook.save(update_fields=["sealed_secret"])
        _note(request, hook, "secret-rotated")
    return _one(request, team, hook, secret=secret)


def _set_active(request: HttpRequest, hook: Webhook, active: bool) -> None:
    hook.active = active
    with transaction.atomic():
        hook.save(update_fields=["active"])
        _note(request, hook, "resumed" if active else "paused")
        if active:
            webhooks.send_soon(hook)


def _note(request: HttpRequest, hook: Webhook, action: str) -> None:
    # The address may hold a secret of the receiver: only whose it is stands on the trail.
    more = {"name": hook.name, "events": list(hook.events)}
    record(hook.team_id, actor_of(request), action, "webhook", str(hook.pk), more=more)


def _list(request: HttpRequest, team: Team, form: WebhookForm) -> HttpResponse:
    context = {"team": team, "hooks": team.webhooks.order_by("name"), "form": form, **_faults(form)}
    return page(request, "settings/webhooks.html", context, status=422 if form.errors else 200)


def _one(
    request: HttpRequest, team: Team, hook: Webhook, *, form: WebhookForm | None = None, secret: str = ""
) -> HttpResponse:
    form = form or WebhookForm(team, instance=hook)
    rows = [Row(row) for row in hook.deliveries.order_by("-pk")[: webhooks.KEPT]]
    context = {"team": team, "hook": hook, "form": form, "rows": rows, "secret": secret, **_faults(form)}
    return page(request, "settings/webhook.html", context, status=422 if form.errors else 200)


def _faults(form: WebhookForm) -> dict[str, Any]:
    chosen = set(form["events"].value() or [])
    return {
        "faults": [
            (form[name].id_for_label or "events", LABELS[name], words[0]) for name, words in form.errors.items()
        ],
        "events": [(event, words, event in chosen) for event, words in webhooks.EVENTS.items()],
    }
