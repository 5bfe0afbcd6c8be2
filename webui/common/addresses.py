"""Addresses that a form hands back."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def own_address(request: HttpRequest, address: str) -> str:
    """Return the address if it leads to this host, else an empty text."""
    allowed = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if allowed else ""
