"""Response headers that Django and django-csp do not set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

_DENIED = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell browsers that no page needs a device."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Permissions-Policy"] = _DENIED
        return response

    return middleware
