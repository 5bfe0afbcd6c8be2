"""The API keys of a team: list, create, rotate, revoke. A secret is shown once, on the page that made it."""

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from webui.accounts import apikeys
from webui.accounts.access import require
from webui.accounts.actors import actor_of
from webui.accounts.models import ApiKey, Team, User
from webui.accounts.powers import Power, Scope
from webui.audit.trail import record
from webui.common.htmx import page, private

SCOPES = {
    Scope.READ: "Read what the team has",
    Scope.UPLOAD: "Upload captures and runs, start passes",
    Scope.DECIDE: "Claim, comment on and decide cases and facts",
}


class KeyForm(forms.Form):
    """What a new key is called, may do, and when it ends."""

    name = forms.CharField(max_length=60, error_messages={"required": "Give it a name."})
    scopes = forms.MultipleChoiceField(
        choices=list(SCOPES.items()), error_messages={"required": "Choose at least one scope."}
    )
    days = forms.IntegerField(min_value=1, max_value=apikeys.MOST_DAYS, initial=apikeys.DAYS)


class RotateForm(forms.Form):
    """How long the old key works on."""

    hours = forms.TypedChoiceField(choices=list(apikeys.OVERLAPS.items()), coerce=int)


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.KEYS)
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the keys; a POST makes one and shows its secret."""
    if request.method != "POST":
        return _page(request, team, KeyForm())
    form = KeyForm(request.POST)
    if not form.is_valid() or not isinstance(request.user, User):
        return _page(request, team, form, status=422)
    given = form.cleaned_data
    with transaction.atomic():
        key, secret = apikeys.create(team, request.user, given["name"], given["scopes"], given["days"])
        now = " ".join(key.scopes)
        record(team.pk, actor_of(request), "created", "key", str(key.pk), now=now, more={"name": key.name})
    return _page(request, team, KeyForm(), made=key, secret=secret)


@require_POST
@require(Power.KEYS)
@private
def rotate(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Make the key that follows and show its secret; the old one works for the chosen overlap."""
    key = _key(team, pk)
    form = RotateForm(request.POST)
    with transaction.atomic():
        following = apikeys.rotate(key, form.cleaned_data["hours"]) if form.is_valid() else None
        if following:
            more = {"name": key.name, "next": following[0].pk}
            record(team.pk, actor_of(request), "rotated", "key", str(key.pk), more=more)
    if following is None:
        messages.error(request, "A key that is over or was rotated before cannot be rotated. Nothing was changed.")
        return redirect("accounts:keys", team.slug)
    return _page(request, team, KeyForm(), made=following[0], secret=following[1])


@require_POST
@require(Power.KEYS)
def revoke(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """End a key now."""
    key = _key(team, pk)
    with transaction.atomic():
        if apikeys.revoke(key):
            record(team.pk, actor_of(request), "revoked", "key", str(key.pk), more={"name": key.name})
    messages.success(request, f"{key.name} is revoked. Calls with it are refused from now on.")
    return redirect("accounts:keys", team.slug)


def _key(team: Team, pk: int) -> ApiKey:
    key = apikeys.keys_of(team).filter(pk=pk).first() if pk < 2**63 else None
    if key is None:
        raise Http404
    return key


def _page(
    request: HttpRequest,
    team: Team,
    form: KeyForm,
    *,
    made: ApiKey | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    context = {
        "team": team,
        "form": form,
        "rows": [(key, apikeys.is_live(key, now)) for key in apikeys.keys_of(team)],
        "scopes": SCOPES.items(),
        "chosen": request.POST.getlist("scopes") if form.is_bound else ["read"],
        "overlaps": apikeys.OVERLAPS.items(),
        "made": made,
        "secret": secret,
        "test_address": request.build_absolute_uri("/api/v1/me"),
        "faults": [(f"id_{name}", name.capitalize(), words[0]) for name, words in form.errors.items()],
    }
    return page(request, "settings/keys.html", context, status=status)
