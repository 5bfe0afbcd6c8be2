"""What happened to a run, newest first: sent, judged, tried again, and what was decided on its cases."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from webui.audit.trail import trail_of
from webui.audit.words import sentence
from webui.runs.models import Run

SHOWN = 40
TOLD = ("opened", "decided", "covered", "withdrawn", "superseded", "reopened", "undone", "recurred", "waiver-ended")
"""What is told of cases: no claims, no remarks."""

OF_RUN = ("uploaded", "compared-again", "exported")


@dataclass(frozen=True, slots=True)
class Line:
    """One event; `note` is what a person wrote with it."""

    text: str
    at: datetime
    note: str = ""


def chronicle(run: Run, cases: Collection[int]) -> Sequence[Line]:
    """Return the events of a run and of its cases, which are given by number. One query."""
    about = Q(subject="run", subject_id=run.pk, action__in=OF_RUN)
    about |= Q(subject="case", subject_id__in=[str(number) for number in cases], action__in=TOLD)
    events = trail_of(run.team_id).filter(about).order_by("-number")[:SHOWN]
    lines = [Line(sentence(event), event.at, event.note) for event in events]
    if run.judged is not None:
        rules = f" by the rules {run.rule_version}" if run.rule_version else ""
        lines.append(Line(f"The run was judged{rules}.", run.judged))
    if not any(event.action == "uploaded" and event.subject == "run" for event in events):
        lines.append(
            Line(f"{run.uploaded_by.username if run.uploaded_by else 'The worker'} sent the run.", run.created)
        )
    return sorted(lines, key=lambda line: line.at, reverse=True)
