"""What the API takes and answers about QA passes and their facts."""

from datetime import datetime
from typing import Any, Literal

from ninja import Schema
from pydantic import BaseModel, ConfigDict, Field

from webui.runs.asking import LONGEST, MOST_TOKENS
from webui.runs.models import Call, Fact, Pass
from webui.runs.store.passes import text_of
from webui.runs.views.going import said

MOST_FACTS = 200


class Given(BaseModel):
    """A body: an object, without members that are none of ours. A schema of the answers would take any value."""

    model_config = ConfigDict(extra="forbid")


class QaIn(Given):
    """What a pass is asked with. `client` is `extractive` or the name of a model of the team.

    Settings out of their range are brought into it; the answer holds what is used. Without `target_tokens`: what the
    compaction of the run came to, or half of the tokens before.
    """

    client: str = Field("extractive", max_length=60)
    target_tokens: int | None = Field(None, ge=1, le=MOST_TOKENS)
    use_prior: bool = True
    summary_budget_pct: float | None = None
    max_summary_tokens: int | None = Field(None, le=MOST_TOKENS)
    min_messages: int | None = Field(None, le=MOST_TOKENS)
    preserve_recent: int | None = Field(None, le=MOST_TOKENS)
    accumulate: bool = True
    transcript_max_chars: int | None = Field(None, le=MOST_TOKENS)
    summary_instructions: str = Field("", max_length=LONGEST)


class CallOut(Schema):
    """One call. Its texts are there if they were asked for; tokens are null where no reply came."""

    number: int
    step: str
    tries: int
    milliseconds: int
    input_tokens: int | None
    output_tokens: int | None
    estimated: bool
    truncated: bool
    error_code: str
    system: str | None
    user: str | None
    reply: str | None

    @classmethod
    def of(cls, call: Call, *, texts: bool) -> "CallOut":
        names = ("number", "step", "tries", "milliseconds", "input_tokens", "output_tokens", "estimated", "truncated")
        plain: dict[str, Any] = {name: getattr(call, name) for name in (*names, "error_code")}
        plain |= {name: text_of(getattr(call, name)) if texts else None for name in ("system", "user", "reply")}
        return cls(**plain)


class PassOut(Schema):
    """One pass. `number` counts those that compacted, `attempt` all. `places` count in the list, -1 the system prompt;
    ranges end before their second number. `said` is what the page says of it.
    """

    id: str
    run: str
    source: str | None
    attempt: int
    number: int | None
    state: str
    outcome: str
    step: str
    reason: str
    error_code: str
    said: str
    client: str
    model: str
    config: dict[str, Any]
    target_tokens: int
    prior_number: int | None
    budget: int | None
    tail_budget: int | None
    places: dict[str, Any]
    draft: str | None
    final: str | None
    tokens_before: int | None
    tokens_after: int | None
    tokens_saved: int | None
    input_tokens: int
    output_tokens: int
    spend_estimated: bool
    flags: list[dict[str, Any]]
    measures: dict[str, Any]
    calls: list[CallOut]
    created: datetime
    started: datetime | None
    ended: datetime | None

    @classmethod
    def of(cls, one: Pass, *, texts: bool = False) -> "PassOut":
        named = set(cls.model_fields) - {"run", "source", "said", "draft", "final", "calls"}
        plain: dict[str, Any] = {name: getattr(one, name) for name in named}
        told = said(one)
        return cls(
            run=one.run_id,
            source=one.source_id,
            said=" ".join(filter(None, (f"{told.word}.", told.sentence, told.then))),
            draft=text_of(one.draft),
            final=text_of(one.final),
            calls=[CallOut.of(call, texts=texts) for call in one.calls.order_by("number")],
            **plain,
        )


class EvidenceOut(Schema):
    """Characters `start` up to `end` of one part of one message."""

    message: int
    part: int
    start: int
    end: int
    method: str
    score: float


class FactDecisionOut(Schema):
    choice: str
    note: str
    by: str | None
    created: datetime


class FactOut(Schema):
    """A question of a pass, or an identifier that a summary lost; `evidence` has the primary one first."""

    id: int
    kind: str
    number: int
    verdict: str
    category: str
    text: str
    answer: str
    method: str
    evidence: list[EvidenceOut]
    unseen: bool
    decision: str
    decisions: list[FactDecisionOut]

    @classmethod
    def of(cls, fact: Fact) -> "FactOut":
        named = set(cls.model_fields) - {"evidence", "decisions"}
        plain: dict[str, Any] = {name: getattr(fact, name) for name in named}
        told = sorted(fact.decisions.all(), key=lambda one: one.pk)
        decisions = [
            FactDecisionOut(
                choice=one.choice, note=one.note, by=one.by.get_username() if one.by else None, created=one.created
            )
            for one in told
        ]
        return cls(**plain, evidence=[EvidenceOut(**hit) for hit in fact.evidence], decisions=decisions)


class Facts(Schema):
    """Facts of one pass, or of the captured summary where `of` is null; `next` is the `after` of the next page."""

    of: str | None
    facts: list[FactOut]
    next: int | None


class DecideIn(Given):
    """A decision on some facts; `open` takes the last one back. A dispute needs a note."""

    facts: list[int] = Field(..., min_length=1, max_length=MOST_FACTS)
    choice: Literal["confirmed", "disputed", "not-important", "open"]
    note: str = Field("", max_length=2000)


class Decided(Schema):
    decided: int
