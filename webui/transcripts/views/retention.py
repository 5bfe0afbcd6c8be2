"""How long a team keeps what: read by all, set by admins, with what would go told before anything is saved."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.common.words import listed, plural, size
from webui.transcripts import retention
from webui.transcripts.retention import MOST_DAYS, Doomed, Kind


@dataclass(frozen=True, slots=True)
class Row:
    """One kind on the form: what was typed, what is wrong with it."""

    kind: Kind
    value: str
    fault: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@require(post=Power.RETENTION)
@private
def settings_page(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Show how long what is kept; a POST shows what would go, and with `confirm` saves."""
    if request.method != "POST":
        days = retention.days_of(team)
        return _page(request, team, [Row(kind, str(days.get(kind.name, ""))) for kind in retention.kinds()])
    return _change(request, team)


def _change(request: HttpRequest, team: Team) -> HttpResponse:
    """Preview or save what an admin chose."""
    rows, days = _read(request.POST)
    if any(row.fault for row in rows):
        return _page(request, team, rows, status=422)
    if "confirm" not in request.POST:
        return _page(request, team, rows, told=_told(team, days))
    if retention.save(team, days, actor_of(request)):
        messages.success(request, f"Saved: {retention.told(days)}.")
    else:
        messages.info(request, "Nothing changed.")
    return redirect("transcripts:retention", team.slug)


def _read(given: QueryDict) -> tuple[list[Row], dict[str, int]]:
    rows, days = [], {}
    for kind in retention.kinds():
        value = given.get(kind.name, "").strip()[:12]
        good = value.isascii() and value.isdecimal() and 1 <= int(value) <= MOST_DAYS
        if good:
            days[kind.name] = int(value)
        rows.append(Row(kind, value, "" if good or not value else f"A whole number of days, 1 to {MOST_DAYS:,}."))
    return rows, days


def _told(team: Team, days: dict[str, int]) -> list[str]:
    """Return what the next night would take, a sentence a kind."""
    now = timezone.now()
    night = retention.next_night(now)
    when = f"{'tonight' if night.date() != now.date() or night.hour >= 18 else 'today'} at {night:%H:%M} UTC"
    found = retention.preview(team, days, now)
    told = [f"This will delete {_words(doomed)}, {when}." for _, doomed in found if doomed.any]
    told += [f"{plural(doomed.kept, 'row')} of {kind.title.lower()} stay: a legal hold pins them."
             for kind, doomed in found if doomed.kept]  # fmt: skip
    return told or ["Nothing is old enough to be deleted by now."]


def _words(doomed: Doomed) -> str:
    things = [plural(count, noun) for count, noun in doomed.things if count]
    return listed(things) + (f", {size(doomed.size)}" if doomed.size else "")


def _page(
    request: HttpRequest, team: Team, rows: list[Row], *, told: list[str] | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "team": team,
        "rows": rows,
        "told": told,
        "admin": may(request.user, team, Power.RETENTION),
        "night": retention.next_night(timezone.now()),
    }
    return page(request, "settings/retention.html", context, status=status)
