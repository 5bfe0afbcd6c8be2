"""Other programs are told: signed, once, again when they fail, and never at an address that is not called."""

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.llm_server import LlmServer, sends
from webui.accounts import delivering, webhooks
from webui.accounts.models import Delivery, Member, Team, User, Webhook
from webui.audit.models import Event
from webui.jobs.models import Job
from webui.llm import keys

WorkOff = Callable[[], int]
SECRET = "whs_of_the_test"


@pytest.fixture
def hook(acme: Team, llm_server: LlmServer, settings: Any) -> Webhook:
    settings.LLM_ALLOW_LOOPBACK = True
    address = f"{llm_server.base('openai')}/in"
    return Webhook.objects.create(
        team=acme, name="chat", address=address, events=["case.opened"], sealed_secret=keys.seal(SECRET)
    )


@pytest.fixture
def admin(ada: User) -> Client:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(ada)
    return client


def tell(team: Team, event: str = "case.opened", **data: object) -> int:
    with transaction.atomic():
        return webhooks.tell(team.pk, event, data)


def is_genuine(headers: dict[str, str], body: bytes) -> bool:
    """Check a message as the README tells receivers to."""
    parts = dict(part.split("=", 1) for part in headers[webhooks.SIGNATURE.lower()].split(","))
    expected = hmac.new(SECRET.encode(), f"{parts['t']}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts["v1"])


def make_due() -> None:
    Delivery.objects.filter(next__isnull=False).update(next=timezone.now() - timedelta(seconds=1))
    delivering.due_again()


def test_an_event_is_sent_signed_with_what_it_names(
    hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff
) -> None:
    llm_server.then(sends(204, b""))

    assert tell(acme, case=7) == 1
    assert work_off() == 1

    sent = Delivery.objects.get()
    assert (sent.state, sent.status, sent.attempts, sent.next) == ("delivered", 204, 1, None)
    body = webhooks.body_of(sent)
    assert json.loads(body) == llm_server.requests[0]
    assert llm_server.requests[0]["data"] == {"case": 7}
    assert (llm_server.requests[0]["event"], llm_server.requests[0]["team"]) == ("case.opened", "acme")
    assert is_genuine(llm_server.headers[0], body)
    assert not is_genuine(llm_server.headers[0], body + b" ")


def test_an_event_that_was_not_asked_for_and_one_of_another_team_are_not_sent(
    hook: Webhook, acme: Team, rivals: Team
) -> None:
    assert tell(acme, "run.judged") == 0
    assert tell(rivals) == 0
    Webhook.objects.update(active=False)
    assert tell(acme) == 0
    assert not Delivery.objects.exists() and not Job.objects.exists()


def test_many_events_at_once_are_one_job_and_sent_in_order(
    hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff
) -> None:
    for case in range(5):
        llm_server.then(sends(200, b"{}"))
        tell(acme, case=case)

    assert work_off() == 1
    assert [one["data"]["case"] for one in llm_server.requests] == [0, 1, 2, 3, 4]


def test_what_fails_is_tried_again_later_and_the_rest_waits_with_it(
    hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff
) -> None:
    llm_server.then(sends(500, b"no"), sends(200, b"{}"), sends(200, b"{}"))
    tell(acme, case=1)
    tell(acme, case=2)

    work_off()
    first, second = Delivery.objects.order_by("pk")
    assert (first.state, first.status, first.error_code, first.attempts) == ("waiting", 500, "refused", 1)
    assert first.next is not None and first.tried is not None
    assert first.next - first.tried == timedelta(minutes=1)
    assert second.attempts == 0 and len(llm_server.requests) == 1

    make_due()
    work_off()
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}
    assert len(llm_server.requests) == 3


def test_after_six_tries_within_nine_hours_it_has_failed() -> None:
    now = timezone.now()
    waits = [webhooks.next_try(attempts, now) for attempts in range(1, 7)]

    minutes = [None if at is None else (at - now) / timedelta(minutes=1) for at in waits]
    assert minutes == [1, 5, 30, 120, 360, None]


def test_the_sixth_failure_is_the_last(hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff) -> None:
    tell(acme)
    Delivery.objects.update(attempts=5)
    llm_server.then(sends(410, b""))

    work_off()

    assert Delivery.objects.values_list("state", "status", "attempts", "next").get() == ("failed", 410, 6, None)
    delivering.due_again()
    assert work_off() == 0


def test_a_redirect_is_not_followed(hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff) -> None:
    llm_server.then(sends(302, b"", Location="http://127.0.0.1:1/else"))
    tell(acme)

    work_off()

    assert Delivery.objects.values_list("state", "error_code").get() == ("waiting", "redirected")
    assert len(llm_server.requests) == 1


def test_an_address_that_is_no_longer_allowed_is_not_called(
    hook: Webhook, acme: Team, llm_server: LlmServer, work_off: WorkOff, settings: Any
) -> None:
    settings.LLM_ALLOW_LOOPBACK = False
    tell(acme)

    work_off()

    assert Delivery.objects.get().error_code == "loopback-refused"
    assert llm_server.requests == []


