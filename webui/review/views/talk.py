"""What was said at a case, as its page shows it: threads, each with what the person who looks may do."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from webui.common.captured import draw
from webui.review.models import Case, Comment
from webui.review.quoting import Ground, ground_of, quote
from webui.review.talking import EDITED_WITHIN, comments_of
from webui.review.triage import Refused
from webui.review.views.places import anchor_address, anchor_words

MOST = 200
ANCHORS = ("transcript", "position", "block", "start", "end", "run", "section", "fact")
"""What names a place in the evidence, in an address and in a form."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One comment. `text` is drawn, `gone` says what stands in its place; `own`, `edits`, `hides` what one may do.

    `address` is empty where the place is not there any more; an `earlier` one is about evidence that newer replaced.
    """

    row: Comment
    author: str
    text: SafeString
    place: str
    address: str
    earlier: bool
    gone: str
    own: bool
    edits: bool
    hides: bool


@dataclass(frozen=True, slots=True)
class Anchor:
    """The place that the form comments on, with the words under it."""

    words: str
    quote: str
    fields: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Thread:
    """One comment with its answers."""

    first: Remark
    answers: Sequence[Remark]

    @property
    def resolved(self) -> Comment | None:
        return self.first.row if self.first.row.resolved else None


@dataclass(frozen=True, slots=True)
class Talk:
    """All threads of a case; `open` are not resolved. `answering`, `editing`, `hiding`: what the address asks for."""

    threads: Sequence[Thread]
    count: int
    open: int
    answering: int
    editing: int
    hiding: int
    may: bool


def threads(request: HttpRequest, case: Case, rights: Collection[str]) -> Talk:
    """Return the threads of a case, oldest first. Three queries at most."""
    now = timezone.now()
    rows = list(comments_of(case)[:MOST])
    ground = ground_of(case, rows)
    drawn = [_remark(request, case, row, rights, now, ground) for row in rows]
    answers: dict[int, list[Remark]] = {}
    for remark in drawn:
        if remark.row.answers_id is not None:
            answers.setdefault(remark.row.answers_id, []).append(remark)
    made = [Thread(one, answers.get(one.row.pk, [])) for one in drawn if one.row.answers_id is None]
    made = [one for one in made if one.answers or not one.first.row.deleted]
    return Talk(
        threads=made,
        count=sum(1 for row in rows if not row.deleted),
        open=sum(1 for one in made if not one.resolved),
        answering=_asked(request, "answer"),
        editing=_asked(request, "edit"),
        hiding=_asked(request, "hide"),
        may="comment" in rights,
    )


def anchor(request: HttpRequest, case: Case) -> Anchor | None:
    """Return the place that the address asks to comment on; None for the case itself, or a place that is not there."""
    asked = request.POST if request.method == "POST" else request.GET
    on = asked.get("on", "")
    given = {name: asked[name] for name in ANCHORS if name in asked}
    if on not in Comment.On.values or on == Comment.On.CASE:
        return None
    try:
        kept, under = quote(case, on, given)
    except Refused:
        return None
    return Anchor(anchor_words(on, kept), under, [("on", on), *((name, str(value)) for name, value in kept.items())])


def _remark(
    request: HttpRequest, case: Case, row: Comment, rights: Collection[str], now: datetime, ground: Ground
) -> Remark:
    own = row.by_id == request.user.pk
    return Remark(
        row=row,
        author=row.by.get_username() if row.by else "somebody who left",
        text=_drawn(row.text),
        place=anchor_words(row.on, row.anchor),
        address="" if row.pk in ground.gone else anchor_address(case.team.slug, row.on, row.anchor),
        earlier=row.pk in ground.earlier,
        gone=_gone(row),
        own=own and not row.deleted,
        edits=own and not row.deleted and not row.hidden_by_id and now - row.created < EDITED_WITHIN,
        hides="hide_comment" in rights and not row.deleted,
    )


def _gone(row: Comment) -> str:
    if row.deleted:
        return "Deleted by its author."
    if row.hidden_by_id:
        by = row.hidden_by.get_username() if row.hidden_by else "a maintainer"
        return f"Hidden by {by}{' because ' + row.hidden_why if row.hidden_why else ''}."
    return ""


def _drawn(text: str) -> SafeString:
    """Draw a comment: escaped, hidden characters as tokens, mentions bold, lines kept."""
    words = [_word(word) for word in text.split(" ")]
    return mark_safe(" ".join(words))  # noqa: S308 - each word is drawn, which escapes


def _word(word: str) -> str:
    if word.startswith("@") and len(word) > 1:
        return f"<b>{conditional_escape(draw(word))}</b>"
    return str(draw(word))


def _asked(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else 0
