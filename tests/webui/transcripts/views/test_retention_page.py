"""Retention is told before it is saved, and saved by admins alone; one capture is deleted with a confirmation."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.runs.models import Run
from webui.transcripts import retention, sample
from webui.transcripts.models import Capture

PAGE = "/t/acme/settings/retention"


@pytest.fixture
def admin(client: Client, ada: User) -> Client:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    client.force_login(ada)
    return client


@pytest.fixture
def loaded(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Team:
    sample.load(acme, None)
    work_off()
    return acme


def test_what_would_go_is_told_before_anything_is_saved(admin: Client, loaded: Team) -> None:
    Capture.objects.update(created=timezone.now() - timedelta(days=40))

    text = admin.post(PAGE, {"captures": "30", "runs": ""}).content.decode()

    assert "This will delete 3 transcripts and 4 captures, " in text
    assert "at 02:00 UTC." in text
    assert retention.days_of(loaded) == {}
    answer = admin.post(PAGE, {"captures": "30", "runs": "", "confirm": "1"})
    assert answer.status_code == 302
    assert retention.days_of(loaded) == {"captures": 30}
    assert Capture.objects.count() == 4


def test_what_is_young_enough_stays(admin: Client, loaded: Team) -> None:
    text = admin.post(PAGE, {"captures": "30"}).content.decode()
    assert "Nothing is old enough to be deleted by now." in text


@pytest.mark.parametrize("value", ["0", "-1", "soon", "1.5", "99999"])
def test_days_are_whole_numbers(admin: Client, acme: Team, value: str) -> None:
    answer = admin.post(PAGE, {"captures": value, "confirm": "1"})
    assert answer.status_code == 422
    assert "A whole number of days, 1 to 36,500." in answer.content.decode()
    assert retention.days_of(acme) == {}


def test_members_read_and_admins_alone_change(client: Client, ada: User, acme: Team) -> None:
    client.force_login(ada)
    page = client.get(PAGE)
    assert page.status_code == 200
    assert "Show what would go" not in page.content.decode()
    assert client.post(PAGE, {"captures": "30", "confirm": "1"}).status_code == 403
    assert retention.days_of(acme) == {}


def test_one_capture_is_deleted_with_the_runs_that_it_shows(admin: Client, loaded: Team) -> None:
    capture = Capture.objects.get(name="billing-session-after-compaction.json")
    runs = list(Run.objects.filter(capture=capture).values_list("pk", flat=True))
    address = reverse("transcripts:delete", args=["acme", capture.pk])

    assert "Delete this capture?" in admin.get(address).content.decode()
    assert Capture.objects.filter(pk=capture.pk).exists()
    assert admin.post(address).status_code == 302

    assert not Capture.objects.filter(pk=capture.pk).exists()
    assert not Run.objects.filter(pk__in=runs).exists()
    event = Event.objects.get(action="deleted", subject="capture")
    assert (event.actor_name, event.subject_id) == ("ada", capture.pk)
    gone = admin.get(reverse("transcripts:capture", args=["acme", capture.pk]))
    assert gone.status_code == 410
    assert "This capture was deleted by ada on " in gone.content.decode()


def test_a_capture_in_work_is_not_deleted(admin: Client, loaded: Team) -> None:
    capture = Capture.objects.all()[0]
    Capture.objects.filter(pk=capture.pk).update(state="reading")
    answer = admin.post(reverse("transcripts:delete", args=["acme", capture.pk]))
    assert answer.status_code == 409
    assert "It is at work just now" in answer.content.decode()


def test_a_reviewer_deletes_nothing(client: Client, ada: User, loaded: Team) -> None:
    client.force_login(ada)
    capture = Capture.objects.all()[0]
    assert client.post(reverse("transcripts:delete", args=["acme", capture.pk])).status_code == 403
    assert Capture.objects.count() == 4
