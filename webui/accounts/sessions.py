"""Where a person is signed in: a row beside each session of the framework, which goes with it.

The row has a number of its own, so that no page holds the key of a session. Of the user agent only the browser's name
is kept. A process writes to the row once in five minutes at most, so that hardly any page pays for it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib import auth
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from webui.accounts.models import SignIn, User

# The order matters: most browsers also name those that they descend from.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
UNKNOWN = "Another program"
MOST = 10_000
AGAIN = timedelta(minutes=5)
"""After this, a session that is seen is noted again."""

_looked: dict[str, datetime] = {}


def browser_of(agent: str) -> str:
    """Return the family of the browser that a user agent names."""
    return next((name for mark, name in BROWSERS if mark in agent), UNKNOWN)


def of(user: User) -> QuerySet[SignIn]:
    """Return where the person is signed in, the last seen first; sessions that are out of date are left out."""
    return SignIn.objects.filter(user=user, session__expire_date__gt=timezone.now()).order_by("-seen", "-pk")


def begun(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Note a session that begins: called for each sign-in."""
    if not request.session.session_key:
        request.session.create()
    _note(request, user.pk, _minute())


def keep_alone(request: HttpRequest, user: User) -> None:
    """After a change of the password: keep this session under a new key, and end all others."""
    here = SignIn.objects.filter(session=request.session.session_key).first()
    auth.update_session_auth_hash(request, user)
    _note(request, user.pk, here.started if here else _minute())
    end_others(request, user)


def end(user: User, number: int) -> None:
    """End one session of the person; a number of nobody's or of another person's ends nothing."""
    Session.objects.filter(sign_in__user=user, sign_in__pk=number).delete()


def end_others(request: HttpRequest, user: User) -> None:
    """End all sessions of the person but this one."""
    Session.objects.filter(sign_in__user=user).exclude(pk=request.session.session_key).delete()


def note_seen(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Note for each session when it was last seen, within `AGAIN`. Middleware; below that of sessions."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        # What did not look at its session is not made to read it for this.
        if request.session.accessed and (user := request.session.get(auth.SESSION_KEY)):
            _see(request, int(user))
        return response

    return middleware


def _see(request: HttpRequest, user: int) -> None:
    key, now = request.session.session_key or "", _minute()
    if key in _looked and now - _looked[key] < AGAIN:
        return
    try:
        with transaction.atomic():
            if not SignIn.objects.filter(session=key, seen__lt=now).update(seen=now):
                _note(request, user, now)
    except DatabaseError:
        # A full disk, a locked file, or a session that ended meanwhile: not worth the page.
        return
    _remember(key, now)


def _note(request: HttpRequest, user: int, started: datetime) -> None:
    key, now = request.session.session_key or "", _minute()
    browser = browser_of(request.headers.get("User-Agent", ""))
    SignIn.objects.get_or_create(
        session_id=key, defaults={"user_id": user, "browser": browser, "started": started, "seen": now}
    )
    _remember(key, now)


def _remember(key: str, now: datetime) -> None:
    if len(_looked) >= MOST:
        _looked.clear()
    _looked[key] = now


def _minute() -> datetime:
    return timezone.now().replace(second=0, microsecond=0)
