"""From a transcript, or an id, to the runs that know of it."""

from collections.abc import Sequence

from django.db.models import Q
from django.urls import reverse

from webui.accounts.models import Team
from webui.runs import access
from webui.runs.models import Run
from webui.transcripts.listeners import Way
from webui.transcripts.models import Transcript

SHOWN = 3
"""Runs of one transcript that its page leads to, the newest."""


def ways_of(transcript: Transcript) -> Sequence[Way]:
    """Return where the messages of a transcript went or came from, by the newest runs that can tell. One query."""
    told = Q(layers__gt="") | Q(kind=Run.Kind.CONTRACT, carried__isnull=False)
    rows = access.runs_of(transcript).filter(told, state=Run.State.READY)[:SHOWN]
    return [_way(run, "before" if run.before_id == transcript.pk else "after", transcript.team.slug) for run in rows]


def address_of(team: Team, pk: str) -> str | None:
    """Return the page of a run of the team."""
    return reverse("runs:detail", args=[team.slug, pk]) if access.runs_for(team).filter(pk=pk).exists() else None


def _way(run: Run, side: str, slug: str) -> Way:
    question = "Where did this go?" if side == "before" else "Where did this come from?"
    home = reverse("runs:detail", args=[slug, run.pk])
    return Way(question, f"run {run.pk}", f"{home}/{side}/", f"{home}?tab={side}")
