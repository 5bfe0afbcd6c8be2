"""What came of a pass.

Source: qa-summarizer 1.1, 1.14, 2.1; interfaces 1.4.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from compaction.evidence import Evidence
from compaction.findings import Flag
from compaction.llm import Step, Usage
from compaction.qa.call import Reason
from compaction.qa.messages import Message
from compaction.qa.prior import PriorSummary

Kind: TypeAlias = Literal["compacted", "failed", "no_change"]
Status: TypeAlias = Literal["recovered", "unknown", "missing", "shed"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the second call and what became of it; `number` counts from 1.

    `missing`: no line answers it; `unknown`: the source does not say; `shed`: its answer did not fit. `unseen` says
    that the primary evidence stands where the model could not see it: in what the transcript left out.
    """

    number: int
    text: str
    status: Status
    answer: str | None = None
    evidence: Evidence = Evidence()
    unseen: bool = False

    @property
    def folded(self) -> bool:
        """Whether the answer stands in the summary."""
        return self.status == "recovered"


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call: the texts sent, the reply (None if none came), and its tokens, as reported or estimated.

    A call without a reply has no usage and costs nothing. `digest` is that of the request.
    """

    step: Step
    system: str = field(repr=False)
    user: str = field(repr=False)
    digest: str
    reply: str | None = field(default=None, repr=False)
    usage: Usage | None = None
    estimated: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Spend:
    """Tokens of all calls; `estimated` if one of them is."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something for whoever collects metrics; `fields` are pairs of name and value."""

    target: str
    fields: tuple[tuple[str, str | int | bool], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a pass gives, whether it compacted or not.

    `split_index` is the first kept message, None where no split was looked for. `evicted` and `pulled` are messages as
    given, `evicted_at` and `pulled_at` their places. `draft` is the first reply, `summary` the final text. `prior` is
    the summary that the next pass builds on, `prior_used` the one that this pass was shown. `step`, `reason` and
    `error` say why a pass failed. `events` are the two of the spend; `debug_event` says how many calls and questions
    there were. `trail` is set by a chain.
    """

    kind: Kind
    messages: tuple[Message, ...] = field(repr=False)
    tokens_before: int
    tokens_after: int
    tokens_saved: int = 0
    budget: int = 0
    tail_budget: int = 0
    split_index: int | None = None
    evicted: tuple[Message, ...] = field(default=(), repr=False)
    pulled: tuple[Message, ...] = field(default=(), repr=False)
    evicted_at: tuple[int, ...] = ()
    pulled_at: tuple[int, ...] = ()
    transcript: str = field(default="", repr=False)
    draft: str | None = field(default=None, repr=False)
    summary: str | None = field(default=None, repr=False)
    questions: tuple[Question, ...] = field(default=(), repr=False)
    calls: tuple[CallRecord, ...] = ()
    prior: PriorSummary | None = field(default=None, repr=False)
    prior_used: PriorSummary | None = field(default=None, repr=False)
    step: Step | None = None
    reason: Reason | None = None
    error: str | None = None
    flags: tuple[Flag, ...] = field(default=(), repr=False)
    events: tuple[Event, ...] = field(default=(), repr=False)
    debug_event: Event | None = field(default=None, repr=False)
    trail: str = ""

    @property
    def success(self) -> bool:
        """Whether the pass did not fail."""
        return self.kind != "failed"

    @property
    def spend(self) -> Spend:
        """The tokens of all calls, those of a failed pass too."""
        used = [call.usage for call in self.calls if call.usage]
        return Spend(
            sum(usage.input_tokens for usage in used),
            sum(usage.output_tokens for usage in used),
            any(call.estimated for call in self.calls),
        )
