"""The models that a team may ask: list, add, change, test, delete. Everybody reads, admins change."""

from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from webui.accounts import access
from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.forms import EndpointForm
from webui.accounts.models import Endpoint, Team
from webui.accounts.powers import Power
from webui.audit.trail import record
from webui.common.htmx import page, private
from webui.jobs import queue
from webui.llm import addresses
from webui.llm.sentences import Sentence, sentence

Test = Endpoint.Test
STEPS = ("Ask",)
ENDS = {
    "cancelled": Sentence("The test was cancelled.", "Test it again."),
    "internal-error": Sentence(
        "Three attempts at the test ended without a result.", "The log of the worker says where."
    ),
}
"""What is said of a test whose job came to nothing."""
LABELS = {
    "name": "Name",
    "kind": "Protocol",
    "base_url": "Base address",
    "model": "Model",
    "key": "Key",
    "price_in": "Price of input",
    "price_out": "Price of output",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One endpoint with what is said of its last test."""

    endpoint: Endpoint
    said: Sentence | None

    @property
    def has_key(self) -> bool:
        """Return whether a key is stored."""
        return bool(self.endpoint.sealed_key)

    @property
    def prices(self) -> str:
        """Return both prices in words, nothing where one is missing."""
        given = (self.endpoint.price_in, self.endpoint.price_out)
        into, out = (f"{price:,.4f}".rstrip("0").rstrip(".") if price is not None else "" for price in given)
        return f"{into} in, {out} out a million tokens" if into and out else ""


@require_safe
@require()
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the endpoints, the built-in client first."""
    return _listing(request, team)


def _listing(request: HttpRequest, team: Team) -> HttpResponse:
    rows = [Row(one, _said(one)) for one in access.endpoints_of(team)]
    asking = any(row.endpoint.test_state == Test.ASKING for row in rows)
    context = {
        "team": team,
        "rows": rows,
        "asking": asking,
        "no_worker": asking and not queue.worker_alive(),
        "admin": may(request.user, team, Power.MODELS),
    }
    return page(request, "settings/endpoints.html", context, part="endpoints")


@sensitive_post_parameters("key")
@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.MODELS)
@private
def add(request: HttpRequest, team: Team) -> HttpResponse:
    """Add an endpoint."""
    return _form(request, team, None)


@sensitive_post_parameters("key")
@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.MODELS)
@private
def edit(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Change an endpoint."""
    return _form(request, team, access.endpoint_of(team, pk))


@require_POST
@require(Power.MODELS)
def test(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Ask the endpoint once, in the worker; a test that is under way is not begun anew."""
    endpoint = access.endpoint_of(team, pk)
    with transaction.atomic():
        begun = access.endpoints_of(team).filter(pk=pk).exclude(test_state=Test.ASKING).update(test_state=Test.ASKING)
        if begun:
            queue.enqueue(team.pk, access.TEST_ENDPOINT, str(endpoint.pk), STEPS)
    if request.headers.get("HX-Request") == "true":
        return _listing(request, team)
    return redirect("accounts:endpoints", team.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.MODELS)
@private
def delete(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Ask whether to delete an endpoint, and delete it. What was made with it stays."""
    endpoint = access.endpoint_of(team, pk)
    if request.method != "POST":
        return page(request, "settings/endpoint_delete.html", {"team": team, "endpoint": endpoint})
    with transaction.atomic():
        endpoint.delete()
        more = {"name": endpoint.name, "model": endpoint.model}
        record(team.pk, actor_of(request), "model-deleted", "setting", str(pk), more=more)
    messages.success(request, f"{endpoint.name} is deleted, with its key.")
    return redirect("accounts:endpoints", team.slug)


def _form(request: HttpRequest, team: Team, endpoint: Endpoint | None) -> HttpResponse:
    form = EndpointForm(team, request.POST if request.method == "POST" else None, instance=endpoint)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            saved = form.save()
            more = {"name": saved.name, "kind": saved.kind, "address": saved.base_url, "model": saved.model}
            action = "model-added" if endpoint is None else "model-changed"
            record(team.pk, actor_of(request), action, "setting", str(saved.pk), more=more)
        messages.success(request, f"{saved.name} is saved. Test it once before it is used.")
        return redirect("accounts:endpoints", team.slug)
    allowed = addresses.policy()
    context = {
        "team": team,
        "form": form,
        "endpoint": endpoint,
        "has_key": endpoint is not None and bool(endpoint.sealed_key),
        "local": allowed.loopback,
        "faults": [(form[name].id_for_label, LABELS[name], words[0]) for name, words in form.errors.items()],
    }
    return page(request, "settings/endpoint.html", context, status=422 if form.errors else 200)


def _said(endpoint: Endpoint) -> Sentence | None:
    if endpoint.test_state != Test.FAILED:
        return None
    return ENDS.get(endpoint.test_code) or sentence(endpoint.test_code)
