"""One step for many cases, ticked or all that a filter finds: for whom it would be, its confirm, and its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from webui.accounts.access import holds, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.htmx import page, private, unchanged
from webui.common.words import listed, plural
from webui.jobs.queue import latest
from webui.jobs.queue import status as job_status
from webui.review import bulk as many
from webui.review import deciding, files, filters, words
from webui.review.access import person_of
from webui.review.asking import Ask
from webui.review.models import Bulk, Case, Waiver
from webui.review.policy import policy_of
from webui.review.reasons import REASONS
from webui.review.triage import DECISIONS, WAIVER_DAYS, Action, Refused
from webui.review.views.rights import asking

QUERY = 1000
MOST_TICKED = 100
SHOWN = 50
"""Cases that are listed by sentence before the step."""

DECIDE = "decide"
FORMS: Mapping[str, str] = {
    many.ASSIGN: "Assign",
    many.COMMENT: "Comment on",
    Action.CLAIM: "Claim",
    **{action: words.STEPS[action].button_of("run") for action in DECISIONS},
}
"""What a form of this page does; the words of its heading."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which cases: `numbers` of the ticked ones, or None for all that `query` finds."""

    query: str
    numbers: Sequence[int] | None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The choice as an address or a form has it."""
        ticked = [("case", str(number)) for number in self.numbers or ()]
        return [("query", self.query), *(ticked if self.numbers is not None else [("all", "1")])]


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.COMMENT)
@private
def bulk(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Take what the list was sent with to its form; show that form; or, once it is confirmed, start the work."""
    given = request.POST if request.method == "POST" else request.GET
    choice, action = _choice(given), given.get("action", "")
    if choice.numbers == []:
        messages.error(request, "No case is selected. Tick the cases first.")
        return _to_list(team, choice)
    if action == "export":
        asked = filters.read(choice.query, team, person_of(request))
        return files.answer(asked, "csv", host_of(request), choice.numbers)
    if request.method == "POST" and "confirmed" in given:
        return _start(request, team, choice, action)
    if request.method == "POST" and action == Action.CLAIM and len(choice.numbers or ()) == 1:
        return _claim(request, team, choice)
    if request.method == "POST":
        return redirect(f"{request.path}?{urlencode([('action', action), *choice.pairs])}")
    return _form(request, team, choice, action, given)


