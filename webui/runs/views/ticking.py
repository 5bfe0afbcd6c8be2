"""Ticking a section of a comparison as read; and what a person has read already."""

import re
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from webui.accounts.access import Person, require
from webui.accounts.models import Team, User
from webui.common.addresses import own_address
from webui.runs.store import ticks

NAMED = re.compile(r"([0-9a-f]{64}) (d-[0-9]{1,6})")
"""What a button sends: the section, and where to go on from there."""


@require_POST
@require()
def read(request: HttpRequest, team: Team) -> HttpResponse:
    """Tick one section as read, or `unread`, for this person alone; go back to the page, at the next that is unread."""
    back = own_address(request, request.POST.get("next", ""))
    found = NAMED.fullmatch(request.POST.get("read", "") or request.POST.get("unread", ""))
    if not back or found is None:
        return redirect("runs:list", team.slug)
    as_read = "read" in request.POST
    ticks.put(team, cast(User, request.user), found[1], read=as_read)
    messages.success(request, "Section marked as read." if as_read else "Section marked as unread.")
    return redirect(f"{back.partition('#')[0]}#{found[2]}")


def reader(team: Team, user: Person) -> dict[str, Any]:
    """Return what a drawing of a comparison asks: what a section is known by, and which of them the person has read."""
    return {"known": partial(ticks.digest_of, team), "read": partial(ticks.read_of, team, cast(User, user))}
