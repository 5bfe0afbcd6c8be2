"""Answers that are not the page: refused, missing, too large, failed. Whole pages, or a part for the alert region."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils import timezone

from webui.common.errors import Gone, plain

API = "/api/"
"""Below this address answers are for programs."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """The frame without a database: the theme that the cookie asks for, nobody signed in."""

    theme: str
    shortcuts: bool = True
    signed_in: bool = False
    team: None = None


def fault(request: HttpRequest, template: str, status: int, **context: object) -> HttpResponse:
    """Render `faults/<template>.html`; for htmx only its `part`, aimed at the alert region. A program gets JSON."""
    if request.path.startswith(API):
        return _told(status)
    if request.headers.get("HX-Request") != "true":
        return render(request, f"faults/{template}.html", context, status=status)
    response = render(request, f"faults/{template}.html#part", context, status=status)
    response["HX-Retarget"] = "#alerts"
    response["HX-Reswap"] = "innerHTML"
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Missing, or not yours: the same answer. What was deleted says so, to its own team."""
    if isinstance(exception, Gone):
        return fault(request, "410", 410, gone=exception)
    return fault(request, "404", 404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A member whose role does not reach."""
    return fault(request, "403", 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that no page sends."""
    return fault(request, "400", 400)


def csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: old, or from elsewhere."""
    return fault(request, "csrf", 403)


def failed(request: HttpRequest) -> HttpResponse:
    """Our failure. Rendered without database, session or context processors."""
    cookie = request.COOKIES.get("theme", "")
    reference = secrets.token_hex(5)
    log.error("page failed reference=%s", reference)
    if request.path.startswith(API):
        return _told(500)
    context = {
        "frame": Look(cookie if cookie in ("light", "dark") else ""),
        "bare": True,
        "reference": reference,
        "when": timezone.now(),
    }
    part = "#part" if request.headers.get("HX-Request") == "true" else ""
    response = HttpResponse(loader.render_to_string(f"faults/500.html{part}", context), status=500)
    if part:
        response["HX-Retarget"] = "#alerts"
        response["HX-Reswap"] = "innerHTML"
    return response


def for_programs(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Keep what the API answers out of every cache; say in JSON which methods an address takes instead (`Allow`)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not request.path.startswith(API):
            return response
        if response.status_code == 405:
            told = _told(405)
            told["Allow"] = response["Allow"]
            response = told
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _told(status: int) -> HttpResponse:
    said = plain(status)
    return JsonResponse({"code": said.code, "detail": said.text}, status=status)