@require_safe
@require()
@private
def result(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Show how a step for many cases stands, and what came of each. A poll that would change nothing is 204."""
    row = get_object_or_404(Bulk.objects.select_related("by"), team=team, pk=pk)
    outcome = many.outcome_of(row)
    done = len(row.results)
    job = None if outcome.over else latest(many.KIND, str(row.pk))
    status = job and job_status(job)
    mark = f"{done}-{outcome.over}" + (f"-{status.mark}" if status else "")
    if request.headers.get("HX-Request") == "true" and request.GET.get("seen") == mark:
        return unchanged()
    refused: dict[str, list[int]] = {}
    for number, code in outcome.refused:
        refused.setdefault(_why(code), []).append(number)
    context = {
        "team": team,
        "row": row,
        "outcome": outcome,
        "done": done,
        "mark": mark,
        "status": status,
        "maintains": holds(team, Power.RETRY),
        "step": FORMS.get(row.action, row.action),
        "sentence": _sentence(outcome),
        "refused": refused.items(),
    }
    return page(request, "review/bulk_result.html", context, part="result")


def _choice(given: QueryDict) -> Choice:
    query = QueryDict(given.get("query", "")[:QUERY]).urlencode()
    if "all" in given:
        return Choice(query, None)
    values = given.getlist("case")[:MOST_TICKED]
    numbers = (int(value) for value in values if value.isascii() and value.isdigit() and len(value) < 10)
    return Choice(query, list(dict.fromkeys(numbers)))


def _chosen(team: Team, choice: Choice, user: int) -> many.Chosen:
    if choice.numbers is None:
        return many.found_by(team, choice.query, user)
    return many.numbered(team, choice.numbers)


def _form(
    request: HttpRequest, team: Team, choice: Choice, action: str, values: QueryDict, refused: Refused | None = None
) -> HttpResponse:
    chosen = _chosen(team, choice, person_of(request))
    person = asking(request, team)
    action = action if action in FORMS else Action.REJECT if action == DECIDE else many.ASSIGN
    off = policy_of(team).reasons_off
    reasons = [one for one in REASONS.get(action, ()) if f"{action}/{one}" not in off]
    context: dict[str, Any] = {
        "team": team,
        "action": action,
        "title": FORMS[action],
        "count": len(chosen),
        "too_many": len(chosen) > many.MOST,
        "most": many.MOST,
        "everything": choice.numbers is None,
        "cases": _cases(team, [number for number, _ in chosen[:SHOWN]]),
        "versions": [f"{number}:{version}" for number, version in chosen] if choice.numbers is not None else [],
        "choice": choice,
        "may": person.maintainer or not many.is_maintainers(action),
        "ways": [(one, FORMS[one], f"?{urlencode([('action', one), *choice.pairs])}") for one in DECISIONS],
        "decides": action in DECISIONS,
        "reasons": [(one, words.reason_text(Action(action), one)) for one in reasons],
        "people": filters.Names(team).people.items() if action in (many.ASSIGN, Action.NEEDS_WORK) else (),
        "scopes": [(value, words.SCOPES[Waiver.Scope(value)].label) for value in Waiver.Scope.values],
        "values": values,
        "days": values.get("days") or WAIVER_DAYS,
        "refused": words.refused(refused.code) if refused else None,
        "list": _list(team, choice),
    }
    return render(request, "review/bulk.html", context, status=422 if refused else 200)


def _start(request: HttpRequest, team: Team, choice: Choice, action: str) -> HttpResponse:
    given = request.POST
    form = many.Form(
        action=action,
        reason=given.get("reason", ""),
        note=given.get("note", ""),
        link=given.get("link", ""),
        waits_on=_key(given.get("waits_on", "")),
        scope=given.get("scope", ""),
        days=_key(given.get("days", "")),
        owner=_key(given.get("owner", "")),
    )
    try:
        made = many.start(asking(request, team), team, form, _versions(request, team, choice), choice.query)
    except Refused as refused:
        return _form(request, team, choice, action, given, refused)
    response = redirect("review:bulk-result", team.slug, made.pk)
    response.status_code = 303
    return response


def _versions(request: HttpRequest, team: Team, choice: Choice) -> many.Chosen:
    """Return the ticked cases as the person saw them; of all that match, those that match now."""
    if choice.numbers is None:
        return _chosen(team, choice, person_of(request))
    seen = {}
    for pair in request.POST.getlist("version")[:MOST_TICKED]:
        number, _, version = pair.partition(":")
        seen[_key(number)] = _key(version) or 0
    return [(number, seen.get(number, version)) for number, version in many.numbered(team, choice.numbers)]


def _claim(request: HttpRequest, team: Team, choice: Choice) -> HttpResponse:
    """Claim the one row that was ticked, at once."""
    number = (choice.numbers or [0])[0]
    try:
        deciding.take(asking(request, team), team, number, Ask(Action.CLAIM))
        messages.success(request, f"You hold case {number} for 30 minutes of idleness.")
    except Refused as refused:
        messages.error(request, f"Case {number} was not claimed. {words.refused(refused.code).sentence}")
    except Case.DoesNotExist:
        messages.error(request, "There is no such case any more.")
    return _to_list(team, choice)


def _cases(team: Team, numbers: Sequence[int]) -> list[tuple[Case, str]]:
    rows = Case.objects.filter(team=team, number__in=numbers).order_by("number")
    return [(case, words.sentence_of(case)) for case in rows]


def _sentence(outcome: many.Outcome) -> str:
    parts = [f"{plural(len(outcome.decided), 'case')} done"]
    parts += [f"{len(outcome.changed):,} changed meanwhile"] if outcome.changed else []
    parts += [f"{len(outcome.refused):,} not possible"] if outcome.refused else []
    return listed(parts) + "."


def _why(code: str) -> str:
    return "It is not there any more." if code == "not-found" else words.refused(code).sentence


def _key(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _list(team: Team, choice: Choice) -> str:
    return f"{reverse('review:inbox', args=[team.slug])}?{choice.query or 'view=all'}"


def _to_list(team: Team, choice: Choice) -> HttpResponse:
    response = redirect(_list(team, choice))
    response.status_code = 303
    return response