def test_a_rolled_back_event_is_not_told(hook: Webhook, acme: Team) -> None:
    with transaction.atomic():
        webhooks.tell(acme.pk, "case.opened", {})
        transaction.set_rollback(True)

    assert not Delivery.objects.exists() and not Job.objects.exists()


def test_the_newest_fifty_are_kept_and_none_that_waits_is_forgotten(hook: Webhook) -> None:
    now = timezone.now()
    rows = [Delivery(webhook=hook, event="ping", payload={}, created=now, state="delivered") for _ in range(60)]
    Delivery.objects.bulk_create([Delivery(webhook=hook, event="ping", payload={}, created=now, next=now), *rows])

    delivering.prune(hook)

    assert Delivery.objects.filter(state="delivered").count() == 50
    assert Delivery.objects.filter(state="waiting").count() == 1


def test_the_secret_is_shown_once_and_rotated(admin: Client, acme: Team, settings: Any) -> None:
    given = {"name": "chat", "address": "https://chat.example/in", "events": ["case.opened", "run.judged"]}

    made = admin.post(reverse("accounts:webhooks", args=["acme"]), given)

    hook = Webhook.objects.get()
    secret = keys.unseal(bytes(hook.sealed_secret))
    assert secret.startswith("whs_") and secret in made.content.decode()
    home = reverse("accounts:webhook", args=["acme", hook.pk])
    assert secret not in admin.get(home).content.decode()
    turned = admin.post(reverse("accounts:webhook-act", args=["acme", hook.pk]), {"action": "rotate"})
    hook.refresh_from_db()
    new = keys.unseal(bytes(hook.sealed_secret))
    assert new != secret and new in turned.content.decode()
    told = [(event.action, json.dumps(event.more)) for event in Event.objects.order_by("number")]
    assert [action for action, _ in told] == ["created", "secret-rotated"]
    assert "chat.example" not in str(told) and secret not in str(told) and new not in str(told)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": ""}, "Give it a name."),
        ({"events": []}, "Choose at least one."),
        ({"address": "ftp://chat.example"}, "Give an address that begins with http:// or https://."),
        ({"address": "http://127.0.0.1/in"}, "Addresses of this machine are not called here."),
        ({"address": "http://169.254.169.254/latest"}, "Private and reserved addresses are not called here."),
    ],
)
def test_what_cannot_be_called_is_refused_beside_its_field(
    admin: Client, acme: Team, settings: Any, given: dict[str, Any], field: str
) -> None:
    settings.LLM_ALLOW_LOOPBACK = settings.LLM_ALLOW_PRIVATE = False
    whole = {"name": "chat", "address": "https://chat.example/in", "events": ["case.opened"]}

    answer = admin.post(reverse("accounts:webhooks", args=["acme"]), whole | given)

    assert answer.status_code == 422
    assert field in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_test_message_is_sent_paused_and_sent_again(
    admin: Client, hook: Webhook, llm_server: LlmServer, work_off: WorkOff
) -> None:
    act = reverse("accounts:webhook-act", args=["acme", hook.pk])
    llm_server.then(sends(200, b"{}"), sends(200, b"{}"))

    admin.post(act, {"action": "ping"})
    admin.post(act, {"action": "pause"})
    work_off()
    assert llm_server.requests == []
    admin.post(act, {"action": "resume"})
    work_off()
    sent = Delivery.objects.get()
    admin.post(reverse("accounts:webhook-redeliver", args=["acme", hook.pk, sent.pk]))
    work_off()

    assert [one["event"] for one in llm_server.requests] == ["ping", "ping"]
    page = admin.get(reverse("accounts:webhook", args=["acme", hook.pk])).content.decode()
    assert "Delivered" in page and "HTTP 200" in page
    assert [event.action for event in Event.objects.order_by("number")] == ["paused", "resumed", "redelivered"]
    admin.post(act, {"action": "explode"})
    assert "no such step" in admin.get(reverse("accounts:webhook", args=["acme", hook.pk])).content.decode()


def test_a_webhook_is_changed_and_deleted(admin: Client, hook: Webhook) -> None:
    home = reverse("accounts:webhook", args=["acme", hook.pk])
    given = {"name": "Chat", "address": "https://chat.example/in", "events": ["run.judged"]}

    assert admin.post(home, given).status_code == 302
    hook.refresh_from_db()
    assert (hook.name, hook.events) == ("Chat", ["run.judged"])
    delete = reverse("accounts:webhook-delete", args=["acme", hook.pk])
    assert "Delete Chat?" in admin.get(delete).content.decode()
    admin.post(delete)
    assert not Webhook.objects.exists()


def test_another_teams_webhook_is_not_there(admin: Client, rivals: Team, hook: Webhook, rob: User) -> None:
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(rob)
    for name in ("webhook", "webhook-delete"):
        assert client.get(reverse(f"accounts:{name}", args=["rivals", hook.pk])).status_code == 404
        assert client.get(reverse(f"accounts:{name}", args=["acme", hook.pk])).status_code == 404
