"""Lists in the order of how many open cases are alike: those of one signature stand together, by number.

The database counts by signature and reads just the rows of a page; what has no other part in the order is not sorted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Count, OuterRef, Q, QuerySet, When

from webui.review.conditions import is_open
from webui.review.counting import CountOf
from webui.review.models import Case

MOST = 1000
"""Open cases of one signature that are counted; where there are more, there are one more."""

FEW = 100
"""Signatures that are looked up one by one."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A row in the order: how many open cases have its signature, the signature, and its number."""

    alike: int
    signature: str
    number: int

    @property
    def key(self) -> tuple[int, str]:
        """By what signatures are ordered, most alike first."""
        return -self.alike, self.signature


@dataclass(frozen=True, slots=True)
class Group:
    """A signature in a list: how many open cases of the team have it, and how many rows of the list."""

    alike: int
    signature: str
    rows: int

    @property
    def key(self) -> tuple[int, str]:
        return -self.alike, self.signature


def ordered(rows: QuerySet[Case], *, most_first: bool) -> QuerySet[Case]:
    """Return all rows in order, each with `alike`; for lists that are short, or read to their end anyway."""
    same = Case.objects.filter(is_open(), team=OuterRef("team"), signature=OuterRef("signature"))
    counted = rows.annotate(alike=CountOf(same, MOST))
    return (
        counted.order_by("-alike", "signature", "number")
        if most_first
        else counted.order_by("alike", "-signature", "-number")
    )


def cut(rows: QuerySet[Case], spot: Spot | None, size: int, *, most_first: bool) -> list[Case]:
    """Return up to `size` rows from the beginning, or beyond a row, each with `alike`. Three queries."""
    groups = sorted(_groups(rows), key=lambda group: group.key, reverse=not most_first)
    wanted = list(_reached(groups, spot, size, most_first=most_first))
    sign, step = ("", "gt") if most_first else ("-", "lt")
    signatures = [group.signature for group in wanted]
    here = Q(signature__in=signatures)
    if spot is not None:
        here |= Q(**{"signature": spot.signature, f"number__{step}": spot.number})
        signatures = [spot.signature, *signatures]
    if not signatures:
        return []
    rank = models.Case(*(When(signature=one, then=at) for at, one in enumerate(signatures)))
    found = list(rows.filter(here).order_by(rank, f"{sign}number")[:size])
    alike = {group.signature: group.alike for group in wanted} | ({spot.signature: spot.alike} if spot else {})
    for case in found:
        case.alike = alike[case.signature]  # type: ignore[attr-defined]
    return found


def count(case: Case) -> int:
    """Return how many open cases have the signature of this one, itself among them."""
    same = Case.objects.filter(is_open(), team=case.team_id, signature=case.signature)
    return same[: MOST + 1].count()


def _groups(rows: QuerySet[Case]) -> list[Group]:
    listed: Sequence[Any] = list(rows.order_by().values_list("team", "signature").annotate(rows=Count("pk")))
    if not listed:
        return []
    same = Case.objects.filter(is_open(), team=listed[0][0])
    if len(listed) <= FEW:
        same = same.filter(signature__in=[signature for _, signature, _ in listed])
    alike = dict(same.order_by().values_list("signature").annotate(alike=Count("pk")))
    return [Group(min(alike.get(signature, 0), MOST + 1), signature, count) for _, signature, count in listed]


def _reached(groups: Sequence[Group], spot: Spot | None, size: int, *, most_first: bool) -> Iterator[Group]:
    """Yield the signatures that the next `size` rows may have, in order; that of the row itself is left out."""
    left = size
    for group in groups:
        beyond = spot is None or (group.key > spot.key if most_first else group.key < spot.key)
        if not beyond or (spot is not None and group.signature == spot.signature):
            continue
        if left <= 0:
            return
        yield group
        left -= group.rows
