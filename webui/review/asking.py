"""What a person asks for, as it was sent and as it can be judged; and what they are told when the case has moved on."""

import re
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from webui.accounts.actors import WORKER
from webui.accounts.models import Member
from webui.audit.digests import storable
from webui.review import targets
from webui.review.models import Case, Decision, Waiver
from webui.review.triage import WAIVER_DAYS, Action, Given, Refused

NOTE_MOST = 4000
LINK_MOST = 500
TEXTS = {"note": NOTE_MOST, "link": LINK_MOST}
REASON = re.compile(r"[a-z-]{0,30}")


@dataclass(frozen=True, slots=True)
class Ask:
    """What a person sent. `version` is that of the case as they saw it; `targets` are keys of `targets.Target`.

    `days` is how long a waiver holds, `ends` the moment instead; without either it holds as long as usual.
    """

    action: Action
    version: int | None = None
    reason: str = ""
    note: str = ""
    link: str = ""
    targets: tuple[str, ...] = ()
    waits_on: int | None = None
    scope: str = ""
    days: int | None = None
    ends: datetime | None = None

    @property
    def text(self) -> dict[str, object]:
        """What is kept as a draft: all that was sent, as JSON holds it; empty where nothing was written or chosen."""
        values = {**asdict(self), "action": self.action.value, "targets": list(self.targets)}
        values["ends"] = self.ends.isoformat() if self.ends else None
        written = {name: value for name, value in values.items() if value not in (None, "", [])}
        return written if written.keys() - {"action", "version"} else {}


@dataclass(frozen=True, slots=True)
class Change:
    """One step that was taken after a person saw the case. No words: states, codes and an account name."""

    action: str
    by: str
    at: datetime
    was: str
    now: str
    reason: str
    version: int


class Stale(Refused):
    """The case is not as the person saw it. `changes` are the steps since, `version` and `state` what holds now."""

    def __init__(self, case: Case, changes: list[Change]) -> None:
        super().__init__("stale")
        self.version = case.version
        self.state = case.state
        self.changes = changes


def changes_since(case: Case, version: int) -> list[Change]:
    """Return the steps that were taken on that version of a case and after it, oldest first."""
    rows = Decision.objects.filter(case=case, version__gte=version).select_related("by").order_by("pk")
    return [
        Change(
            action=row.action,
            by=row.by.get_username() if row.by is not None else WORKER.name,
            at=row.created,
            was=row.was,
            now=row.now,
            reason=row.reason,
            version=row.version,
        )
        for row in rows
    ]


def is_member(team: int, user: int) -> bool:
    """Return whether an active person belongs to a team."""
    return Member.objects.filter(team=team, user=user, user__is_active=True).exists()


def checked(ask: Ask) -> Ask:
    """Return what was sent as every database takes it. Raises: Refused."""
    if not REASON.fullmatch(ask.reason):
        raise Refused("reason-needed", "reason")
    for name, most in TEXTS.items():
        if len(getattr(ask, name)) > most:
            raise Refused("text-too-long", name)
    return replace(ask, note=storable(ask.note.strip()), link=storable(ask.link.strip()))


def given_of(case: Case, ask: Ask, at: datetime) -> tuple[Given, list[targets.Target]]:
    found = targets.named(case, ask.targets)
    if ask.waits_on is not None and not is_member(case.team_id, ask.waits_on):
        raise Refused("waits-on-needed", "waits_on")
    if ask.scope and ask.scope not in Waiver.Scope.values:
        raise Refused("scope-needed", "scope")
    # Reopening has no list of reasons: what the note says is one.
    said = ask.note and ask.action is Action.REOPEN
    given = Given(
        reason=ask.reason or ("note" if said else ""),
        note=ask.note,
        link=ask.link,
        targets=len(found),
        waits_on=ask.waits_on,
        scope=ask.scope,
        ends_in=ends_of(ask, at) - at,
    )
    return given, found


def ends_of(ask: Ask, at: datetime) -> datetime:
    if ask.ends is not None:
        return ask.ends
    # A number that no calendar holds is as good as one beyond the longest waiver.
    return at + timedelta(days=max(-1, min(WAIVER_DAYS if ask.days is None else ask.days, 10_000)))
