"""Asking for a pass over a run's source, or over a transcript that has no run."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from webui.accounts.access import require
from webui.accounts.models import Team, User
from webui.accounts.powers import Power
from webui.common.errors import Refusal
from webui.common.htmx import private
from webui.runs import access, asking
from webui.runs.models import Run
from webui.runs.store import passes
from webui.runs.views.qa_form import TITLES, QaForm
from webui.transcripts import access as transcripts
from webui.transcripts.models import Transcript


@require_http_methods(["GET", "POST"])
@require(Power.ASK)
@private
def of_run(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show the form of a pass over what a run started from; take it, and lead to the pass."""
    run = access.run_for(request.user, team.slug, pk)
    return _answer(request, team, run, asking.source_of(request.user, run))


@require_http_methods(["GET", "POST"])
@require(Power.ASK)
@private
def of_transcript(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """The same for a transcript; the run that holds its passes is made with the first."""
    return _answer(request, team, None, transcripts.transcript_for(request.user, team.slug, pk))


def _answer(request: HttpRequest, team: Team, run: Run | None, source: Transcript | None) -> HttpResponse:
    options = asking.options(team)
    target = asking.default_target(source, run) if source else 1
    form = QaForm(options, target, request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _page(request, team, run, source, form, options, status=200 if request.method == "GET" else 422)
    return _begin(request, team, run, source, form, options)


def _begin(
    request: HttpRequest,
    team: Team,
    run: Run | None,
    source: Transcript | None,
    form: QaForm,
    options: list[asking.Option],
) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    given = form.given
    if asking.hindrance(source) is not None or source is None:
        return _page(request, team, run, source, form, options, status=409)
    try:
        one = asking.ask(run or passes.run_for_source(source, user), source, user, given, trigger="page")
    except Refusal as refused:
        form.add_error("client", refused.answer.text)
    else:
        for name, old, new in asking.moved(given, asking.config_of(given)):
            messages.info(request, f"{TITLES[name]}: {old:g} is out of range, {new:g} is used.")
        return redirect("runs:pass", team.slug, one.pk)
    return _page(request, team, run, source, form, options, status=422)


def _page(
    request: HttpRequest,
    team: Team,
    run: Run | None,
    source: Transcript | None,
    form: QaForm,
    options: list[asking.Option],
    *,
    status: int,
) -> HttpResponse:
    prior = access.last_compacted(source) if source else None
    context: dict[str, Any] = {
        "team": team,
        "run": run,
        "source": source,
        "form": form,
        "options": options,
        "chosen": form["client"].value(),
        "hindrance": asking.hindrance(source),
        "prior": prior,
        "prior_text": passes.text_of(prior.final) if prior else "",
    }
    return render(request, "runs/qa.html", context, status=status)
