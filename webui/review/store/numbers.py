"""Numbers of cases: they count within a team, and a transaction that fails leaves no gap."""

from django.db.models import F, Max

from webui.review.models import Case, Tally


def hold(team: int) -> None:
    """Keep everybody else from making cases of a team until the caller's transaction ends."""
    if Tally.objects.select_for_update().filter(team=team).first() is None:
        # Of two first ones at once, the second waits here for the first.
        last = Case.objects.filter(team=team).aggregate(last=Max("number"))["last"] or 0
        Tally.objects.bulk_create([Tally(team_id=team, cases=last)], ignore_conflicts=True)
        Tally.objects.select_for_update().get(team=team)


def following(team: int) -> int:
    """Return the next number of a team that the caller holds."""
    Tally.objects.filter(team=team).update(cases=F("cases") + 1)
    return Tally.objects.get(team=team).cases
