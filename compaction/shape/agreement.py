"""What a provider said about a request, set beside what the rules predict.

Source: provider-rules 1.
"""

from collections.abc import Collection, Iterable
from enum import StrEnum

from compaction.findings import Violation
from compaction.shape.places import Place, place_of


class Agreement(StrEnum):
    """How far both say the same.

    `same` is the same rule at the same place, or the rule alone where the provider names no place; `elsewhere` the same
    rule at other places; `other` a refusal by other rules; `nothing` no predicted refusal; `unmatched` words that no
    rule knows.
    """

    SAME = "same"
    ELSEWHERE = "elsewhere"
    OTHER = "other"
    NOTHING = "nothing"
    UNMATCHED = "unmatched"


def compare(rules: Collection[str], pointer: str, violations: Iterable[Violation], *, refused: bool) -> Agreement:
    """Return how far a provider's words agree with a report.

    `rules` are those whose wording was recognised, `pointer` is the place that was named, empty for none. `violations`
    have to hold those of these rules; `refused` says that the report predicts any refusal at all.
    """
    if not rules:
        return Agreement.UNMATCHED
    alike = [violation for violation in violations if violation.rule in rules]
    said = place_of(pointer)
    if any(_meets(said, violation) for violation in alike):
        return Agreement.SAME
    if alike:
        return Agreement.ELSEWHERE
    return Agreement.OTHER if refused else Agreement.NOTHING


def aim(rules: Collection[str], pointer: str, violations: Iterable[Violation]) -> str:
    """Return the pointer that a provider's words mean: of the violations of these rules, the best rule first, the
    place that is the named one or, where none is named, that of the first; the named place where there is none.
    """
    said, order = place_of(pointer), list(rules)
    alike = sorted((one for one in violations if one.rule in order), key=lambda one: order.index(one.rule))
    found = (at for one in alike for at in _places(one) if said.position is None or _is_at(said, place_of(at)))
    return next(found, pointer)


def _meets(said: Place, violation: Violation) -> bool:
    """Say whether a violation stands at the place; providers name either half of a pair."""
    if said.position is None:
        return True
    return any(_is_at(said, place_of(pointer)) for pointer in _places(violation))


def _places(violation: Violation) -> tuple[str, ...]:
    return violation.pointer, violation.counterpart or "", *violation.related


def _is_at(said: Place, found: Place) -> bool:
    """Say whether two places are one, as far as both say which part of the message they mean."""
    parts = said.number is None or found.number is None or (said.kind, said.number) == (found.kind, found.number)
    return said.position == found.position and parts
