"""When rules changed: a chart marks it, since a bend may come from there."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Min

from webui.common.days import Day
from webui.review.trends.chart import Mark
from webui.review.trends.scope import Scope, on_days_of
from webui.runs.models import Run
from webui.transcripts.models import Transcript

Sighting = tuple[str, datetime]


def gather(scope: Scope) -> list[Sighting]:
    """Return which versions of the rules judged what was sent in the period, and since when.

    The one that was in force before it comes with the start of the period, or earlier. Four bounded queries.
    """
    lists = Transcript.objects.filter(team=scope.team, checked__isnull=False).exclude(rule_version="")
    runs = Run.objects.filter(team=scope.team, judged__isnull=False).exclude(rule_version="")
    found: list[Sighting] = []
    for rows, moment in ((lists, "checked"), (runs, "judged")):
        recent = rows.filter(on_days_of(scope.period, "created")).annotate(day=Day("created"))
        days = recent.values_list("day", "rule_version").annotate(first=Min(moment)).order_by()
        found += [(version, first) for _, version, first in days]
        before = rows.filter(created__lt=scope.period.start, **{f"{moment}__lt": scope.period.start})
        found += before.order_by("-created").values_list("rule_version", moment)[:1]
    return found


def decide(found: Iterable[Sighting], scope: Scope) -> list[Mark]:
    """Return the changes within the period, oldest first. The version that was there first is no change."""
    first: dict[str, datetime] = {}
    for version, at in found:
        first[version] = min(at, first.get(version, at))
    changes = sorted(first.items(), key=lambda one: one[1])[1:]
    return [Mark(scope.period.share(at), f"rules {version}") for version, at in changes if at >= scope.period.start]
