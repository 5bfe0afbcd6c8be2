"""What the frame around every page needs: who, which team, where, and how it should look."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import TypeAlias
from urllib.parse import urlencode

from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from webui.accounts import access
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common import words
from webui.common.calls import PAGED, call_of
from webui.common.keys import KEYS, WHERE, Key

THEMES = ("light", "dark")
_CAPS = {"Escape": "Esc"}
_SECTIONS = {
    "start": "captures",
    "captures": "captures",
    "capture": "captures",
    "new": "new",
    "list": "transcripts",
    "detail": "transcripts",
    "message": "transcripts",
    "rules": "rules",
    "rule": "rules",
}

Waiting: TypeAlias = Callable[[int], Combinable]
_waiting: list[Waiting] = []
MOST_WAITING = 10_000


def on_waiting(listener: Waiting) -> None:
    """Ask an app above how much of a team waits on a person: a number, as an expression beside the team's row."""
    if listener not in _waiting:
        _waiting.append(listener)


SETTINGS: tuple[tuple[str, str, tuple[str, ...], Power], ...] = (
    ("members", "Members and roles", ("accounts:members",), Power.READ),
    ("keys", "API keys", ("accounts:keys",), Power.KEYS),
    ("retention", "Retention", ("transcripts:retention",), Power.READ),
    ("redaction", "Redaction", ("transcripts:redaction",), Power.READ),
    ("triage", "Triage", ("review:triage",), Power.READ),
    ("webhooks", "Webhooks", ("accounts:webhooks",), Power.WEBHOOKS),
    ("models", "Models", ("accounts:endpoints",), Power.READ),
    ("audit", "Audit", ("accounts:audit",), Power.READ),
)
"""The pages of settings in order: name, title, the routes of which one leads there, and who may open it."""


CALL_POWERS: Mapping[str, Power] = {"accounts:audit": Power.EXPORT_AUDIT}
"""Pages that more people may read than may ask their call."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One row of the shortcut sheet."""

    name: str
    label: str
    presses: tuple[str, ...]
    caps: tuple[str, ...]
    does: str
    href: str


class Frame:
    """The frame of one request. Teams are read only when the page draws them."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        theme = request.COOKIES.get("theme", "")
        self.theme = theme if theme in THEMES else ""
        self.shortcuts = request.COOKIES.get("shortcuts") != "off"
        self.positions_hint = request.COOKIES.get("positions-hint") != "off"

    @cached_property
    def signed_in(self) -> bool:
        return hasattr(self.request, "user") and self.request.user.is_authenticated

    @cached_property
    def person(self) -> str:
        return self.request.user.get_username()

    @property
    def initials(self) -> str:
        return self.person[:2].upper()

    @cached_property
    def teams(self) -> list[Team]:
        if not self.signed_in:
            return []
        waiting = [ask(self.request.user.pk or 0) for ask in _waiting]
        rows = access.teams_of(self.request.user)
        return list(rows.annotate(waiting=reduce(add, waiting)) if waiting else rows)

    @cached_property
    def team(self) -> Team | None:
        """The team of the address (`?team=` on pages above teams), or else the first one."""
        match = self.request.resolver_match
        slug = (match.kwargs.get("team") if match else None) or self.request.GET.get("team")
        return next((team for team in self.teams if team.slug == slug), next(iter(self.teams), None))

    @property
    def waiting(self) -> str:
        """How much of the team waits on this person, as the badge says it; empty for nothing."""
        count = int(getattr(self.team, "waiting", 0))
        if count > MOST_WAITING:
            return f"{words.number(MOST_WAITING)}+"
        return words.number(count) if count else ""

    @property
    def section(self) -> str:
        match = self.request.resolver_match
        if match and match.app_name == "runs":
            return "runs"
        if match and match.app_name == "review":
            return match.url_name or ""
        return _SECTIONS.get(match.url_name or "", "") if match and match.app_name == "transcripts" else ""

    @cached_property
    def settings(self) -> list[tuple[str, str, str]]:
        """The pages of settings that this person may open in the team: name, title and address of each."""
        if self.team is None:
            return []
        held = access.powers_of(self.request.user, self.team)
        shown = [row for row in SETTINGS if row[3] in held]
        rows = [(name, title, _address(routes, self.team.slug)) for name, title, routes, _ in shown]
        return [row for row in rows if row[2]]

    @cached_property
    def call(self) -> tuple[str, str]:
        """Method and address of the call of the API that returns what the page shows; empty where there is none."""
        match = self.request.resolver_match
        if match is None or not self.signed_in:
            return "GET", ""
        needed = CALL_POWERS.get(match.view_name)
        if needed and (self.team is None or not access.may(self.request.user, self.team, needed)):
            return "GET", ""
        return call_of(match.view_name, match.kwargs, self.request.GET.get("tab", ""))

    @property
    def cursor(self) -> str:
        """Where the list on the page begins, as its call takes it."""
        match = self.request.resolver_match
        after = self.request.GET.get("after", "") if match and match.view_name in PAGED else ""
        return urlencode({"after": after}) if after else ""

    @property
    def keys(self) -> list[tuple[str, list[KeyRow]]]:
        """The rows of the sheet by kind of page."""
        return [(where, [self._row(key) for key in KEYS if key.where == where]) for where in WHERE]

    def _row(self, key: Key) -> KeyRow:
        return KeyRow(key.name, key.label, key.presses, _caps(key), key.does, self._href(key))

    def _href(self, key: Key) -> str:
        if not key.route or self.team is None:
            return ""
        return reverse(key.route, args=[] if key.name == "go-rules" else [self.team.slug])


def _address(routes: tuple[str, ...], slug: str) -> str:
    """Return where the first of these routes leads that exists; nothing where none does."""
    for route in routes:
        try:
            return reverse(route, args=[slug])
        except NoReverseMatch:
            continue
    return ""


def _caps(key: Key) -> tuple[str, ...]:
    return tuple(_CAPS.get(cap, cap) for press in key.presses for cap in press.split(" "))


def frame(request: HttpRequest) -> dict[str, Frame]:
    """Give every template its frame."""
    return {"frame": Frame(request)}
