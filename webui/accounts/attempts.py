"""How often somebody may guess a password. Counted in rows, so that every web process counts the same.

A name is not locked by one stranger: what counts first is the name from one address. Wider limits stand above it, so
that neither many names from one address nor one name from many is guessed without end; that of a name is high, since
whoever knows it could otherwise keep its person out.

Names and addresses are kept as marks under the deployment's secret, for a quarter of an hour.
"""

import math
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from webui.accounts.models import SignInFailure

WINDOW = timedelta(minutes=15)
OF_PAIR = 10
OF_ADDRESS = 50
OF_NAME = 100
"""Failures within the window after which no password is looked at."""


def seconds_to_wait(name: str, address: str, now: datetime | None = None) -> int:
    """Return after how many seconds a password is looked at again, 0 for at once."""
    now = now or timezone.now()
    by_name, by_address = Q(name=_mark("name", name)), Q(address=_mark("address", address))
    limits = ((by_name & by_address, OF_PAIR), (by_address, OF_ADDRESS), (by_name, OF_NAME))
    return max(_wait(which, most, now) for which, most in limits)


def _wait(which: Q, most: int, now: datetime) -> int:
    """Seconds until the oldest of the last `most` failures leaves the window."""
    recent = SignInFailure.objects.filter(which, at__gt=now - WINDOW).order_by("-at")
    oldest = recent.values_list("at", flat=True)[most - 1 : most].first()
    return math.ceil((oldest + WINDOW - now).total_seconds()) if oldest is not None else 0


def failed(name: str, address: str, now: datetime | None = None) -> None:
    """Count a failure, and forget those that count no more."""
    now = now or timezone.now()
    SignInFailure.objects.filter(at__lte=now - WINDOW).delete()
    SignInFailure.objects.create(name=_mark("name", name), address=_mark("address", address), at=now)


def succeeded(name: str, address: str) -> None:
    """Forget the failures of a name from an address: its person has arrived."""
    SignInFailure.objects.filter(name=_mark("name", name), address=_mark("address", address)).delete()


def address_of(request: HttpRequest) -> str:
    """Return who asks: the peer, or behind `TRUSTED_PROXIES` proxies whom the outermost of them saw."""
    proxies: int = settings.TRUSTED_PROXIES
    seen = [one.strip() for one in request.headers.get("X-Forwarded-For", "").split(",") if one.strip()]
    if proxies and len(seen) >= proxies:
        return seen[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


def _mark(kind: str, value: str) -> str:
    salted = salted_hmac(f"webui.accounts.attempts.{kind}", value.casefold(), algorithm="sha256")
    return salted.hexdigest()[:32]
