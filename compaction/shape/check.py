"""A request body and a layer -> a report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from compaction.errors import LayerNotAvailable
from compaction.findings import Severity, Violation, WireRole
from compaction.shape.decode import decode
from compaction.shape.native import Native, walk
from compaction.shape.registry import RULES
from compaction.shape.rule import Breach, Rule
from compaction.shape.wire_roles import wire_roles
from compaction.transcripts import Dialect

OTHER_NAMES = {"anthropic-messages": Dialect.ANTHROPIC}


@dataclass(frozen=True, slots=True)
class Report:
    """What one layer says about one request: violations in order, and raw positions of what could not be read."""

    violations: tuple[Violation, ...] = ()
    wire_roles: tuple[WireRole, ...] = ()
    unreadable: tuple[int, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether no provider of the dialect would refuse the request for what was checked."""
        return not self.wire_roles and all(violation.severity != Severity.ERROR for violation in self.violations)


def check(
    request: bytes,
    *,
    dialect: str,
    layer: str = "provider",
    model: str | None = None,
    variant: str | None = None,
    before: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Report:
    """Judge one request body by the rules of a layer.

    The core layer needs the body alone; every dialect but `anthropic` is judged there by the two pairing rules.

    Raises: UnreadableRequest, when the body is not one JSON object. LayerNotAvailable. ValueError, for a layer that is
        none.
    Source: interfaces 1.1, message-shape 5.
    """
    if layer not in ("core", "provider", "both"):
        raise ValueError("layer is core, provider or both")
    if layer != "core":
        raise LayerNotAvailable
    name = OTHER_NAMES.get(dialect, dialect)
    return judge(request, name, tuple(rule for rule in RULES if in_core(rule, name)))


def in_core(rule: Rule, dialect: str) -> bool:
    return rule.core is not None and (rule.core_dialects is None or dialect in rule.core_dialects)


def judge(request: bytes, dialect: str, rules: Sequence[Rule]) -> Report:
    """Decode once, walk once, and let each rule of the core layer look at what the walk found."""
    splits = dialect == Dialect.ANTHROPIC
    native = walk(decode(request, splits=splits), splits=splits)
    return Report(
        violations=in_order(native, rules),
        wire_roles=wire_roles(native) if splits else (),
        unreadable=tuple(lost.raw for lost in native.request.unreadable),
    )


def in_order(native: Native, rules: Sequence[Rule]) -> tuple[Violation, ...]:
    """Return what the rules say, by index and within one index in the order of the rules."""
    ordered = sorted(rules, key=lambda rule: rule.phase)
    found = [(rule, breach) for rule in ordered if rule.core for breach in rule.core(native)]
    kept = unexplained(found)
    violations = [violation_of(native, rule, breach) for rule, breach in kept]
    return tuple(sorted(violations, key=lambda violation: violation.index or 0))


def unexplained(found: Iterable[tuple[Rule, Breach]]) -> Iterator[tuple[Rule, Breach]]:
    """Leave out what another breach explains: one cause, one violation."""
    found = tuple(found)
    explained = {
        (rule_id, pointer)
        for rule, breach in found
        for rule_id in rule.explains
        for pointer in (breach.pointer, breach.counterpart, *breach.related)
    }
    return ((rule, breach) for rule, breach in found if (rule.id, breach.pointer) not in explained)


def violation_of(native: Native, rule: Rule, breach: Breach) -> Violation:
    return Violation(
        rule=rule.id,
        severity=breach.severity or Severity.ERROR,
        layers=("core",),
        index=native.index(breach.turn, breach.part),
        position=native.position(breach.turn),
        pointer=breach.pointer,
        behaviours=breach.behaviours,
        confidence=breach.confidence,
        counterpart=breach.counterpart,
        related=breach.related,
    )
