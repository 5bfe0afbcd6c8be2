"""A comparison that failed is done again; and what happened to a run stands in its history."""

import html
import re
from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from webui.accounts.actors import WORKER
from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.audit.trail import record
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case, Source
from webui.review.people import person_of
from webui.review.triage import Action
from webui.runs.models import Run
from webui.runs.store import pairs


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def fail(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(state="failed", error_code="worker-lost", layers="", fates=None)
    run.refresh_from_db()


def test_a_maintainer_has_a_failed_comparison_done_again(
    pair: Run, ada: User, at_ada: Client, work_off: Callable[[], int], read: Callable[..., str]
) -> None:
    fail(pair)
    assert "A maintainer can have it compared again." in read(pair)
    assert at_ada.post(f"/t/acme/runs/{pair.pk}/again").status_code == 403
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)
    page = read(pair)
    assert f'<form method="post" action="/t/acme/runs/{pair.pk}/again">' in page
    assert "worker-lost" in page and "stopped here" in page and "7 and 5 messages" in plain(page)

    answer = at_ada.post(f"/t/acme/runs/{pair.pk}/again")

    assert (answer.status_code, answer["Location"]) == (302, f"/t/acme/runs/{pair.pk}")
    assert "The two lists are compared again. What was read is kept." in plain(read(pair))
    work_off()
    pair.refresh_from_db()
    assert (pair.state, pair.error_code, bool(pair.layers)) == ("ready", "", True)
    assert f"ada had run {pair.pk} compared again. Was worker-lost." in plain(read(pair, "?tab=history"))


def test_what_did_not_fail_is_not_done_again(
    pair: Run, ada: User, at_ada: Client, work_off: Callable[[], int], read: Callable[..., str]
) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.MAINTAINER)
    assert at_ada.post(f"/t/acme/runs/{pair.pk}/again").status_code == 302

    assert "Nothing is to be done again: the comparison of this run did not fail." in plain(read(pair))
    assert work_off() == 0
    Run.objects.filter(pk=pair.pk).update(after=None)
    fail(pair)
    assert not pairs.again(pair, WORKER), "there is nothing to compare"
    assert "/again" not in read(pair)
    assert not Event.objects.filter(action="compared-again").exists()


def test_the_history_tells_who_sent_judged_and_decided_newest_first(
    pair: Run, acme: Team, ada: User, read: Callable[..., str]
) -> None:
    now = timezone.now()
    case = Case.objects.create(
        team=acme, number=99, source=Source.objects.create(team=acme, name="s"), run=pair, kind="loss", about="flag",
        code="low-identifier-recall", signature="5" * 64, name="s", created=now, changed=now,
    )  # fmt: skip
    take(person_of(ada, acme), acme, case.number, Ask(Action.REJECT, None, "message-shape", note="Cut elsewhere."))

    page = plain(read(pair, "?tab=history"))

    told = [
        page.index(words)
        for words in (
            f"ada rejected the run of case {case.number}: message-shape",
            "Cut elsewhere.",
            f"The run was judged by the rules {pair.rule_version}.",
            f"ada uploaded run {pair.pk}.",
        )
    ]
    assert told == sorted(told)
    assert "claimed" not in page


def test_another_teams_history_is_not_told(pair: Run, rivals: Team, read: Callable[..., str]) -> None:
    record(rivals.pk, WORKER, "compared-again", "run", pair.pk, was="worker-lost")

    assert "compared again" not in plain(read(pair, "?tab=history"))
