"""What the API takes and answers about remarks and waivers."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema

from webui.review.models import Comment, Waiver
from webui.review.schemas import Number, account
from webui.review.talking import TEXT_CHARACTERS


class CommentOut(Schema):
    """One remark; `text` is null when it was deleted or hidden. `quote` are the words under it as they were, masked."""

    id: int
    answers: int | None
    on: str
    anchor: dict[str, Any]
    quote: str
    text: str | None
    by: str | None
    created: datetime
    edited: datetime | None
    deleted: datetime | None
    hidden_by: str | None
    hidden_why: str
    resolved: datetime | None
    resolved_by: str | None

    @classmethod
    def of(cls, row: Comment) -> "CommentOut":
        names = ("on", "anchor", "quote", "created", "edited", "deleted", "hidden_why", "resolved")
        people = {name: account(getattr(row, name)) for name in ("by", "hidden_by", "resolved_by")}
        gone = row.deleted is not None or row.hidden_by_id is not None
        values: dict[str, Any] = {name: getattr(row, name) for name in names} | people
        return cls(id=row.pk, answers=row.answers_id, text=None if gone else row.text, **values)


class Comments(Schema):
    """Some remarks in order of writing; `next` goes into `after`, null at the end."""

    comments: list[CommentOut]
    next: int | None


class CommentIn(Schema):
    """A remark. The anchor holds what `on` needs: transcript, position, block, start, end; or run and section or fact.

    An answer stands where its thread does.
    """

    text: Annotated[str, Field(max_length=TEXT_CHARACTERS)]
    on: Literal["case", "message", "block", "words", "section", "fact"] = "case"
    anchor: dict[str, str | int] = {}
    answers: Number | None = None


class ChangeIn(Schema):
    """What to do about a remark: `text` for `edit`, within a quarter of an hour; `why` for `hide`, by maintainers."""

    action: Literal["edit", "delete", "hide", "show", "resolve", "reopen"]
    text: Annotated[str, Field(max_length=TEXT_CHARACTERS)] = ""
    why: Annotated[str, Field(max_length=200)] = ""


class WaiverOut(Schema):
    """One waiver. It covers nothing while it waits for a second person (`asks`), nor after it `ended`."""

    id: int
    team: str
    case: int
    scope: str
    code: str
    count: int
    reason: str
    note: str
    link: str
    by: str | None
    second: str | None
    asks: bool
    created: datetime
    ends: datetime
    ended: datetime | None
    end: str

    @classmethod
    def of(cls, row: Waiver) -> "WaiverOut":
        names = ("scope", "code", "count", "reason", "note", "link", "created", "ends", "ended", "end")
        people = {name: account(getattr(row, name)) for name in ("by", "second")}
        asks = row.needs_second and row.second_id is None and row.ended is None
        values = {name: getattr(row, name) for name in names} | people
        return cls(id=row.pk, team=row.team.slug, case=row.case.number, asks=asks, **values)


class Waivers(Schema):
    """Some waivers, the newest first; `next` goes into `after`, null at the end."""

    waivers: list[WaiverOut]
    next: int | None
