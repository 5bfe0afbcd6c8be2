"""Closed cases go when they are old; a legal hold keeps a case and its evidence."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.audit.trail import Actor
from webui.common.errors import Gone
from webui.jobs.models import Job
from webui.review import access, keeping
from webui.review.models import Case, Waiver
from webui.runs.models import Run
from webui.transcripts import retention, sample
from webui.transcripts import store as captures
from webui.transcripts.listeners import Going
from webui.transcripts.models import Capture, Retention
from webui.transcripts.store import CannotGo

ADA = Actor("person", 7, "ada")
BY_HAND = Going(ADA, whole=True)


def closed(make_case: Callable[..., Case], days: int, **values: object) -> Case:
    at = timezone.now() - timedelta(days=days)
    return make_case(**{"state": Case.State.REJECTED, "closed": at, "created": at, "changed": at} | values)


def night(team: Team, days: int, work_off: Callable[[], int]) -> None:
    retention.save(team, {"cases": days}, ADA)
    Retention.objects.update(ran=None)
    retention.queue_due()
    work_off()
    assert Job.objects.latest("pk").state == "done"


def test_old_closed_cases_go_and_say_so(
    acme: Team, ada: User, data_dir: Path, make_case: Callable[..., Case], work_off: Callable[[], int]
) -> None:
    old = closed(make_case, 40)
    young = closed(make_case, 20)
    open_one = make_case(created=timezone.now() - timedelta(days=400), changed=timezone.now())
    held = closed(make_case, 40, hold=True)
    waiving = closed(make_case, 40, state=Case.State.WAIVED)
    Waiver.objects.create(
        team=acme, case=waiving, scope="team", code="a", reason="other",
        ends=timezone.now() + timedelta(days=5), created=timezone.now(),
    )  # fmt: skip

    ((_, doomed),) = retention.preview(acme, {"cases": 30}, timezone.now())
    assert (doomed.things, doomed.kept) == (((1, "case"),), 1)
    night(acme, 30, work_off)

    assert set(Case.objects.values_list("pk", flat=True)) == {young.pk, open_one.pk, held.pk, waiving.pk}
    event = Event.objects.get(action="purged")
    assert (event.subject, event.subject_id, event.was) == ("case", str(old.number), "rejected")
    with pytest.raises(Gone, match="by policy cases 30 days"):
        access.case_for(ada, "acme", old.number)


def test_a_hold_pins_what_a_case_shows(
    acme: Team, data_dir: Path, make_case: Callable[..., Case], work_off: Callable[[], int]
) -> None:
    sample.load(acme, None)
    work_off()
    run = Run.objects.exclude(before=None).exclude(after=None)[0]
    case = make_case(number=900, run=run, hold=True)
    assert run.before is not None
    assert run.after is not None
    sides = {run.before.capture_id, run.after.capture_id}

    found = keeping.pinned(acme.pk)
    assert sides <= found.captures
    assert found.runs == {run.pk}
    for pk in sides:
        with pytest.raises(CannotGo, match="on-hold"):
            captures.purge(acme.pk, pk, BY_HAND)

    Case.objects.filter(pk=case.pk).update(hold=False)
    assert keeping.pinned(acme.pk) == keeping.Pinned()
    for pk in sides:
        captures.purge(acme.pk, pk, BY_HAND)
    assert not Capture.objects.filter(pk__in=sides).exists()
    assert Case.objects.filter(pk=case.pk).exists()
