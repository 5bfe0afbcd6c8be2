"""Changes of the rules on the time axis."""

from collections.abc import Callable
from datetime import timedelta

from tests.webui.review.trends.conftest import NOW
from webui.accounts.models import Team
from webui.review.trends import versions
from webui.review.trends.scope import Scope
from webui.runs.models import Run
from webui.transcripts.models import Capture, Transcript

DAY = timedelta(days=1)


def test_a_version_is_marked_where_it_first_judged(acme: Team, rivals: Team, scope: Callable[..., Scope]) -> None:
    for team, seen in ((acme, [("1", 300), ("2", 60), ("2", 59), ("3", 10)]), (rivals, [("9", 5), ("8", 9)])):
        capture = Capture.objects.create(team=team, name="a", fingerprint="f", blob="b", size=1)
        for number, (version, ago) in enumerate(seen):
            Transcript.objects.create(
                team=team, capture=capture, number=number, messages=1, size=1, rule_version=version,
                checked=NOW - ago * DAY,
            )  # fmt: skip
            Transcript.objects.filter(team=team, number=number).update(created=NOW - ago * DAY)
    run = Run.objects.create(team=acme, name="r", kind="pair", rule_version="3", judged=NOW - 21 * DAY)
    Run.objects.filter(pk=run.pk).update(created=NOW - 21 * DAY)

    year, weeks = scope("", "1y"), scope("", "4w")
    found = versions.decide(versions.gather(year), year)

    assert [mark.words for mark in found] == ["rules 2", "rules 3"]
    assert found[1].at == year.period.share(NOW - 21 * DAY)
    assert [mark.words for mark in versions.decide(versions.gather(weeks), weeks)] == ["rules 3"]


def test_the_first_version_of_a_team_is_no_change(acme: Team, scope: Callable[..., Scope]) -> None:
    Run.objects.create(team=acme, name="r", kind="pair", rule_version="3", judged=NOW - 2 * DAY)

    assert versions.decide(versions.gather(scope()), scope()) == []
