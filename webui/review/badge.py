"""How much waits on the person who looks, for the frame around every page."""

from django.db.models import OuterRef
from django.db.models.expressions import Combinable

from webui.review import conditions, counting
from webui.review.models import Case


def waiting_on(user: int) -> Combinable:
    """Return how many cases of a team wait on a person, as a value beside the team: no query of its own."""
    rows = Case.objects.filter(team=OuterRef("pk"))
    new, held, sent_back = (counting.CountOf(rows.filter(one)) for one in conditions.ways_to_wait([user]))
    return new + held + sent_back
