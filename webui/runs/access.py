"""The only way to a run. Another team's run and a missing one are the same 404.

Lists come without what only one run's page reads.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.http import Http404

from webui.accounts import access as accounts
from webui.accounts.models import Team
from webui.runs.models import Call, Pass, Run, Summary
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.tombstones import missing

EXPLAIN = "explain-run"
"""The job kind that explains the two sides of a run; its target is the run's id."""

ADVANCE = "advance-pass"
"""The job kind that carries a pass from call to call; its target is the id of the pass."""

CALL_TEXTS = ("system", "user", "reply")
HEAVY = ("checks", "timeline", "observed", "fates", "breaches", "carried", "given", "measures", "flags")


def runs_for(team: Team) -> QuerySet[Run]:
    """Return the team's runs, newest first."""
    return Run.objects.filter(team=team).select_related("uploaded_by").defer(*HEAVY).order_by("-created", "-pk")


def run_for(user: accounts.Person, slug: str | None, pk: str, *, texts: bool = True) -> Run:
    """Return one run of the team `slug`, or of any team of this person where it is None. Raises: Http404.

    Three rows come with it: both transcripts with their captures, and who sent it; its `texts` take one query more.
    """
    if "\0" in pk + (slug or ""):  # PostgreSQL takes none, even in a question
        raise Http404
    teams = accounts.teams_of(user)
    rows = Run.objects.filter(team__in=teams if slug is None else teams.filter(slug=slug), pk=pk)
    related = ("team", "uploaded_by", "capture", "before__capture", "after__capture")
    rows = _in_sequence(rows).select_related(*related)
    if texts:
        rows = rows.prefetch_related(Prefetch("summaries", Summary.objects.order_by("pk")))
    found = rows.first()
    if found is None:
        raise missing(user, slug, "run", pk)
    return found


def same_source(run: Run) -> QuerySet[Run]:
    """Return the team's other runs from the same before side, oldest first."""
    rows = Run.objects.filter(team=run.team_id, before=run.before_id).exclude(pk=run.pk).defer(*HEAVY)
    return rows.order_by("created", "pk") if run.before_id else rows.none()


def runs_found_in(capture: Capture) -> QuerySet[Run]:
    """Return the runs that a capture gave, in file order."""
    return Run.objects.filter(capture=capture, team=capture.team_id).defer(*HEAVY).order_by("number")


def _in_sequence(rows: QuerySet[Run]) -> QuerySet[Run]:
    """Add which of its capture's compactions a run is, or of its context edits if it is one, and its neighbours."""
    same = Run.objects.filter(capture=OuterRef("capture"), edit=OuterRef("edit"), boundary__isnull=False)
    earlier = same.filter(number__lt=OuterRef("number")).order_by("-number")
    later = same.filter(number__gt=OuterRef("number")).order_by("number")
    return rows.annotate(
        earlier=Subquery(earlier.values("pk")[:1]),
        later=Subquery(later.values("pk")[:1]),
        before_it=Subquery(_counted(earlier)),
        behind_it=Subquery(_counted(later)),
    )


def _counted(rows: QuerySet[Run]) -> QuerySet[Run, Any]:
    return rows.order_by().values("capture").annotate(count=Count("pk")).values("count")


def runs_of(transcript: Transcript) -> QuerySet[Run]:
    """Return the runs that begin or end with a transcript, newest first."""
    rows = Run.objects.filter(team=transcript.team_id).defer(*HEAVY)
    return (rows.filter(before=transcript) | rows.filter(after=transcript)).order_by("-created", "-pk")


def last_compacted(source: Transcript) -> Pass | None:
    """Return the last pass over a transcript that compacted it: its final text is the prior of the next."""
    rows = Pass.objects.filter(team=source.team_id, source=source, outcome=Pass.Outcome.COMPACTED)
    return rows.order_by("-ended", "-pk").first()


def live_pass(source: Transcript) -> Pass | None:
    """Return the newest pass over a transcript that waits or is at work."""
    rows = Pass.objects.filter(team=source.team_id, source=source, state__in=(Pass.State.QUEUED, Pass.State.ASKING))
    return rows.order_by("-created", "-pk").first()


def compacted_before(one: Pass) -> Pass | None:
    """Return the pass that compacted the same source last before this one."""
    rows = Pass.objects.filter(team=one.team_id, source=one.source_id, outcome=Pass.Outcome.COMPACTED)
    return rows.filter(ended__lt=one.ended).exclude(pk=one.pk).order_by("-ended", "-pk").first() if one.ended else None


def run_before(run: Run) -> Run | None:
    """Return the compaction that the same capture shows before this one, with its texts."""
    if run.capture_id is None or not run.number:
        return None
    rows = Run.objects.filter(team=run.team_id, capture=run.capture_id, number=run.number - 1).defer(*HEAVY)
    return rows.prefetch_related("summaries").first()


def rounds_of(run: Run) -> QuerySet[Run]:
    """Return the compactions that the run's capture shows, in order, with their texts."""
    rows = Run.objects.filter(team=run.team_id, capture=run.capture_id, number__isnull=False)
    heavy = [name for name in HEAVY if name not in ("measures", "flags")]
    found = rows.defer(*heavy).prefetch_related("summaries").order_by("number")
    return found if run.capture_id else found.none()


def compacted_of(run: Run) -> QuerySet[Pass]:
    """Return the passes that compacted the run's messages before, of all runs, in order."""
    rows = Pass.objects.filter(team=run.team_id, source=run.before_id, outcome=Pass.Outcome.COMPACTED)
    found = rows.defer("draft", "prior_text", "config", "places").order_by("ended", "pk")
    return found if run.before_id else found.none()


def passes_of(run: Run) -> QuerySet[Pass]:
    """Return the passes of a run without their texts, the newest first."""
    texts = ("draft", "final", "prior_text")
    rows = run.passes.select_related("started_by", "prior").defer(*texts, *(f"prior__{name}" for name in texts))
    return rows.prefetch_related(Prefetch("calls", Call.objects.defer(*CALL_TEXTS))).order_by("-attempt")


def pass_for(user: accounts.Person, slug: str | None, pk: str) -> Pass:
    """Return one pass of the team `slug`, or of any team of this person where it is None. Raises: Http404."""
    if "\0" in pk + (slug or ""):
        raise Http404
    teams = accounts.teams_of(user)
    rows = Pass.objects.filter(team__in=teams if slug is None else teams.filter(slug=slug), pk=pk)
    rows = rows.select_related("team", "run", "source__capture", "endpoint", "started_by")
    found = rows.prefetch_related(Prefetch("calls", Call.objects.defer(*CALL_TEXTS))).first()
    if found is None:
        raise Http404
    return found


def contenders_for(user: accounts.Person, slug: str, keys: Sequence[str]) -> list[Run | Pass]:
    """Return the runs and passes of the team `slug` that are named, with texts. Three queries. Raises: Http404."""
    if any("\0" in key for key in (slug, *keys)):
        raise Http404
    teams = accounts.teams_of(user).filter(slug=slug)
    runs = Run.objects.filter(team__in=teams, pk__in=keys).select_related("team", "before")
    found: dict[str, Run | Pass] = {run.pk: run for run in runs.prefetch_related("summaries")}
    if not found.keys() >= {*keys}:
        passes = Pass.objects.filter(team__in=teams, pk__in=keys).select_related("team", "run__team", "source")
        found |= {one.pk: one for one in passes}
    gone = [key for key in keys if key not in found]
    if gone:
        raise missing(user, slug, "run", gone[0])
    return [found[key] for key in keys]
