"""What is known of a case when a step is judged: only what that step depends on is looked up."""

from webui.review import waivers
from webui.review.models import Case, Decision
from webui.review.policy import TeamPolicy
from webui.review.reasons import WAIVABLE_REASONS
from webui.review.triage import Action, Facts, State
from webui.runs.models import Run

REFUSED = (Run.Verdict.REFUSED, Run.Verdict.TOO_LARGE)


def facts_of(case: Case, action: Action, policy: TeamPolicy) -> Facts:
    """Return the facts of a case for one step."""
    waives = action in (Action.WAIVE, Action.PROPOSE)
    proposal = waivers.proposal_of(case) if waives and policy.second_person else None
    return Facts(
        state=State(case.state),
        version=case.version,
        holder=case.holder_id,
        open_errors=open_errors(case) if action is Action.ACCEPT else 0,
        refused_by_contract=is_refused(case) if action is Action.ACCEPT else False,
        waivable=is_waivable(case),
        proposed_by=proposal.by_id if proposal is not None else None,
        second_person=policy.second_person,
        reasons_off=policy.reasons_off,
        decided_by=decided_by(case) if action is Action.UNDO else None,
    )


def whole(case: Case, policy: TeamPolicy) -> Facts:
    """Return all that is known of a case, for a page that says which steps are possible."""
    proposal = waivers.proposal_of(case) if policy.second_person else None
    return Facts(
        state=State(case.state),
        version=case.version,
        holder=case.holder_id,
        open_errors=open_errors(case),
        refused_by_contract=is_refused(case),
        waivable=is_waivable(case),
        proposed_by=proposal.by_id if proposal is not None else None,
        second_person=policy.second_person,
        reasons_off=policy.reasons_off,
        decided_by=decided_by(case),
    )


def open_errors(case: Case) -> int:
    """Return how many errors of the case's transcript or run no waiver covers.

    Each error stands in a case of its own: what those that are waived count is taken off.
    """
    if not case.errors:
        return 0
    beside = Case.objects.filter(team=case.team_id, source=case.source_id, severity=Case.Severity.ERROR)
    if case.transcript_id:
        beside = beside.filter(transcript=case.transcript_id)
    else:
        # Of cases whose evidence is gone, nothing says which stood beside which.
        beside = beside.filter(run=case.run_id) if case.run_id else beside.none()
    rows = {one.pk: one for one in (*beside.defer("place"), case) if one.severity == Case.Severity.ERROR}
    waived = {pk for pk, one in rows.items() if one.state == Case.State.WAIVED}
    waived |= {one.pk for one in waivers.covered(one for pk, one in rows.items() if pk not in waived)}
    return max(0, case.errors - sum(rows[pk].count for pk in waived))


def is_refused(case: Case) -> bool:
    """Return whether the contract refused the run of the case."""
    if case.about == Case.About.REASON or case.kind == Case.Kind.REFUSED:
        return True
    return case.run is not None and case.run.verdict in REFUSED


def is_waivable(case: Case) -> bool:
    """Return whether a maintainer may tolerate the defect: of the contract's reasons only four. Source: decision 13."""
    return case.about != Case.About.REASON or case.code in WAIVABLE_REASONS


def decided_by(case: Case) -> int | None:
    """Return the person who brought the case into its state, None where the worker did or nobody is known."""
    last = Decision.objects.filter(case=case, now=case.state).exclude(was=case.state).order_by("-pk").first()
    return last.by_id if last is not None else None
