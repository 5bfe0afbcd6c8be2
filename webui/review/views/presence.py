"""Who else looks at a case now, and whether they write: told by the one poll of the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import private, unchanged
from webui.review import access, deciding
from webui.review.forms import FORMS
from webui.review.models import Case, Presence
from webui.review.store import drafts
from webui.review.views.rights import user_of

LASTS = timedelta(seconds=20)
"""How long somebody counts as present without a sign."""

LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the case."""

    name: str
    writing: bool


def others(case: Case, user: int, now: datetime) -> Sequence[Other]:
    """Return who else is here, by name."""
    rows = Presence.objects.filter(case=case, seen__gt=now - LASTS).exclude(user=user).select_related("user")
    return [Other(row.user.get_username(), row.writing) for row in rows.order_by("user__username")]


def mark(case: Case, user: int, now: datetime) -> str:
    """Return what the page knows, so that a poll can say that nothing is new."""
    here = "".join(f"{one.name}{'+' if one.writing else ''} " for one in others(case, user, now))
    return f"{case.version} {case.comments.count()} {here}".strip()


@require_POST
@require()
@private
def presence(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Note that a person is here, keep what they have written so far, and tell who else is."""
    case = access.case_for(request.user, team.slug, number)
    now, user = timezone.now(), user_of(request).pk
    note, comment = request.POST.get("note", "").strip(), request.POST.get("text", "").strip()
    writing = bool(note or comment)
    Presence.objects.update_or_create(case=case, user_id=user, defaults={"seen": now, "writing": writing})
    kept = _keep(request, case, user, note)
    if writing:
        deciding.stay(case, user, now)
    known = request.POST.get("known", "")
    current = mark(case, user, now)
    if current == known and not kept:
        return unchanged()
    context = {
        "team": team,
        "case": case,
        "others": others(case, user, now),
        "presence_mark": current,
        "changed": known.split(" ", 1)[0] not in ("", str(case.version)),
        "kept": now if kept else None,
    }
    return render(request, "review/_here.html", context)


def _keep(request: HttpRequest, case: Case, user: int, note: str) -> bool:
    """Keep the note of the open form as a draft; return whether it is another than before."""
    form = request.POST.get("action", "")
    if form not in FORMS or not note or len(note) > LONGEST:
        return False
    given = {"action": form, "note": note, "reason": request.POST.get("reason", "")}
    before = drafts.draft_of(case, user)
    if before is not None and before.given.get("note") == note and before.given.get("reason") == given["reason"]:
        return False
    drafts.keep(case, user, given)
    return True
