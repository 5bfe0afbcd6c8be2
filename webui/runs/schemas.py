"""What the API answers about runs."""

from datetime import datetime
from typing import Any

from ninja import Schema

from webui.runs import listeners, store
from webui.runs.models import Run

PLAIN = (
    *("name", "kind", "state", "error_code", "tokens_estimated", "verdict", "code", "line", "column"),
    *("reject_number", "measured", "limit", "model", "given", "introduced", "inherited", "fates", "breaches"),
    *("observed", "timeline", "layers", "created", "judged", "measures", "flags"),
)


class SummaryVerdict(Schema):
    """The verdict on one summary; `reason` null: it is valid. Line and column count characters from 1."""

    name: str
    reason: str | None
    section: str | None
    line: int | None
    column: int | None


class CheckOut(Schema):
    """One check. `note` says why it was not reached; `measured` and `limit` are bytes or tokens, by the check."""

    id: str
    title: str
    reasons: list[str]
    state: str
    reason: str | None
    note: str
    section: str | None
    line: int | None
    column: int | None
    measured: int | None
    limit: int | None
    places: list[str]


class Checks(Schema):
    """Every check in its true order."""

    verdict: str
    checks: list[CheckOut]

    @classmethod
    def of(cls, run: Run) -> "Checks":
        return cls(verdict=run.verdict, checks=[CheckOut(**row) for row in run.checks])


class SideOut(Schema):
    transcript: str
    messages: int | None
    tokens: int | None


class TextOut(Schema):
    """A text that the run holds; `size` counts bytes before masking."""

    origin: str
    text: str
    size: int
    tokens: int


class RunOut(Schema):
    """One compaction. A member of `given` that is missing was not in the upload.

    `fates` are ranges of messages, `stop` not included; `breaches` what the rules say of the after side, each
    introduced by this compaction or inherited; null where the two sides were not compared. `measures` are numbers by
    the id of the measure, with the counts of identifiers; null where nothing could be measured. `flags` are places for
    a person to look at: spans are a pointer led by `before:` or `after:`, or the name of a text, and characters of it.
    `decision` is what people decided: `usable`, `not-usable`, `open` while a case waits, null where there is no case.
    """

    id: str
    team: str
    decision: str | None = None
    name: str
    kind: str
    state: str
    error_code: str
    created_now: bool = False
    capture: str | None
    before: SideOut | None
    after: SideOut | None
    tokens_estimated: bool
    verdict: str
    code: str
    reason: str | None
    field: str | None
    section: str | None
    line: int | None
    column: int | None
    reject_number: int | None
    measured: int | None
    limit: int | None
    model: str
    given: dict[str, Any]
    summaries: list[TextOut]
    introduced: int
    inherited: int
    fates: dict[str, Any] | None
    breaches: list[dict[str, Any]] | None
    observed: dict[str, Any] | None
    timeline: dict[str, Any] | None
    measures: dict[str, int | float | None] | None
    flags: list[dict[str, Any]] | None
    layers: str
    created: datetime
    judged: datetime | None

    @classmethod
    def of(cls, run: Run, *, created: bool = False) -> "RunOut":
        plain = {name: getattr(run, name) for name in PLAIN}
        words: dict[str, Any] = {name: getattr(run, name) or None for name in ("reason", "field", "section")}
        values: dict[str, Any] = {**plain, **words}
        return cls(
            id=run.pk,
            team=run.team.slug,
            decision=listeners.standing_of(run),
            created_now=created,
            capture=run.capture_id,
            before=_side(run.before_id, run.messages_before, run.tokens_before),
            after=_side(run.after_id, run.messages_after, run.tokens_after),
            summaries=[
                TextOut(origin=one.origin, text=store.text_of(one), size=one.size, tokens=one.tokens)
                for one in run.summaries.all()
            ],
            **values,
        )


def _side(pk: str | None, messages: int | None, tokens: int | None) -> SideOut | None:
    return SideOut(transcript=pk, messages=messages, tokens=tokens) if pk else None
