"""The only way a view gets a case. Another team's case and a missing one are the same 404."""

from django.db.models import QuerySet
from django.http import HttpRequest

from webui.accounts import access as accounts
from webui.accounts.models import Team
from webui.review.models import Case
from webui.transcripts.tombstones import missing

ROWS = ("source", "owner", "waiting_on", "holder", "capture", "transcript", "run", "waiver")


def cases_of(team: Team) -> QuerySet[Case]:
    """Return the team's cases, the newest first."""
    return Case.objects.filter(team=team).order_by("-number")


def case_for(user: accounts.Person, slug: str, number: int) -> Case:
    """Return one case of the team `slug`, with the rows it names. Raises: Http404."""
    rows = Case.objects.filter(team__in=accounts.teams_of(user).filter(slug=slug), number=number)
    found = rows.select_related("team", *ROWS).first()
    if found is None:
        raise missing(user, slug, "case", str(number))
    return found


def person_of(request: HttpRequest) -> int:
    """Return the key of whoever is signed in; views of a team have no other visitors."""
    return int(request.user.pk or 0)
