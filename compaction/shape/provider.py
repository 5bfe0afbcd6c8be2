"""What the rules of the provider layer say of a request: phases, weight, one violation a cause; and both layers as one.

Source: provider-rules 7, decisions 8.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice

from compaction.findings import Severity, Violation
from compaction.limits import MAX_VIOLATIONS_A_RULE
from compaction.shape.places import place_of
from compaction.shape.rule import Breach, Phase, Rule
from compaction.shape.sent import Sent

Found = tuple[Rule, Breach]


def violations_of(sent: Sent, rules: Sequence[Rule]) -> tuple[Violation, ...]:
    """Run the rules of the dialect, phase by phase, and return what they say: of the whole request first, then by place
    in the list, and within one place in the order of the rules.
    """
    ordered = sorted((rule for rule in rules if sent.dialect in rule.provider), key=lambda rule: rule.phase)
    found: list[Found] = []
    excluded: set[int] = set()
    for phase, group in groupby(ordered, key=lambda rule: rule.phase):
        for rule in group:
            breaches = islice(rule.provider[sent.dialect](sent), MAX_VIOLATIONS_A_RULE)
            found += [(rule, breach) for breach in breaches if not touches(sent, breach, excluded)]
        if phase == Phase.FORM:
            excluded = {
                breach.turn
                for rule, breach in found
                if breach.turn is not None and weight(sent, rule, breach) == Severity.ERROR
            }
    violations = [violation_of(sent, rule, breach) for rule, breach in unexplained(found)]
    return tuple(sorted(violations, key=place_in_list))


def touches(sent: Sent, breach: Breach, excluded: set[int]) -> bool:
    """Whether a breach speaks of a message that failed already, or misses its other half there."""
    if not excluded:
        return False
    other = place_of(breach.counterpart).position if breach.counterpart and not sent.stands_alone else None
    return breach.turn in excluded or other in excluded


def weight(sent: Sent, rule: Rule, breach: Breach) -> Severity:
    """Return the severity for this request: never above warning where it hangs on a model that nobody names."""
    severity = breach.severity or rule.severity[sent.dialect]
    unsure = rule.phase == Phase.MODEL and not sent.model and not sent.context.variant
    return Severity.WARNING if unsure and severity == Severity.ERROR else severity


def unexplained(found: Iterable[Found]) -> Iterator[Found]:
    """Leave out what another breach explains: one cause, one violation."""
    found = tuple(found)
    explained = {
        (rule_id, pointer)
        for rule, breach in found
        for rule_id in (*rule.explains, *breach.explains)
        for pointer in (breach.pointer, breach.counterpart, *breach.related)
    }
    return ((rule, breach) for rule, breach in found if (rule.id, breach.pointer) not in explained)


def violation_of(sent: Sent, rule: Rule, breach: Breach) -> Violation:
    refusal = rule.refused_by.get(sent.dialect)
    return Violation(
        rule=rule.id,
        severity=weight(sent, rule, breach),
        layers=("provider",),
        index=breach.turn,
        position=breach.turn,
        pointer=breach.pointer,
        behaviours=breach.behaviours or (refusal.behaviours[:1] if refusal else ()),
        confidence=breach.confidence,
        counterpart=breach.counterpart,
        related=breach.related,
    )


def unreadable(sent: Sent) -> tuple[int, ...]:
    """Return the places of elements that are no objects; only the lenient way meets any."""
    document: object = sent.loaded
    for step in sent.list_pointer.split("/")[1:]:
        document = document.get(step) if isinstance(document, Mapping) else None
    if not isinstance(document, list):
        return ()
    return tuple(turn for turn, element in enumerate(document) if not isinstance(element, dict))


def merged(core: Sequence[Violation], provider: Sequence[Violation]) -> tuple[Violation, ...]:
    """Return both layers as one list: what both say of one place is one violation, as strict as the stricter.

    The violations of the core layer keep their index and their pointer.
    """
    twins: dict[tuple[str, int | None], list[Violation]] = {}
    for violation in provider:
        twins.setdefault((violation.rule, violation.position), []).append(violation)
    both: list[Violation] = []
    for violation in core:
        near = twins.get((violation.rule, violation.position), [])
        twin = next((other for other in near if is_same_place(violation.pointer, other.pointer)), None)
        if twin is not None:
            near.remove(twin)
        both.append(joined(violation, twin))
    left = (violation for near in twins.values() for violation in near)
    return tuple(sorted([*both, *left], key=place_in_list))


def joined(core: Violation, provider: Violation | None) -> Violation:
    if provider is None:
        return core
    return replace(
        core,
        layers=("core", "provider"),
        behaviours=provider.behaviours,
        confidence=provider.confidence,
        counterpart=core.counterpart or provider.counterpart,
        related=provider.related,
    )


def is_same_place(one: str, other: str) -> bool:
    """Whether two pointers are one, or one points deeper into the other."""
    short, long = sorted((one, other), key=len)
    return long == short or long.startswith(f"{short}/")


def place_in_list(violation: Violation) -> int:
    return -1 if violation.position is None else violation.position
