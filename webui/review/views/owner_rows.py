"""The list of default owners as people read it, and what may be added to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from compaction.contract import REASONS
from compaction.shape import RULES
from webui.accounts.models import Member, Team
from webui.review.choices import key_of
from webui.review.models import Case, Source
from webui.review.policy import SOURCE, Owner, TeamPolicy
from webui.runs.views import flag_words

MOST_SOURCES = 50
CODES: Mapping[str, Sequence[str]] = {
    "Rules": [rule.id for rule in RULES],
    "Reasons": [reason.id for reason in REASONS],
    "Flags": list(flag_words.TITLES),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One default owner. `open` cases match it first; `gone` says that the person has left the team."""

    key: str
    kind: str
    value: str
    who: str
    gone: bool
    open: int


@dataclass(frozen=True, slots=True)
class Owners:
    """The list, and the people and sources that may be chosen, by key."""

    policy: TeamPolicy
    rows: Sequence[Row]
    people: Mapping[int, str]
    sources: Mapping[str, str]

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(code for group in CODES.values() for code in group)

    @property
    def groups(self) -> list[tuple[str, Sequence[tuple[str, str]]]]:
        """What can get an owner, by kind: the name that forms use, and the words."""
        codes = [(title, [(f"rule:{code}", code) for code in group]) for title, group in CODES.items()]
        return [*codes, ("Sources", [(f"source:{pk}", name) for pk, name in self.sources.items()])]

    def person(self, user: int) -> str:
        """Return the account of a person."""
        return self.people.get(user, "somebody who has left")

    def name(self, owner: Owner) -> str:
        """Return what the trail calls an owner's line. A source has its number there: its name is that of a file."""
        return f"the default owner of {owner.by if owner.by == SOURCE else _kind(owner.value)} {owner.value}"


def owners_of(team: Team, policy: TeamPolicy) -> Owners:
    """Return the list of a team. Three queries."""
    members = Member.objects.filter(team=team, user__is_active=True).exclude(role=Member.Role.VIEWER)
    people = dict(members.order_by("user__username").values_list("user", "user__username"))
    named = {one.value for one in policy.owners if one.by == SOURCE}
    latest = Source.objects.filter(team=team).order_by("-pk").values_list("pk", flat=True)[:MOST_SOURCES]
    rows = Source.objects.filter(team=team, pk__in={*latest, *(int(pk) for pk in named)}).order_by("name", "pk")
    sources = {str(pk): name or f"source {pk}" for pk, name in rows.values_list("pk", "name")}
    counts = _matches(team, policy)
    return Owners(
        policy,
        [_row(one, people, sources, count) for one, count in zip(policy.owners, counts, strict=True)],
        people,
        sources,
    )


def _matches(team: Team, policy: TeamPolicy) -> list[int]:
    """Count, for each line, the open cases that it is the first to match."""
    counts = [0] * len(policy.owners)
    if not counts:
        return counts
    rows = Case.objects.filter(team=team, closed__isnull=True).values_list("code", "source")
    for code, source, count in rows.annotate(n=Count("pk")).order_by():
        matches = (
            at for at, one in enumerate(policy.owners) if one.value == (str(source) if one.by == SOURCE else code)
        )
        first = next(matches, None)
        if first is not None:
            counts[first] += count
    return counts


def _row(one: Owner, people: Mapping[int, str], sources: Mapping[str, str], count: int) -> Row:
    if one.by == SOURCE:
        kind, value = "Source", sources.get(one.value, f"source {one.value}")
    else:
        kind, value = _kind(one.value).capitalize(), one.value
    return Row(key_of(one), kind, value, people.get(one.user, ""), one.user not in people, count)


def _kind(code: str) -> str:
    return next((title[:-1].lower() for title, group in CODES.items() if code in group), "rule")
