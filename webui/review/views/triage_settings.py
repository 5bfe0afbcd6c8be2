"""How a team triages: targets, what makes a case, reasons, second person, default owners. Read by all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.common.words import plural
from webui.review import choices
from webui.review.choices import DECISIONS, FIXED, Change, Read
from webui.review.models import Case
from webui.review.policy import Owner, TeamPolicy, policy_of
from webui.review.reasons import REASONS
from webui.review.store import policies
from webui.review.triage import Action
from webui.review.views.owner_rows import Owners, owners_of
from webui.review.words import REASONS as REASON_WORDS
from webui.runs.views import flag_words

MAINTAINER = Power.EDIT_TARGETS
DECISION_WORDS = {"accept": "Accept", "reject": "Reject", "needs-work": "Send back", "waive": "Waive"}


@dataclass(frozen=True, slots=True)
class Box:
    """One box to tick; `fixed` ones stay as they are."""

    value: str
    label: str
    on: bool
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """One number of days."""

    name: str
    words: str
    value: str
    fault: str


@dataclass(frozen=True, slots=True)
class Group:
    """The reasons of one decision."""

    name: str
    title: str
    boxes: Sequence[Box]
    fault: str


@require_http_methods(["GET", "HEAD", "POST"])
@require(post=Power.EDIT_TARGETS)
@private
def triage(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Show what the team chose; a POST changes it."""
    return _change(request, team) if request.method == "POST" else _page(request, team, None)


def _change(request: HttpRequest, team: Team) -> HttpResponse:
    """Save the choices, or do one thing to the list of owners."""
    if "do" in request.POST:
        fault = _owners(request, team)
        return _page(request, team, None, fault=fault) if fault else redirect("review:triage", team.slug)
    found = choices.read(request.POST)
    if found.choices is None:
        return _page(request, team, found)
    done = policies.save(team, found.choices, actor_of(request))
    if done:
        messages.success(request, f"Saved: {plural(len(done), 'change')}. {_kept(team)}")
    else:
        messages.info(request, "Nothing changed.")
    return redirect("review:triage", team.slug)


def _kept(team: Team) -> str:
    count = Case.objects.filter(team=team, closed__isnull=True).count()
    return f"{plural(count, 'open case')} {'keeps its' if count == 1 else 'keep their'} due time and owner."


def _owners(request: HttpRequest, team: Team) -> str:
    """Add, move or remove an owner; return what stands in the way."""
    held = owners_of(team, policy_of(team))
    old, given = held.policy.owners, request.POST
    if given["do"] == "add":
        new = _new(held, given)
        if new is None:
            return "Choose what, and who gets it."
        if fault := choices.added(old, new):
            return fault
        return _put(request, team, held, (*old, new), Change(held.name(new), "nobody", held.person(new.user)))
    keys = [choices.key_of(one) for one in old]
    if given.get("entry") not in keys:
        return "This list has changed meanwhile. It is shown as it is now."
    at = keys.index(given["entry"])
    if given["do"] == "remove":
        said = Change(held.name(old[at]), held.person(old[at].user), "nobody")
        return _put(request, team, held, old[:at] + old[at + 1 :], said)
    order = choices.moved(old, at, {"up": -1, "down": 1}.get(given["do"], 0))
    if order == old:
        return ""
    to = order.index(old[at])
    return _put(request, team, held, order, Change(f"the place of {held.name(old[at])}", f"{at + 1}", f"{to + 1}"))


def _put(request: HttpRequest, team: Team, held: Owners, new: tuple[Owner, ...], said: Change) -> str:
    if not policies.put_owners(team, held.policy.owners, new, said, actor_of(request)):
        return "Somebody else changed this list at the same moment. It is shown as it is now."
    messages.success(request, f"Saved: {said.name}, {said.was} before, {said.now} now. {_kept(team)}")
    return ""


def _new(held: Owners, given: QueryDict) -> Owner | None:
    key = choices.read_key(given.get("what", ""), held.codes, held.sources)
    user = given.get("who", "")
    people = {str(pk): pk for pk in held.people}
    return Owner(*key, people[user]) if key and user in people else None


def _page(request: HttpRequest, team: Team, asked: Read | None, *, fault: str = "") -> HttpResponse:
    policy = policy_of(team)
    faults = asked.faults if asked else {}
    context = {
        "team": team,
        "maintainer": may(request.user, team, MAINTAINER),
        "targets": _targets(policy, asked),
        "flags": _flags(policy, request.POST if asked else None),
        "groups": _groups(policy, request.POST if asked else None, faults),
        "second": "second_person" in request.POST if asked else policy.second_person,
        "owners": owners_of(team, policy),
        "open": Case.objects.filter(team=team, closed__isnull=True).count(),
        "fault": fault,
        "faults": faults,
    }
    return page(request, "settings/triage.html", context, status=422 if faults or fault else 200)


def _targets(policy: TeamPolicy, asked: Read | None) -> list[Target]:
    return [
        Target(
            name,
            words,
            asked.typed.get(name, "") if asked else str(policy.targets[name]),
            asked.faults.get(f"target-{name}", "") if asked else "",
        )
        for name, words in choices.TARGETS.items()
    ]


def _flags(policy: TeamPolicy, given: QueryDict | None) -> list[Box]:
    on = given.getlist("flag") if given is not None else policy.flags
    return [Box(flag, title, flag in on) for flag, title in flag_words.TITLES.items()]


def _groups(policy: TeamPolicy, given: QueryDict | None, faults: Mapping[str, str]) -> list[Group]:
    known = {f"{decision}/{reason}" for decision in DECISIONS for reason in REASONS[decision]}
    on = set(given.getlist("reason")) if given is not None else known - policy.reasons_off
    groups = []
    for decision in DECISIONS:
        words = REASON_WORDS[Action(decision)]
        boxes = [
            Box(code, words[code.partition("/")[2]], code in on or code in FIXED, code in FIXED)
            for code in (f"{decision}/{reason}" for reason in REASONS[decision])
        ]
        groups.append(Group(decision, DECISION_WORDS[decision], boxes, faults.get(f"reasons-{decision}", "")))
    return groups
