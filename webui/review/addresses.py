"""Where the page of a case is."""

from django.urls import reverse

from webui.accounts.models import Team


def case_address(team: Team, number: int) -> str:
    """Return the page of a case of the team."""
    return reverse("review:case", args=[team.slug, number])
