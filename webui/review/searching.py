"""From the one search box to a case."""

import re

from webui.accounts.models import Team
from webui.review.addresses import case_address
from webui.review.models import Case

_NUMBER = re.compile(r"(?:case\s*|#)?([0-9]{1,9})", re.IGNORECASE | re.ASCII)


def address_of(team: Team, text: str) -> str | None:
    """Return the page of the case that a text names: `1042`, `#1042`, `case 1042`."""
    found = _NUMBER.fullmatch(text)
    if found is None or not Case.objects.filter(team=team, number=int(found[1])).exists():
        return None
    return case_address(team, int(found[1]))
