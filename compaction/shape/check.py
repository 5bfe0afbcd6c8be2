"""A request body and a layer -> a report."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from compaction.errors import UnreadableRequest
from compaction.findings import Severity, Violation, WireRole
from compaction.shape.bodies import anthropic, openai_chat
from compaction.shape.context import VARIANTS, Context
from compaction.shape.decode import Request, decode, read_leniently
from compaction.shape.native import Native, walk
from compaction.shape.provider import merged, unexplained, unreadable, violations_of
from compaction.shape.reading import read
from compaction.shape.registry import RULES
from compaction.shape.rule import Breach, Rule
from compaction.shape.sent import Sent
from compaction.shape.wire_roles import wire_roles
from compaction.transcripts import Dialect

OTHER_NAMES = {"anthropic-messages": Dialect.ANTHROPIC}


@dataclass(frozen=True, slots=True)
class Report:
    """What the rules say about one request: violations in order, and raw positions of what could not be read."""

    violations: tuple[Violation, ...] = ()
    wire_roles: tuple[WireRole, ...] = ()
    unreadable: tuple[int, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether no provider of the dialect would refuse the request for what was checked."""
        return not self.wire_roles and all(violation.severity != Severity.ERROR for violation in self.violations)

    @property
    def roles_without_violation(self) -> tuple[WireRole, ...]:
        """The raw roles of which no violation speaks: one cause, one line on a page."""
        said = {violation.position for violation in self.violations if violation.rule == "role-legal"}
        return tuple(role for role in self.wire_roles if role.index not in said)


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

    `model` and `headers` serve where the body does not carry them, `variant` is a vendor's stricter reading, and
    `before` is the body before the compaction. Without a model, what hangs on the model is a warning at most.

    Raises: UnreadableRequest, when the body is not one JSON object. ValueError, for a layer, dialect or variant that is
        none.
    Source: interfaces 1.1, message-shape 5, provider-rules 7.
    """
    if layer not in ("core", "provider", "both"):
        raise ValueError("layer is core, provider or both")
    name = OTHER_NAMES.get(dialect, dialect)
    if layer == "core":
        return judge(walked(request, name), name)
    if variant is not None and variant not in VARIANTS:
        raise ValueError("no such variant")
    named = {key.lower(): value for key, value in (headers or {}).items()}
    sent = read(request, Dialect(name), Context(model or "", variant or "", named))
    sent.before = None if before is None else readable(before, sent)
    provider = violations_of(sent, RULES)
    if layer == "provider":
        return Report(violations=provider, unreadable=unreadable(sent))
    core = judge(native_of(sent), name)
    return replace(core, violations=merged(core.violations, provider))


def readable(before: bytes, sent: Sent) -> Sent | None:
    """Return another body of the same kind, None where it cannot be read: what compares with it is silent then."""
    with suppress(UnreadableRequest):
        return read(before, sent.dialect, sent.context)
    return None


def native_of(sent: Sent) -> Native:
    """Return what the rules of the core layer see, without a second decode where the structs serve both."""
    splits = sent.dialect == Dialect.ANTHROPIC
    if not isinstance(sent, anthropic.Request | openai_chat.Request):
        return walked(sent.request, sent.dialect)
    if sent.loaded is not None:
        return walk(read_leniently(dict(sent.loaded), splits), splits=splits)
    return walk(Request(sent.messages, range(len(sent.messages))), splits=splits)


def walked(request: bytes, dialect: str) -> Native:
    """Decode once and walk once."""
    splits = dialect == Dialect.ANTHROPIC
    return walk(decode(request, splits=splits), splits=splits)


def in_core(rule: Rule, dialect: str) -> bool:
    return rule.core is not None and (rule.core_dialects is None or dialect in rule.core_dialects)


def judge(native: Native, dialect: str) -> Report:
    """Let each rule of the core layer look at what the walk found."""
    return Report(
        violations=in_order(native, tuple(rule for rule in RULES if in_core(rule, dialect))),
        wire_roles=wire_roles(native) if dialect == Dialect.ANTHROPIC else (),
        unreadable=tuple(lost.raw for lost in native.request.unreadable),
    )


def in_order(native: Native, rules: Sequence[Rule]) -> tuple[Violation, ...]:
    """Return what the rules say, by index and within one index in the order of the rules."""
    ordered = sorted(rules, key=lambda rule: rule.phase)
    found = [(rule, breach) for rule in ordered if rule.core for breach in rule.core(native)]
    violations = [violation_of(native, rule, breach) for rule, breach in unexplained(found)]
    return tuple(sorted(violations, key=lambda violation: violation.index or 0))


def violation_of(native: Native, rule: Rule, breach: Breach) -> Violation:
    turn = breach.turn or 0
    return Violation(
        rule=rule.id,
        severity=breach.severity or Severity.ERROR,
        layers=("core",),
        index=native.index(turn, breach.part),
        position=native.position(turn),
        pointer=breach.pointer,
        behaviours=breach.behaviours,
        confidence=breach.confidence,
        counterpart=breach.counterpart,
        related=breach.related,
    )
