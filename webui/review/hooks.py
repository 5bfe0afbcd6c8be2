"""What webhooks are told: steps of cases, captures that were read, verdicts of runs."""

from typing import Any

from django.urls import reverse

from webui.accounts.webhooks import link, tell
from webui.review.models import Case, Decision
from webui.review.triage import Action
from webui.runs.models import Run
from webui.transcripts.models import Capture

EVENTS = {
    Action.OPEN: "case.opened",
    Action.ACCEPT: "case.decided",
    Action.REJECT: "case.decided",
    Action.NEEDS_WORK: "case.decided",
    Action.WAIVE: "case.decided",
    Action.COVER: "case.decided",
    Action.REOPEN: "case.reopened",
    Action.UNDO: "case.reopened",
    Action.RECUR: "case.recurred",
    Action.SUPERSEDE: "case.superseded",
    Action.WAIVER_END: "waiver.ended",
}
"""Who holds a case is nobody's business outside: claims are not told."""


def announce(case: Case, decision: Decision) -> None:
    """Tell of one step of a case."""
    if event := EVENTS.get(Action(decision.action)):
        tell(case.team_id, event, _step(case, decision))


def _step(case: Case, decision: Decision) -> dict[str, Any]:
    return {
        "case": case.number,
        "kind": case.kind,
        "code": case.code,
        "severity": case.severity,
        "was": decision.was,
        "now": decision.now,
        "mark": case.mark,
        "reason": decision.reason,
        "by": decision.by.get_username() if decision.by is not None else None,
        "version": case.version,
        "run": case.run_id,
        "transcript": case.transcript_id,
        "link": link(reverse("review:case", args=[case.team.slug, case.number])),
    }


def capture_over(capture: Capture) -> None:
    """Tell that the reading of a capture has ended."""
    data = {
        "capture": capture.pk,
        "state": capture.state,
        "error": capture.error_code,
        "link": link(reverse("transcripts:capture", args=[capture.team.slug, capture.pk])),
    }
    tell(capture.team_id, "capture.ready", data)


def run_judged(run: Run) -> None:
    """Tell the verdict of a run."""
    data = {
        "run": run.pk,
        "verdict": run.verdict,
        "reason": run.reason or run.code,
        "link": link(reverse("runs:detail", args=[run.team.slug, run.pk])),
    }
    tell(run.team_id, "run.judged", data)
