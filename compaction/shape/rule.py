"""What a rule is: one thing that must hold, with all that its page says."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias, TypeVar

from compaction.findings import Confidence, Severity
from compaction.shape.native import Native
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

RequestBody: TypeAlias = Mapping[str, object]


class Phase(IntEnum):
    """When a rule runs: list, roles and part types first, then the form of a message, then pairs, then what hangs on
    model and mode. A message with an error of the first phase is left out of the later ones.
    """

    FORM = 0
    STRUCTURE = 1
    PAIRING = 2
    MODEL = 3


class Group(StrEnum):
    """Under which heading the catalogue shows a rule."""

    ORDER = "roles and order"
    PAIRS = "tool pairs"
    CONTENT = "content blocks"
    NAMES = "ids and names"
    THINKING = "thinking and reasoning"
    LIMITS = "limits"


@dataclass(frozen=True, slots=True)
class Breach:
    """Where a rule does not hold. Severity, layers and order are added by whoever runs the rule.

    `turn` and `part` give the place as `Native.index` takes them; pointers are JSON Pointers into the body. `severity`
    overrides the rule's own for this dialect. In the provider layer `turn` is the place in the uploaded list, None
    where no message is at fault, and `part` is not used. `explains` names rules that say the same at the
    counterpart or at a related place, beside those that the rule explains anyway.
    """

    turn: int | None
    pointer: str
    part: int = 0
    counterpart: str | None = None
    related: tuple[str, ...] = ()
    severity: Severity | None = None
    behaviours: tuple[str, ...] = ()
    confidence: Confidence = Confidence.FIRM
    explains: tuple[str, ...] = ()


Check: TypeAlias = Callable[[Native], Iterator[Breach]]
SentCheck: TypeAlias = Callable[[Sent], Iterator[Breach]]
Request = TypeVar("Request", bound=Sent)


def on(kind: type[Request], check: Callable[[Request], Iterator[Breach]]) -> SentCheck:
    """Make a check of one dialect's requests one that takes any, and is silent on those of others."""

    def checked(sent: Sent) -> Iterator[Breach]:
        return check(sent) if isinstance(sent, kind) else iter(())

    return checked


@dataclass(frozen=True, slots=True)
class Refusal:
    """How one family refuses what breaks the rule.

    `sentence` is the Why line of a violation (160 characters), `fix` its Fix line (140), with slots for positions:
    {message}, {previous}, {next} and {part}. `words` is how the provider puts it, `behaviours` the ids of the
    catalogue. `outcome` is `refused`, `depends` or `accepted`.

    Source: ux 12 and 16.
    """

    sentence: str
    fix: str
    words: str
    outcome: str = "refused"
    behaviours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule with its texts, its own examples, and its checks by layer.

    `title` says what must hold, `what` what is wrong where it does not (60 characters). `why` (160) and `fix` (140)
    hold for every family, `refused_by` says it for one. `bad` and `good` are request bodies by dialect: the same
    request broken and repaired; `variants` names the vendor's reading where no other breaks on it. `core` judges
    the core layer in the dialects `core_dialects` (None: all), as an error; `provider` judges the provider layer, a
    check a dialect, weighed by `severity`. A violation is left out where a rule that `explains` it points at the
    same place.

    Source: interfaces 1.1, ux 12.
    """

    id: str
    title: str
    what: str
    why: str
    fix: str
    repair: str
    compaction: str
    group: Group
    phase: Phase
    severity: Mapping[Dialect, Severity]
    severity_reason: str
    refused_by: Mapping[Dialect, Refusal]
    patterns: tuple[str, ...]
    evidence: tuple[str, ...]
    bad: Mapping[Dialect, RequestBody]
    good: Mapping[Dialect, RequestBody]
    core: Check | None = None
    core_dialects: tuple[Dialect, ...] | None = None
    provider: Mapping[Dialect, SentCheck] = field(default_factory=dict)
    variants: Mapping[Dialect, str] = field(default_factory=dict)
    explains: tuple[str, ...] = ()
    version: int = 1

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that see the rule."""
        return (("core",) if self.core else ()) + (("provider",) if self.provider else ())
