"""What a person has not seen yet, above the list, and that they have seen it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.review import words
from webui.review.addresses import case_address
from webui.review.models import Notice

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Told:
    """One notice: a sentence, and where it leads."""

    notice: Notice
    sentence: str
    icon: str
    address: str


def unseen(team: Team, user: int) -> Sequence[Told]:
    """Return the latest notices that a person has not seen, and one more than is shown where there are more."""
    rows = Notice.objects.filter(team=team, user=user, seen=None).select_related("case", "by")
    return [_told(team, notice) for notice in rows.order_by("-created", "-pk")[: SHOWN + 1]]


def _told(team: Team, notice: Notice) -> Told:
    word = words.NOTICES[Notice.Kind(notice.kind)]
    by = notice.by.get_username() if notice.by else "Somebody"
    address = case_address(team, notice.case.number)
    place = f"#c-{notice.comment_id}" if notice.comment_id else ""
    return Told(notice, word.sentence.format(by=by, number=notice.case.number), word.icon, address + place)


@require_POST
@require()
def seen(request: HttpRequest, team: Team) -> HttpResponse:
    """Note that the person has seen one notice, or all of them."""
    rows = Notice.objects.filter(team=team, user=request.user.pk, seen=None)
    key = request.POST.get("notice", "")
    if key != "all":
        rows = rows.filter(pk=int(key) if key.isascii() and key.isdigit() and len(key) < 10 else 0)
    rows.update(seen=timezone.now())
    return redirect("review:inbox", team.slug)
