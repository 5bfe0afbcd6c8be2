"""Signing in and out, and what a person prefers. Preferences are cookies, so that the server draws them at once."""

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from webui.accounts import access, attempts, entry
from webui.accounts.access import anyone, signed_in
from webui.accounts.joining import TAKEN, TRIES, JoinForm, suggested
from webui.accounts.models import Invitation, Member, User
from webui.common.addresses import own_address

PREFERENCES = {
    "theme": ("auto", "light", "dark"),
    "shortcuts": ("on", "off"),
    "positions-hint": ("off",),
}
LABELS = {"name": "Account name", "password1": "Password", "password2": "Password again"}
YEAR = 365 * 24 * 3600


@require_safe
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Lead to the inbox of the person's first team."""
    team = access.teams_of(request.user).first()
    if team is None:
        return render(request, "accounts/teamless.html")
    return redirect("review:inbox", team.slug)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
@anyone
def login(request: HttpRequest) -> HttpResponse:
    """Sign in with a name and a password. An unknown name and a wrong password get the same answer."""
    onward = own_address(request, request.POST.get("next") or request.GET.get("next", ""))
    if request.method == "GET":
        if request.user.is_authenticated:
            return redirect(onward or "accounts:home")
        return render(request, "accounts/login.html", {"onward": onward})
    name, address = request.POST.get("name", ""), attempts.address_of(request)
    if wait := attempts.seconds_to_wait(name, address):
        return _limited(request, {"onward": onward, "name": name}, wait)
    user = auth.authenticate(request, username=name, password=request.POST.get("password", ""))
    if not isinstance(user, User):
        attempts.failed(name, address)
        context = {"onward": onward, "name": name, "failed": True}
        return render(request, "accounts/login.html", context, status=422)
    attempts.succeeded(name, address)
    auth.login(request, user)
    return redirect(onward or "accounts:home")


def _limited(request: HttpRequest, context: dict[str, object], wait: int) -> HttpResponse:
    """Look at no password: say when it is looked at again. The same for every name, known or not."""
    context |= {"limited": True, "minutes": -(-wait // 60)}
    response = render(request, "accounts/login.html", context, status=429)
    response["Retry-After"] = str(wait)
    return response


@sensitive_post_parameters("password1", "password2")
@never_cache
@require_http_methods(["GET", "POST"])
@anyone
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Use a one-time address. Only the button signs in: a preview that opens the link spends nothing."""
    invitation = entry.to_join(token)
    if invitation is not None:
        return _join(request, invitation)
    if request.method == "GET":
        return render(request, "accounts/enter.html")
    user = entry.enter(request, token)
    if user is None:
        return render(request, "accounts/enter.html", {"failed": True}, status=403)
    return redirect("accounts:password" if entry.needs_password(user) else "accounts:home")


def _join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Let somebody join a team: as who is signed in, or with an account that is made here."""
    user = request.user if isinstance(request.user, User) else None
    form = JoinForm(request.POST if request.method == "POST" else None, initial={"name": suggested(invitation.name)})
    if request.method == "POST" and user is not None:
        if entry.join(invitation, user):
            return _joined(request, invitation)
    elif request.method == "POST" and invitation.tries < TRIES and form.is_valid():
        made = entry.make_account(invitation, form.cleaned_data["name"], form.cleaned_data["password1"])
        if made is not None:
            auth.login(request, made, backend=entry.BACKEND)
            return _joined(request, invitation)
        form.add_error("name", TAKEN)
        invitation.refresh_from_db(fields=["tries"])
    context = {
        "invitation": invitation,
        "role": Member.Role(invitation.role).label,
        "member": user is not None and access.role_of(user, invitation.team) is not None,
        "closed": invitation.tries >= TRIES,
        "here": request.path,
        "form": form,
        "faults": [(f"id_{name}", LABELS[name], form.errors[name][0]) for name in LABELS if name in form.errors],
    }
    return render(request, "accounts/join.html", context, status=422 if request.method == "POST" else 200)


def _joined(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    messages.success(request, f"You belong to {invitation.team.name} now, as {Member.Role(invitation.role).label}.")
    return redirect("review:inbox", invitation.team.slug)


@require_POST
@anyone
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    auth.logout(request)
    return redirect("accounts:login")


@require_POST
@anyone
def prefer(request: HttpRequest) -> HttpResponse:
    """Remember one preference in a cookie and return to the page."""
    name = next((key for key in PREFERENCES if key in request.POST), "")
    value = request.POST.get(name, "")
    if value not in PREFERENCES.get(name, ()):
        return HttpResponseBadRequest("No such preference.", content_type="text/plain")
    response = redirect(own_address(request, request.POST.get("next", "")) or "accounts:home")
    response.set_cookie(name, value, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return response
