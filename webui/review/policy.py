"""How a team works, with the defaults where it chose nothing.

Source: decisions 12, ux 17.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from webui.accounts.models import Member, Team
from webui.review.models import Case, Policy

REFUSED, BROKEN, WARNING = "refused", "broken", "warning"

TARGETS: Mapping[str, int] = MappingProxyType({REFUSED: 1, BROKEN: 2, WARNING: 5})
"""Working days until a case is due: a refused run, a broken transcript, and whatever is only a warning."""

FLAGS = ("empty-summary", "low-identifier-recall", "reply-continues", "dropped-summary", "summary-growth")
"""What makes a case of a valid run."""

RULE, SOURCE = "rule", "source"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who gets cases of one code (a rule, a reason or a flag), or of one source (its key as text)."""

    by: str
    value: str
    user: int


@dataclass(frozen=True, slots=True)
class TeamPolicy:
    """The choices of one team. Of `owners` the first match wins; `reasons_off` are `decision/reason` codes."""

    targets: Mapping[str, int] = field(default_factory=lambda: TARGETS)
    flags: tuple[str, ...] = FLAGS
    reasons_off: frozenset[str] = frozenset()
    owners: tuple[Owner, ...] = ()
    second_person: bool = False
    members: frozenset[int] = field(default=frozenset(), repr=False)

    def days(self, kind: str, severity: str) -> int:
        """Return the working days that a case of a kind and severity has."""
        if severity == Case.Severity.WARNING or kind == Case.Kind.LOSS:
            return self.targets[WARNING]
        return self.targets[REFUSED if kind == Case.Kind.REFUSED else BROKEN]

    def owner(self, code: str, source: int) -> int | None:
        """Return the key of the person who gets a case. Who has left the team gets none."""
        given = {RULE: code, SOURCE: str(source)}
        matches = (one.user for one in self.owners if given.get(one.by) == one.value and one.user in self.members)
        return next(matches, None)


def policy_of(team: Team | int) -> TeamPolicy:
    """Return what a team chose. One query, and one more where it names owners."""
    key = team if isinstance(team, int) else team.pk
    row = Policy.objects.filter(team=key).first()
    if row is None:
        return TeamPolicy()
    owners = tuple(Owner(str(one["by"]), str(one["value"]), int(one["user"])) for one in row.owners)
    return TeamPolicy(
        targets={**TARGETS, **{name: int(days) for name, days in row.targets.items() if name in TARGETS}},
        flags=FLAGS if row.flags is None else tuple(row.flags),
        reasons_off=_off(row.reasons_off),
        owners=owners,
        second_person=row.second_person,
        members=_members(key) if owners else frozenset(),
    )


def _off(codes: Sequence[str]) -> frozenset[str]:
    """Return the reasons that are off; what is off for a waiver is off for its proposal."""
    proposals = {code.replace("waive/", "propose/", 1) for code in codes if code.startswith("waive/")}
    return frozenset({*codes, *proposals})


def _members(team: int) -> frozenset[int]:
    return frozenset(Member.objects.filter(team=team).values_list("user_id", flat=True))
