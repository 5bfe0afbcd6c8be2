"""Deleting runs, and what becomes of runs whose captures go."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.audit.trail import Actor
from webui.runs.models import Run
from webui.runs.store.purging import digest_of, purge
from webui.transcripts import sample
from webui.transcripts import store as captures
from webui.transcripts.access import RUN_INPUT
from webui.transcripts.listeners import Going
from webui.transcripts.models import Capture, Tombstone
from webui.transcripts.store import CannotGo

BY_HAND = Going(Actor("person", 7, "ada"), whole=True)
BY_RULE = Going(Actor("worker", None, "worker"), policy="captures 30 days")
TABS = ("overview", "before", "after", "summary", "facts", "checks", "history")


@pytest.fixture
def loaded(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Team:
    sample.load(acme, None)
    work_off()
    assert Run.objects.filter(team=acme).count() > 1
    return acme


def test_a_run_goes_with_the_input_that_no_other_run_stands_on(loaded: Team) -> None:
    contracts = list(Run.objects.filter(kind="contract"))
    given = Capture.objects.get(format=RUN_INPUT)
    digest = digest_of(contracts[0])

    for run in contracts:
        assert Capture.objects.filter(pk=given.pk).exists()
        assert purge(loaded.pk, run.pk, BY_HAND)

    assert not Capture.objects.filter(pk=given.pk).exists()
    event = Event.objects.get(subject="run", subject_id=contracts[0].pk)
    assert (event.action, event.evidence) == ("deleted", digest)
    assert Tombstone.objects.filter(kind="run").count() == len(contracts)
    assert not purge(loaded.pk, contracts[0].pk, BY_HAND)


def test_a_run_in_work_stays(loaded: Team) -> None:
    run = Run.objects.filter(team=loaded)[0]
    Run.objects.filter(pk=run.pk).update(state="checking")
    with pytest.raises(CannotGo, match="in-work"):
        purge(loaded.pk, run.pk, BY_HAND)
    with pytest.raises(CannotGo, match="in-work"):
        captures.purge(loaded.pk, run.before.capture_id if run.before else "", BY_RULE)


def test_runs_outlive_their_captures_and_every_page_of_them_opens(
    loaded: Team, client: Client, ada: User, work_off: Callable[[], int]
) -> None:
    count = Run.objects.count()
    for capture in Capture.objects.all():
        captures.purge(loaded.pk, capture.pk, BY_RULE)
    assert Run.objects.count() == count
    assert not Run.objects.exclude(before=None, after=None, capture=None).exists()

    client.force_login(ada)
    for run in Run.objects.all():
        address = reverse("runs:detail", args=["acme", run.pk])
        for tab in TABS:
            assert client.get(f"{address}?tab={tab}").status_code == 200, (run.kind, tab)
        for name in ("", "/checks", "/facts", "/diff"):
            assert client.get(f"/api/v1/runs/{run.pk}{name}").status_code == 200, (run.kind, name)


def test_members_see_when_a_run_was_deleted(loaded: Team, client: Client, ada: User) -> None:
    run = Run.objects.filter(team=loaded)[0]
    purge(loaded.pk, run.pk, BY_RULE)
    client.force_login(ada)

    answer = client.get(reverse("runs:detail", args=["acme", run.pk]))

    assert answer.status_code == 410
    assert "by policy captures 30 days." in answer.content.decode()
    told = client.get(f"/api/v1/runs/{run.pk}")
    assert (told.status_code, told.json()["code"]) == (410, "deleted")
