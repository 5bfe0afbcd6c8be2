"""A form that is sent twice is done once: the second time leads to where the first one led.

Each page gets a CSRF token written anew, so the body of a form names the page that it stood on: the same body from the
same person is the same click. Bodies are not kept, only their digests, for a day. What htmx sends has guards of its
own (`hx-disabled-elt`, `hx-sync`); files are known again by their bytes.
Source: ux 20.6.
"""

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from webui.accounts.models import SentForm, User

FORM = "application/x-www-form-urlencoded"
LARGEST = 1_000_000
"""Bytes of a form that is remembered."""

KEPT = timedelta(days=1)
GIVEN_UP = timedelta(minutes=1)
"""A form whose work has not ended by then broke off: it may be sent again."""

NAME = "forms"
EVERY = timedelta(hours=6)


class Once:
    """Middleware; below those of CSRF, accounts and messages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        row: SentForm | None = getattr(request, "sent_form", None)
        if row is not None:
            _settle(row, response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Take a form, or answer where the same one led."""
        # Calls of programs stand in no page; their bodies are read as they stream.
        if getattr(view, "csrf_exempt", False) or not isinstance(request.user, User):
            return None
        digest = digest_of(request)
        if not digest:
            return None
        row, new = _take(request.user, digest)
        if new:
            request.sent_form = row  # type: ignore[attr-defined]
            return None
        messages.info(request, "This form was sent twice. It is done once.")
        return redirect(row.location or _from(request))


def digest_of(request: HttpRequest) -> str:
    """Return what names a sent form: a digest of its address and body; empty for what is not remembered."""
    remembered = request.method == "POST" and request.content_type == FORM and "HX-Request" not in request.headers
    size = request.headers.get("Content-Length", "")
    if not remembered or not size.isdecimal() or int(size) > LARGEST or "csrfmiddlewaretoken" not in request.POST:
        return ""
    return sha256(request.get_full_path().encode() + b"\0" + request.body).hexdigest()


def sweep() -> None:
    """Forget forms that were sent long ago."""
    SentForm.objects.filter(created__lt=timezone.now() - KEPT).delete()


def _take(user: User, digest: str) -> tuple[SentForm, bool]:
    """Return the row of a form, and whether it is now this request's to do."""
    now = timezone.now()
    try:
        with transaction.atomic():
            return SentForm.objects.create(user=user, digest=digest, created=now), True
    except IntegrityError:
        row, _ = SentForm.objects.get_or_create(user=user, digest=digest, defaults={"created": now})
    broken = SentForm.objects.filter(pk=row.pk, done=False, created__lt=now - GIVEN_UP)
    return row, bool(broken.update(created=now))


def _settle(row: SentForm, response: HttpResponseBase) -> None:
    """Remember where a form led; one that was refused may be sent again."""
    if response.status_code >= 400:
        row.delete()
        return
    SentForm.objects.filter(pk=row.pk).update(done=True, location=response.headers.get("Location", ""))


def _from(request: HttpRequest) -> str:
    """Return the page that the form stood on."""
    address = request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if own else "/"
