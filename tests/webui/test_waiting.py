"""No page waits for longer than 60 seconds without words: what no worker takes says so, on every page that waits."""

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.utils import timezone

from compaction.qa import QaConfig
from tests.people import browser, member
from tests.webui.test_powers import World, world
from webui.accounts.models import User
from webui.jobs.models import Job, WorkerPulse
from webui.review import bulk
from webui.review.people import person_of
from webui.runs import arrival
from webui.runs.store import passes
from webui.runs.uploads import Sent
from webui.transcripts import reporting, store, uploads
from webui.transcripts.models import Report

__all__ = ["world"]
WORDS = "No worker has taken this in 60 seconds."
TEMPLATES = Path(__file__).parents[2] / "templates"
SESSION = {"messages": [{"role": "user", "content": "How many?"}, {"role": "assistant", "content": "Nine."}]}
NO_SPINNER = {
    "transcripts/detail.html": "shows its messages meanwhile, and leads to the page of its capture",
    "settings/endpoints.html": "says beside the model that it is being asked",
    "review/inbox.html": "looks for news of a list that is whole",
    "review/_here.html": "tells who else is at a case",
}


@pytest.fixture
def boss(world: World) -> User:
    return member(world.team, "boss", "admin")


@pytest.fixture
def at_boss(boss: User) -> Client:
    return browser(boss)


@pytest.fixture
def waiting(world: World, boss: User) -> dict[str, str]:
    """The addresses of one of each that waits, a minute old, where no worker is."""
    team, home = world.team, f"/t/{world.team.slug}"
    sink = uploads.Sink(bytes(team.redaction_key), "session.json", "")
    sink.write(json.dumps(SESSION).encode())
    capture, _ = store.accept(team, boss, sink.finish())
    pair = json.dumps({"model": "claude-sonnet-4-5", "before": SESSION["messages"], "after": []}).encode()
    run, _ = arrival.take(team, boss, Sent({"pair": pair}, frozenset({"pair"}), {"name": "pair"}), source="page")
    assert world.one.source is not None
    start = passes.Start("extractive", None, QaConfig(), 5_000)
    one = passes.begin(world.one.run, world.one.source, None, start, trigger="page")
    chosen = bulk.found_by(team, "state=open", boss.pk)
    many = bulk.start(person_of(boss, team), team, bulk.Form("reject", "message-shape"), chosen)
    report = Report.objects.get(pk=world.report)
    reporting.queue(report)
    Job.objects.filter(state="queued").update(created=timezone.now() - timedelta(seconds=61))
    return {
        "captures/detail.html": f"{home}/captures/{capture.pk}",
        "runs/detail.html": f"{home}/runs/{run.pk}",
        "runs/pass.html": f"{home}/passes/{one.pk}",
        "review/bulk_result.html": f"{home}/inbox/bulk/{many.pk}",
        "settings/report.html": f"{home}/settings/redaction/reports/{report.pk}",
    }


def seen(page: str) -> str:
    """Return the address that a page asks for news, as it is."""
    found = re.search(r'data-poll hx-get="([^"]+)"', page)
    assert found is not None
    return unescape(found[1])


def test_what_no_worker_takes_is_told_on_every_page_that_waits(at_boss: Client, waiting: dict[str, str]) -> None:
    for template, address in waiting.items():
        page = at_boss.get(address).content.decode()
        assert WORDS in page, template
        assert "start one with <code>./run</code>" in page, template

        news = urljoin(address, seen(page))
        assert at_boss.get(news, headers={"HX-Request": "true"}).status_code == 204, template
        WorkerPulse.objects.create(worker="here:1", swept=timezone.now())
        told = at_boss.get(news, headers={"HX-Request": "true"})
        assert told.status_code == 200 and WORDS not in told.content.decode(), template
        WorkerPulse.objects.all().delete()


def test_no_page_that_waits_is_missing(waiting: dict[str, str]) -> None:
    polling = {
        path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html") if "data-poll" in path.read_text()
    }

    assert polling == waiting.keys() | NO_SPINNER.keys()
