"""A run is deleted by an admin, on a page that says what goes; what is left of it says who did it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.review.models import Case
from webui.runs.models import Run
from webui.transcripts import store
from webui.transcripts.models import Transcript

WIRE = Path(__file__).parents[3] / "cases" / "wire"


@pytest.fixture
def admin(at_ada: Client, ada: User) -> Client:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    return at_ada


def test_an_admin_deletes_a_run_and_its_page_says_who_did(admin: Client, pair: Run) -> None:
    home, delete = f"/t/acme/runs/{pair.pk}", f"/t/acme/runs/{pair.pk}/delete"
    assert f'href="{delete}"' in admin.get(home).content.decode()
    page = admin.get(delete)
    assert page["Cache-Control"] == "no-store"
    assert "gone for good, with 1 fact and what people said of them." in page.content.decode()
    assert Run.objects.filter(pk=pair.pk).exists()

    answer = admin.post(delete, follow=True)

    assert answer.redirect_chain == [("/t/acme/runs", 302)]
    assert f"Run {pair.pk} is deleted." in answer.content.decode()
    gone = admin.get(home)
    assert gone.status_code == 410
    assert "This run was deleted by ada on " in gone.content.decode()
    assert (admin.get(delete).status_code, admin.post(delete).status_code) == (410, 410)
    event = Event.objects.get(subject="run", subject_id=pair.pk, action="deleted")
    assert (event.actor_name, event.more["policy"]) == ("ada", "")
    assert Transcript.objects.filter(pk=pair.before_id).exists()


def test_a_run_that_a_case_on_hold_pins_stays(admin: Client, pair: Run, acme: Team) -> None:
    assert Case.objects.filter(team=acme).update(hold=True, run=pair) == 1

    answer = admin.post(f"/t/acme/runs/{pair.pk}/delete")

    assert answer.status_code == 409
    assert "A case on legal hold pins it." in answer.content.decode()
    assert Run.objects.filter(pk=pair.pk).exists()
    assert not Event.objects.filter(subject="run", action="deleted").exists()


def test_a_run_in_work_stays(admin: Client, pair: Run) -> None:
    Run.objects.filter(pk=pair.pk).update(state=Run.State.CHECKING)
    answer = admin.post(f"/t/acme/runs/{pair.pk}/delete")
    assert answer.status_code == 409
    assert "wait for the end, or cancel the pass first" in answer.content.decode()


def test_a_maintainer_neither_sees_the_way_nor_goes_it(at_ada: Client, ada: User, pair: Run) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)
    assert "/delete" not in at_ada.get(f"/t/acme/runs/{pair.pk}").content.decode()
    assert at_ada.post(f"/t/acme/runs/{pair.pk}/delete").status_code == 403
    assert Run.objects.filter(pk=pair.pk).exists()


def test_a_capture_that_is_read_again_shows_the_compaction_as_a_new_run(
    admin: Client, acme: Team, work_off: Callable[[], int]
) -> None:
    file = SimpleUploadedFile("codex.jsonl", (WIRE / "codex-rollout-old.jsonl").read_bytes())
    admin.post("/t/acme/captures/new", {"file": file})
    work_off()
    run = Run.objects.get(team=acme)
    assert run.capture is not None
    assert "shows this compaction as a new run" in admin.get(f"/t/acme/runs/{run.pk}/delete").content.decode()
    admin.post(f"/t/acme/runs/{run.pk}/delete")

    assert store.read_again(run.capture)
    work_off()

    again = Run.objects.get(team=acme)
    assert (again.capture, again.number, again.verdict) == (run.capture, run.number, run.verdict)
    assert again.pk != run.pk
