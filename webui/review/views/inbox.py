"""The inbox: what needs a decision, and which first."""

from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from webui.accounts.access import may, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private, unchanged
from webui.review import counting, filter_keys, filters, pages, saved
from webui.review.access import person_of
from webui.review.models import Case, Notice
from webui.review.views import headings, menus, notices
from webui.review.views.rows import NAMES, rows
from webui.runs.models import Run
from webui.transcripts.models import Capture

PER_PAGE = 50
FEW = 1000
"""Cases that a database sorts in no time."""

PANELS = ("columns", "views", "save")
MOST_COUNTED = 20
"""Views whose cases are counted on the page."""


@require_safe
@require()
@private
def inbox(request: HttpRequest, team: Team) -> HttpResponse:
    """Show the cases of one view, or of filters; lead to the start while there is nothing at all."""
    user = person_of(request)
    names = filters.Names(team)
    arrangement = saved.arranged(team, user)
    chosen = saved.choose(request.GET, arrangement, names, user)
    matching = chosen.asked.narrowed(Case.objects.all())
    if "newer" in request.GET:
        return _newer(request, chosen, matching)
    numbers = _numbers(arrangement, chosen.asked, matching, names)
    if not numbers["newest"] and not request.GET and not _begun(team):
        return redirect("transcripts:start", team.slug)
    size = _size(request)
    after, before = request.GET.get("after", ""), request.GET.get("before", "")
    few = numbers["matching"] <= FEW
    whole = matching.select_related(*NAMES)
    found = pages.cut(whole, chosen.asked.sort, after=after, before=before, size=size, few=few)
    context = {
        "team": team,
        "chosen": chosen,
        "asked": chosen.asked,
        "heading": headings.heading(numbers),
        "tabs": menus.tabs(arrangement, chosen, numbers),
        "menus": menus.menus(chosen.asked),
        "chips": menus.chips(chosen.asked),
        "strays": menus.strays(chosen.asked, chosen.stray),
        "rows": rows(team, found.rows, user, chosen.asked.now, _within(chosen)),
        "columns": headings.columns(arrangement, chosen),
        "pager": headings.pager(chosen, found, numbers["matching"], size),
        "empty": headings.empty(chosen, numbers) if not found.rows else None,
        "newest": numbers["newest"],
        "notices": notices.unseen(team, user) if numbers["told"] else [],
        "all": "all" in request.GET,
        "panel": request.GET.get("show", ""),
        "here": menus.address(chosen.sorted_pairs),
        "query": chosen.asked.query,
        "call_query": chosen.asked.query,
        "text": " ".join(chosen.asked.values.get("text", [])),
        "kept": menus.kept(chosen.asked),
        "sorts": filter_keys.SORTS,
        "sorted": filter_keys.SORTS[chosen.asked.sort],
        **_arranging(request, team, arrangement, chosen),
    }
    response = page(request, "review/inbox.html", context, part="list")
    if request.headers.get("HX-Request") == "true":
        response["HX-Push-Url"] = f"{request.path}{menus.address(chosen.sorted_pairs)}"
    return response


def _arranging(
    request: HttpRequest, team: Team, arrangement: saved.Arranged, chosen: saved.Chosen
) -> dict[str, object]:
    """Return what the panels under the heading need, while one is open."""
    if request.GET.get("show") not in PANELS:
        return {}
    return {
        "arrangement": arrangement,
        "columns_off": [
            (name, title) for name, title in saved.COLUMNS.items() if name not in _shown(arrangement, chosen)
        ],
        "fixed": saved.FIXED,
        "shares": may(request.user, team, Power.SHARE_VIEW),
    }


def _shown(arrangement: saved.Arranged, chosen: saved.Chosen) -> list[str]:
    return arrangement.columns_of(chosen.view.key if chosen.view else "")


def _newer(request: HttpRequest, chosen: saved.Chosen, matching: QuerySet[Case]) -> HttpResponse:
    """Tell how many cases came since the page was made, without moving a row."""
    number = request.GET["newer"]
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else pages.HIGHEST
    count = counting.counts(chosen.asked.team, {"newer": matching.filter(number__gt=known)})["newer"]
    if not count:
        return unchanged()
    context = {"count": counting.told(count), "one": count == 1, "address": menus.address(chosen.sorted_pairs)}
    return page(request, "review/_newer.html", context)


def _numbers(
    arrangement: saved.Arranged, asked: filters.Asked, matching: QuerySet[Case], names: filters.Names
) -> dict[str, int]:
    """Return how many cases each view has, and how many match. One query, beside those for names of saved views."""
    views = [view for view in arrangement.views if view.counted][:MOST_COUNTED]
    read = {view.key: filters.read(view.query, asked.team, asked.user, asked.now, names) for view in views}
    every = Case.objects.all()
    wanted = {key: one.narrowed(every) for key, one in read.items()} | {"matching": matching}
    told = Notice.objects.filter(team=asked.team, user=asked.user, seen=None)
    newest = every.filter(team=asked.team).order_by("-number").values("number")[:1]
    return counting.counts(asked.team, {**wanted, "told": told}, {"newest": newest})


def _within(chosen: saved.Chosen) -> str:
    """Return what leads from a case to its neighbours in this list."""
    return urlencode({"in": urlencode(chosen.sorted_pairs)})


def _begun(team: Team) -> bool:
    return Capture.objects.filter(team=team).exists() or Run.objects.filter(team=team).exists()


def _size(request: HttpRequest) -> int:
    asked = request.GET.get("per", "")
    return int(asked) if asked in map(str, headings.SIZES) else PER_PAGE
