"""What the rules say: violations, raw roles that a provider refuses, and flags for a person to look at.

A violation is data and never an exception. It holds places and words of closed lists, never captured content.
"""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How sure a refusal is: `error` answers 400, `warning` fails later or elsewhere, `note` is only suspicious."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Confidence(StrEnum):
    """How well a rule is proven: `firm` was seen, `fair` is documented or inferred, `contested` is disputed."""

    FIRM = "firm"
    FAIR = "fair"
    CONTESTED = "contested"


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach of one rule at one place.

    `position` is the zero-based place in the uploaded list. `index` counts entries of the normalized list in the core
    layer and equals `position` elsewhere. `pointer`, `counterpart` and `related` are JSON Pointers (RFC 6901) into the
    request body.

    Source: interfaces 1.1.
    """

    rule: str
    severity: Severity
    layers: tuple[str, ...]
    index: int | None
    position: int | None
    pointer: str
    behaviours: tuple[str, ...] = ()
    confidence: Confidence = Confidence.FIRM
    counterpart: str | None = None
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WireRole:
    """A message whose raw role the dialect does not know.

    `index` is the raw position; `role` is empty if missing or not a string.

    Source: message-shape 8.
    """

    index: int
    role: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of characters of one text. `text` is a JSON Pointer into a body, or the name of an input: `source`,
    `summary`, `prior`, `after`.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FlagEvidence:
    """What a flag is shown with: places and named counts, never text."""

    spans: tuple[Span, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """A place where a person should look. A candidate needs judgement: it is shown as "may", never counted as loss.

    `index` is the zero-based place in the list after the compaction and `pointer` a JSON Pointer into its body; both
    are missing where only texts were compared.

    Source: interfaces 1.6, review-flags.
    """

    id: str
    candidate: bool = False
    severity: Severity = Severity.WARNING
    index: int | None = None
    pointer: str = ""
    evidence: FlagEvidence = FlagEvidence()
