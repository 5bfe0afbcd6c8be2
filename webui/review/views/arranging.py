"""How a person arranges the inbox: views that they save, share, rename, delete or hide, and columns."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from webui.accounts.access import may, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.review import filters, saved
from webui.review.access import person_of
from webui.review.models import Arrangement, SavedView

MOST_VIEWS = 100
"""Saved views of one person in one team."""

NAME = 60
QUERY = 1000


@require_POST
@require(Power.SAVE_VIEW)
def save(request: HttpRequest, team: Team) -> HttpResponse:
    """Save the filters of an address as a view of the person."""
    asked = filters.read(request.POST.get("query", "")[:QUERY], team, request.user.pk)
    name = _name(request)
    if not name:
        messages.error(request, "A view needs a name. Nothing was saved.")
        return redirect(f"{_inbox(team)}?{asked.query or 'view=all'}&show=save")
    if SavedView.objects.filter(team=team, owner=request.user.pk).count() >= MOST_VIEWS:
        messages.error(request, f"You have {MOST_VIEWS} views. Delete one first.")
        return redirect(f"{_inbox(team)}?view=all&show=views")
    made = SavedView.objects.create(team=team, owner_id=request.user.pk, name=name, query=asked.query)
    messages.success(request, f"The view {name} is saved. Only you see it until you share it.")
    return redirect(f"{_inbox(team)}?view={made.pk}")


@require_POST
@require(Power.SAVE_VIEW)
def change(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Rename, share, take back or delete a saved view. Whose it is may; of a shared one, a maintainer too."""
    view = get_object_or_404(saved.visible(team, person_of(request)), pk=pk)
    maintains = may(request.user, team, Power.SHARE_VIEW)
    action = request.POST.get("action", "")
    if view.owner_id != request.user.pk and not maintains:
        raise PermissionDenied
    if action == "share" and not maintains:
        raise PermissionDenied
    if action not in _CHANGES:
        raise Http404
    messages.success(request, _CHANGES[action](view, request))
    return redirect(f"{_inbox(team)}?view={'open' if action == 'delete' else view.pk}&show=views")


@require_POST
@require(Power.SAVE_VIEW)
def hide(request: HttpRequest, team: Team) -> HttpResponse:
    """Hide a view from the person's own inbox, or show it again."""
    hidden, shown = request.POST.get("hide", ""), request.POST.get("show", "")
    keys = {view.key for view in saved.arranged(team, person_of(request)).views}
    with _arrangement(request, team) as row:
        wanted = [key for key in row.hidden if key in keys and key != shown]
        row.hidden = wanted + [key for key in (hidden,) if key in keys and key not in wanted]
    return _back(request, team, "views")


@require_POST
@require(Power.SAVE_VIEW)
def columns(request: HttpRequest, team: Team) -> HttpResponse:
    """Move, hide or show a column of one view; `reset` brings the usual ones back."""
    view = request.POST.get("view", "")[:20]
    action, _, name = request.POST.get("action", "").partition(":")
    with _arrangement(request, team) as row:
        now = saved.Arranged((), columns=row.columns).columns_of(view)
        moved = _moved(now, action, name)
        others = {key: names for key, names in row.columns.items() if key != view}
        row.columns = others if action == "reset" else {**others, view: moved}
    return _back(request, team, "columns")


def _moved(now: list[str], action: str, name: str) -> list[str]:
    if action == "show" and name in saved.COLUMNS and name not in now:
        return [*now, name]
    if name not in now:
        return now
    if action == "hide" and name != saved.FIXED:
        return [one for one in now if one != name]
    step = {"left": -1, "right": 1}.get(action, 0)
    place = now.index(name)
    target = min(max(place + step, 0), len(now) - 1)
    rest = [one for one in now if one != name]
    return [*rest[:target], name, *rest[target:]]


@contextmanager
def _arrangement(request: HttpRequest, team: Team) -> Iterator[Arrangement]:
    """Hold the person's row while it is changed, and store it."""
    with transaction.atomic():
        Arrangement.objects.get_or_create(team=team, user_id=person_of(request))
        row = Arrangement.objects.select_for_update().get(team=team, user=person_of(request))
        yield row
        row.save()


def _rename(view: SavedView, request: HttpRequest) -> str:
    view.name = _name(request) or view.name
    view.save(update_fields=["name"])
    return f"The view is called {view.name} now."


def _share(view: SavedView, request: HttpRequest) -> str:
    view.shared = True
    view.save(update_fields=["shared"])
    return f"The team sees the view {view.name} now."


def _unshare(view: SavedView, request: HttpRequest) -> str:
    view.shared = False
    view.save(update_fields=["shared"])
    return f"Only its owner sees the view {view.name} now."


def _delete(view: SavedView, request: HttpRequest) -> str:
    view.delete()
    return f"The view {view.name} is deleted. No case was changed."


_CHANGES: dict[str, Callable[[SavedView, HttpRequest], str]] = {
    "rename": _rename,
    "share": _share,
    "unshare": _unshare,
    "delete": _delete,
}


def _name(request: HttpRequest) -> str:
    return " ".join(request.POST.get("name", "").replace("\0", "").split())[:NAME]


def _inbox(team: Team) -> str:
    return reverse("review:inbox", args=[team.slug])


def _back(request: HttpRequest, team: Team, panel: str) -> HttpResponse:
    """Return to the list that the form stood on, its panel still open."""
    query = QueryDict(request.POST.get("back", "").removeprefix("?")[:QUERY], mutable=True)
    query["show"] = panel
    return redirect(f"{_inbox(team)}?{query.urlencode()}")
