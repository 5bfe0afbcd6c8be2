"""What of a case can be sent back for repair: its own defect, violations of its transcript, facts of its run."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import models
from django.db.models import Q, QuerySet

from webui.review.models import Case
from webui.review.triage import Refused
from webui.runs.models import Fact
from webui.transcripts.models import Violation

ITSELF = "case"
MOST = 100
"""Targets that a form lists and a step may name."""

LOST = (Fact.Verdict.MISSING, Fact.Verdict.SHED, Fact.Verdict.LOST, Fact.Verdict.UNKNOWN)
CARRIED = Q(decision__in=(Fact.Choice.DISPUTED, Fact.Choice.UNIMPORTANT))
CONFIRMED = Q(decision=Fact.Choice.CONFIRMED)
CONFIRMED_FIRST = models.Case(models.When(CONFIRMED, then=0), default=1)


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to repair. `key` is what a form sends: `case`, `v-12` (number of a violation), `f-7` (key of a fact).

    `code` is the rule, reason or flag, `confirmed-fact` for a fact; `pointer` and `position` as far as they are known.
    """

    key: str
    code: str
    pointer: str = ""
    position: int | None = None
    fact: int | None = None


def targets_of(case: Case) -> list[Target]:
    """Return what a form lists: the case's own defect, then violations in order, then the facts that were lost.

    What was confirmed as important stands first, so that none of it is left out.
    """
    violations = _violations(case)[:MOST]
    facts = _facts(case).filter(Q(verdict__in=LOST) | CONFIRMED).exclude(CARRIED).order_by(CONFIRMED_FIRST, "pk")[:MOST]
    return [_itself(case), *map(_of_violation, violations), *map(_of_fact, facts)]


def named(case: Case, keys: Collection[str]) -> list[Target]:
    """Return the targets of these keys, in their order, once each.

    Raises: Refused `targets-needed` for a key that names nothing of the case, or for too many of them.
    """
    keys = list(dict.fromkeys(keys))
    numbers = {key: number for key in keys if (number := _number(key)) is not None}
    if len(keys) > MOST:
        raise Refused("targets-needed", "targets")
    found = {ITSELF: _itself(case)}
    rules = [number for key, number in numbers.items() if key.startswith("v-")]
    facts = [number for key, number in numbers.items() if key.startswith("f-")]
    found |= {one.key: one for one in map(_of_violation, _violations(case).filter(number__in=rules))} if rules else {}
    found |= {one.key: one for one in map(_of_fact, _facts(case).filter(pk__in=facts))} if facts else {}
    if any(key not in found for key in keys):
        raise Refused("targets-needed", "targets")
    return [found[key] for key in keys]


def lost_facts(case: Case) -> list[int]:
    """Return the keys of the facts that the case's run lost, at most as many as a step names."""
    return list(_facts(case).filter(verdict__in=LOST).exclude(CARRIED).values_list("pk", flat=True)[:MOST])


def confirmed_facts(case: Case) -> list[int]:
    """Return the keys of the lost facts that were confirmed as important: why a run is rejected."""
    return list(_facts(case).filter(CONFIRMED, verdict__in=LOST).values_list("pk", flat=True)[:MOST])


def _violations(case: Case) -> QuerySet[Violation]:
    rows = Violation.objects.filter(transcript=case.transcript_id) if case.transcript_id else Violation.objects.none()
    return rows.exclude(severity="note").order_by("number")


def _facts(case: Case) -> QuerySet[Fact]:
    rows = Fact.objects.filter(run=case.run_id) if case.run_id else Fact.objects.none()
    return rows.order_by("pk")


def _itself(case: Case) -> Target:
    position = case.place.get("position")
    return Target(ITSELF, case.code, str(case.place.get("pointer") or ""), position, case.place.get("fact"))


def _of_violation(row: Violation) -> Target:
    return Target(f"v-{row.number}", row.rule, row.pointer, row.position)


def _of_fact(row: Fact) -> Target:
    return Target(f"f-{row.pk}", "confirmed-fact", fact=row.pk)


def _number(key: str) -> int | None:
    kind, _, number = key.partition("-")
    fits = kind in ("v", "f") and number.isascii() and number.isdigit() and len(number) < 16
    return int(number) if fits else None
