"""A person's own account: the password, and where they are signed in."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from webui.accounts import entry, sessions
from webui.accounts.access import signed_in
from webui.accounts.models import User

LABELS = {
    "old_password": "Present password",
    "new_password1": "New password",
    "new_password2": "New password again",
}


@never_cache
@require_safe
@signed_in
def account(request: HttpRequest) -> HttpResponse:
    """Show the form of the password, and every session of the person."""
    user = cast(User, request.user)
    rows = [(row, row.session_id == request.session.session_key) for row in sessions.of(user)]
    context = _of_form(user, _form(user)) | {"rows": rows, "others": any(not here for _, here in rows)}
    return render(request, "accounts/account.html", context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def password(request: HttpRequest) -> HttpResponse:
    """Choose a first password, or change the present one. Other sessions of the person end with it."""
    user = cast(User, request.user)
    first = not user.has_usable_password()
    form = _form(user, request)
    if form.is_valid():
        form.save()
        sessions.keep_alone(request, user)
        messages.success(request, "The password is saved. Sessions elsewhere are signed out.")
        return redirect("accounts:home" if first else "accounts:account")
    context = _of_form(user, form) | {"must": entry.needs_password(user)}
    return render(request, "accounts/password.html", context, status=422 if form.errors else 200)


@require_POST
@signed_in
def end(request: HttpRequest) -> HttpResponse:
    """Sign out one other session of the person, or all of them. One that is over already is signed out as well."""
    user, which = cast(User, request.user), request.POST.get("session", "")
    if which == "others":
        sessions.end_others(request, user)
        messages.success(request, "Signed out everywhere else.")
    elif which.isascii() and which.isdigit() and len(which) < 19:
        sessions.end(user, int(which))
        messages.success(request, "That session is signed out.")
    return redirect("accounts:account")


def _form(user: User, request: HttpRequest | None = None) -> "SetPasswordForm[User]":
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    return kind(user, request.POST if request and request.method == "POST" else None)


def _of_form(user: User, form: "SetPasswordForm[User]") -> dict[str, object]:
    fields = [(form[name], LABELS[name]) for name in LABELS if name in form.fields]
    faults = [(field.id_for_label, label, field.errors[0]) for field, label in fields if field.errors]
    return {"first": not user.has_usable_password(), "fields": fields, "faults": faults}
