"""One request, its reply, and the bytes that a request is known by."""

import hashlib
import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

Step: TypeAlias = Literal["summarize", "question", "answer"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider reported them."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `usage` is None where the provider reports none; `truncated` says that it stopped at the length
    limit."""

    text: str
    usage: Usage | None = None
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier call of the same pass: what the user message said and what came back."""

    step: Step
    user: str
    reply: str


@dataclass(frozen=True, slots=True)
class Request:
    """What to send: a system text and one user message.

    `budget` is how many tokens the summary of this pass may take; `max_output_tokens` caps the reply. `earlier` holds
    this pass's earlier calls in order; a provider's client ignores it, for a call carries no history.

    Source: qa-summarizer 1.10, decisions 7.
    """

    step: Step
    system: str
    user: str
    budget: int
    max_output_tokens: int
    earlier: tuple[Exchange, ...] = ()

    def to_bytes(self) -> bytes:
        """Return the request as stable bytes: equal requests give equal bytes, in every process and release."""
        earlier = [[exchange.step, exchange.user, exchange.reply] for exchange in self.earlier]
        values = [self.step, self.system, self.user, self.budget, self.max_output_tokens, earlier]
        return json.dumps(values, ensure_ascii=True, separators=(",", ":")).encode()

    def digest(self) -> str:
        """Return the SHA-256 of those bytes in hex: what a stored reply is kept under."""
        return hashlib.sha256(self.to_bytes()).hexdigest()
