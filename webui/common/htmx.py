"""One URL, whole page or its named part; and the headers that captured content asks for."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

View: TypeAlias = Callable[..., HttpResponseBase]


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, part: str = "", status: int = 200
) -> HttpResponse:
    """Render the whole page, or its partial `part` when htmx asks for it."""
    wants_part = part and request.headers.get("HX-Request") == "true" and not request.headers.get("HX-Boosted")
    response = render(request, f"{template}#{part}" if wants_part else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def unchanged() -> HttpResponse:
    """Answer a poll that has nothing new: htmx leaves the page alone."""
    response = HttpResponse(status=204)
    patch_vary_headers(response, ["HX-Request"])
    return response


def private(view: View) -> View:
    """Keep captured content out of every cache."""

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "no-store"
        return response

    return inner
