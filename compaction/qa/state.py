"""A pass as data: what it was given, and the replies so far.

Source: qa-summarizer 1.5, architecture 4.
"""

from dataclasses import dataclass, field, replace
from typing import TypeAlias, Union

from compaction.llm import Reply, Request
from compaction.qa.config import Context, QaConfig
from compaction.qa.messages import Message
from compaction.qa.outcome import Outcome
from compaction.qa.prior import PriorSummary


@dataclass(frozen=True, slots=True)
class CallFailed:
    """No reply came: `code` and `text` are those of the client's error."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class PassState:
    """All that `advance` needs. The same values give the same next step, in whatever process they are put together."""

    messages: tuple[Message, ...] = field(repr=False)
    config: QaConfig
    context: Context = field(repr=False)
    prior: PriorSummary | None = field(default=None, repr=False)
    replies: tuple[Reply | CallFailed, ...] = field(default=(), repr=False)

    def with_reply(self, reply: Reply | CallFailed) -> "PassState":
        """Return the state after one more call."""
        return replace(self, replies=(*self.replies, reply))


@dataclass(frozen=True, slots=True)
class Ask:
    """The pass goes on with this request; `number` counts its calls from 1."""

    request: Request = field(repr=False)
    number: int


@dataclass(frozen=True, slots=True)
class Done:
    """The pass is over."""

    outcome: Outcome


Next: TypeAlias = Union[Ask, Done]
