"""What people and programs do is on the trail: one event each, with who, what and the evidence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from webui.accounts.models import Endpoint, Member, Team, User
from webui.audit.trail import trail_of
from webui.audit.verification import verify
from webui.audit.words import sentence
from webui.runs.models import Fact, Pass, Run
from webui.transcripts import sample
from webui.transcripts.models import Capture, Transcript

REQUEST = b'{"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "Hello"}]}'


def told(team: Team) -> list[str]:
    """Say every event but those of cases, which the worker opens."""
    return [sentence(event) for event in trail_of(team.pk) if event.subject != "case"]


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def send(client: Client) -> Capture:
    client.post(reverse("transcripts:new", args=["acme"]), {"file": SimpleUploadedFile("a.json", REQUEST)})
    return Capture.objects.get()


def test_an_upload_is_told_once(acme: Team, signed_in: Client, data_dir: Path) -> None:
    capture = send(signed_in)
    send(signed_in)

    (event,) = trail_of(acme.pk)
    assert sentence(event) == f"ada uploaded capture {capture.pk}."
    assert (event.evidence, event.more) == (capture.fingerprint, {"source": "page", "bytes": len(REQUEST)})


def test_cancelling_and_reading_again_are_told(
    acme: Team, signed_in: Client, data_dir: Path, work_off: Callable[[], int]
) -> None:
    capture = send(signed_in)
    signed_in.post(reverse("transcripts:cancel", args=["acme", capture.pk]))
    signed_in.post(reverse("transcripts:read-again", args=["acme", capture.pk]), {"format": "auto", "dialect": "auto"})

    assert told(acme)[1:] == [
        f"ada cancelled the reading of capture {capture.pk}.",
        f"ada had capture {capture.pk} read again.",
    ]


def test_an_upload_that_is_refused_is_no_event(acme: Team, signed_in: Client, data_dir: Path) -> None:
    page = signed_in.post(reverse("transcripts:new", args=["acme"]), {"file": SimpleUploadedFile("a.bin", b"\x1f\x8b")})
    assert page.status_code == 422
    assert told(acme) == []


def test_runs_passes_and_facts_are_told(
    acme: Team, signed_in: Client, data_dir: Path, work_off: Callable[[], int]
) -> None:
    Member.objects.update(role=Member.Role.MAINTAINER)
    sample.load(acme, None)
    work_off()
    before = Transcript.objects.get(capture__name="billing-session-before-compaction.json")
    after = Transcript.objects.get(capture__name="billing-session-after-repair.json")
    seen = len(told(acme))

    signed_in.post("/api/v1/runs?team=acme", {"before": before.pk, "after": after.pk}, headers={"X-CSRFToken": "x"})
    run = Run.objects.order_by("-created")[0]
    work_off()
    signed_in.post(reverse("runs:qa", args=["acme", run.pk]), {"client": "extractive", "target_tokens": 4000})
    work_off()
    one = Pass.objects.get()
    facts = list(Fact.objects.filter(run=run)[:2])
    decide = reverse("runs:decide", args=["acme", run.pk])
    signed_in.post(decide, {"choice": "confirmed", "fact": [fact.pk for fact in facts]})
    signed_in.post(decide, {"undo": facts[0].pk})
    signed_in.post(decide, {"undo": facts[0].pk})

    names = ", ".join(f"f-{fact.pk}" for fact in facts)
    assert told(acme)[seen:] == [
        f"ada uploaded run {run.pk}.",
        f"ada started a QA pass over {before.pk} with extractive.",
        f"ada confirmed fact {names} of run {run.pk}.",
        f"ada took back the decision on fact f-{facts[0].pk} of run {run.pk}. Was confirmed.",
    ]
    assert one.run_id == run.pk
    assert verify(acme.pk).broken is None


def test_models_are_told_without_their_keys(acme: Team, signed_in: Client, ada: User, settings: Any) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    form = {"name": "house", "kind": "openai", "base_url": "http://127.0.0.1:8080/v1", "model": "m", "key": "sk-secret"}
    settings.LLM_ALLOW_LOOPBACK = True
    signed_in.post(reverse("accounts:endpoint-new", args=["acme"]), form)
    endpoint = Endpoint.objects.create(team=acme, name="other", base_url="https://e.example", changed=timezone.now())
    signed_in.post(reverse("accounts:endpoint-delete", args=["acme", endpoint.pk]))

    assert told(acme) == ["ada added the model house.", "ada deleted the model other with its key."]
    assert "sk-secret" not in str(list(trail_of(acme.pk).values()))
