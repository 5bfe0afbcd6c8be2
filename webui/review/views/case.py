"""The page of one case: evidence on the left, the decision on the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.review import access, words
from webui.review.asking import Change
from webui.review.forms import FORMS, values_of
from webui.review.models import Case
from webui.review.people import person_of
from webui.review.policy import policy_of
from webui.review.refusals import Refusal
from webui.review.store import drafts
from webui.review.triage import OPEN_STATES, Action, State
from webui.review.views import presence, story, talk
from webui.review.views.deciding_panel import members_of, panel
from webui.review.views.evidence import evidence, spot_of
from webui.review.views.rights import rights_of, user_of
from webui.review.views.standing import Standing, standing
from webui.runs.models import Run

STAY = "after-decision"
"""The cookie that says whether the next case opens."""

OCCURRENCES = 10


@dataclass(frozen=True, slots=True)
class Again:
    """A page that is shown again because a step was refused: the form that stays open, its text, and why."""

    form: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    fault: Refusal | None = None
    field: str = ""
    changes: Sequence[str] = ()
    comment: str = ""


NOT_AGAIN = Again()


@require_safe
@require()
@private
def case(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Show one case, or its preview beside a list."""
    found = access.case_for(request.user, team.slug, number)
    return shown(request, team, found)


def shown(
    request: HttpRequest, team: Team, found: Case, again: Again = NOT_AGAIN, *, status: int = 200
) -> HttpResponse:
    """Return the page of a case, or the part of it that a list shows beside its rows."""
    place = standing(request, team, found)
    context = whole(request, team, found, place, again)
    preview = request.headers.get("HX-Target") == "preview"
    response = page(request, "review/case.html", context, part="preview" if preview else "", status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def whole(request: HttpRequest, team: Team, found: Case, place: Standing, again: Again) -> dict[str, Any]:
    """Return the context of the page."""
    user, now = user_of(request), timezone.now()
    person, policy = person_of(user, team), policy_of(team)
    members = members_of(found)
    draft = drafts.draft_of(found, person.user) if not again.values else None
    form = again.form or _asked_form(request)
    if draft is not None and not form and draft.given.get("action") in FORMS:
        form = str(draft.given["action"])
    values = again.values or (values_of(draft.given) if draft is not None else {})
    last = story.last_decision(found)
    before = story.decided_before(found)
    spot, spot_address = spot_of(found)
    thing = words.thing_of(found)
    rights = rights_of(user, team)
    return {
        "team": team,
        "case": found,
        "place": place,
        "here": f"{reverse('review:case', args=[team.slug, found.number])}?{place.within}",
        "base": reverse("review:case", args=[team.slug, found.number]),
        "sentence": words.sentence_of(found),
        "thing": thing,
        "state": words.STATES[State(found.state)],
        "mark": words.MARKS.get(Case.Mark(found.mark)),
        "due": words.due_of(found, now),
        "spot": spot,
        "spot_address": spot_address,
        "evidence": evidence(found),
        "last_accepted": _last_accepted(found),
        "panel": panel(person, found, policy, form=form, values=values, members=members),
        "held": found.state == State.IN_REVIEW and found.held_until is not None and found.held_until > now,
        "mine": found.holder_id == user.pk,
        "again": again,
        "values": values,
        "draft": draft,
        "last": last,
        "last_words": story.decision_words(last, thing) if last else "",
        "before": before,
        "before_words": story.decision_words(before, thing) if before else "",
        "is_open": found.state in OPEN_STATES,
        "target_days": policy.days(found.kind, found.severity),
        "occurrences": _occurrences(found),
        "seen": found.occurrences.count(),
        "alike": _alike(found),
        "older": list(found.older.all()[:5]),
        "story": story.story(found, request.GET),
        "threads": talk.threads(request, found, rights),
        "anchor": talk.anchor(request, found),
        "others": presence.others(found, user.pk, now),
        "presence_mark": presence.mark(found, user.pk, now),
        "members": members,
        "may": dict.fromkeys(rights, True),
        "stay": request.COOKIES.get(STAY) == "stay",
        "kind": words.KINDS[Case.Kind(found.kind)],
        "asks_owner": "owner" in request.GET,
        "confirm_take_over": request.GET.get("form") == "take-over",
        "address": request.build_absolute_uri(reverse("review:case", args=[team.slug, found.number])),
    }


def change_words(change: Change, thing: str) -> str:
    """Return what somebody did meanwhile: `ada rejected the run, fact-lost, version 7`."""
    past = words.STEPS[Action(change.action)].past_of(thing)
    reason = f", {change.reason}" if change.reason else ""
    return f"{change.by} {past}{reason}, version {change.version}"


def _asked_form(request: HttpRequest) -> str:
    form = request.GET.get("form", "")
    return form if form in FORMS else ""


def _occurrences(found: Case) -> list[Any]:
    rows = found.occurrences.select_related("capture", "transcript", "run").order_by("-created", "-pk")
    return list(rows.defer("transcript__system", "transcript__sketch", "transcript__marks")[:OCCURRENCES])


def _last_accepted(found: Case) -> Run | None:
    """Return the run of the same source that was accepted last, to compare with."""
    if found.run_id is None:
        return None
    rows = Case.objects.filter(team=found.team_id, source=found.source_id, state=Case.State.ACCEPTED)
    last = rows.exclude(run=None).exclude(run=found.run_id).select_related("run").order_by("-closed").first()
    return last.run if last is not None else None


def _alike(found: Case) -> int:
    rows = Case.objects.filter(team=found.team_id, signature=found.signature, state__in=OPEN_STATES)
    return rows.exclude(pk=found.pk)[:1001].count()
