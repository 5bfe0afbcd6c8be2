"""What people say at a case: remarks and answers, mentions, threads that are resolved. Nothing is erased.

A comment that is deleted or hidden stays as a row; what it said stands in the audit trail.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from webui.accounts.models import Member, Team, User
from webui.audit.digests import storable
from webui.audit.trail import record
from webui.review.deciding import stay
from webui.review.models import Case, Comment, Notice
from webui.review.people import Person
from webui.review.quoting import quote
from webui.review.store import notices
from webui.review.triage import Refused

TEXT_CHARACTERS = 10_000
WHY_CHARACTERS = 200
EDITED_WITHIN = timedelta(minutes=15)
"""How long an author may change what they said."""

TWICE_WITHIN = timedelta(minutes=1)
"""Within this time the same words of the same person on the same place are one remark: a button was pressed twice."""

MOST_MENTIONS = 20
NOTICES = 50

_MENTION = re.compile(r"(?<![\w@])@([\w.@+-]{1,150})")
_TAIL = ".-+"


def say(
    person: Person,
    case: Case,
    text: str,
    *,
    on: str = Comment.On.CASE,
    anchor: Mapping[str, object] | None = None,
    answers: int | None = None,
    at: datetime | None = None,
) -> Comment:
    """Add a remark on a case or a place in its evidence, or an answer to one; an answer stands where its thread does.

    People it mentions by `@name`, and whom it answers, are told. One that is sent twice is there once. Raises: Refused.
    """
    at = at or timezone.now()
    _may_speak(person)
    words = text_of(text)
    with transaction.atomic():
        first = _thread(case, answers)
        kept, under = (first.anchor, first.quote) if first is not None else quote(case, on, anchor or {})
        sent = case.comments.filter(
            by=person.user, text=words, answers=first, deleted=None, created__gt=at - TWICE_WITHIN
        )
        for twin in sent:
            if twin.anchor == kept:
                return twin
        comment = Comment.objects.create(
            team_id=case.team_id,
            case=case,
            answers=first,
            on=first.on if first is not None else on,
            anchor=kept,
            quote=under,
            text=words,
            by_id=person.user,
            created=at,
        )
        if first is not None:
            _tell_answered(case, first, comment, at)
        _tell_mentioned(case, comment, set(), at)
        stay(case, person.user, at)
        _record(person, comment, "added", note=words)
    return comment


def edit(person: Person, comment: Comment, text: str, at: datetime | None = None) -> Comment:
    """Change what one said, within a quarter of an hour; people newly mentioned are told. Raises: Refused."""
    at = at or timezone.now()
    words = text_of(text)
    with transaction.atomic():
        comment = _held(comment)
        _own(person, comment)
        if at - comment.created >= EDITED_WITHIN:
            raise Refused("edit-too-late")
        earlier = set(mentioned(comment.text, comment.team_id))
        comment.text, comment.edited = words, at
        comment.save(update_fields=["text", "edited"])
        _tell_mentioned(comment.case, comment, earlier, at)
        _record(person, comment, "edited", note=words)
    return comment


def delete(person: Person, comment: Comment, at: datetime | None = None) -> Comment:
    """Take back what one said. The row stays, and answers with it. Raises: Refused."""
    with transaction.atomic():
        comment = _held(comment)
        _own(person, comment)
        comment.deleted = at or timezone.now()
        comment.save(update_fields=["deleted"])
        _record(person, comment, "deleted")
    return comment


def hide(person: Person, comment: Comment, why: str) -> Comment:
    """Hide anybody's remark and say why. Raises: Refused."""
    why = storable(why.strip())
    if not person.maintainer:
        raise Refused("not-permitted")
    if not why or len(why) > WHY_CHARACTERS:
        raise Refused("why-needed", "why")
    with transaction.atomic():
        comment = _held(comment)
        if comment.deleted is not None or comment.hidden_by_id is not None:
            raise Refused("no-such-step")
        comment.hidden_by_id, comment.hidden_why = person.user, why
        comment.save(update_fields=["hidden_by", "hidden_why"])
        _record(person, comment, "hidden", note=why)
    return comment


def show(person: Person, comment: Comment) -> Comment:
    """Show a hidden remark again. Raises: Refused."""
    if not person.maintainer:
        raise Refused("not-permitted")
    with transaction.atomic():
        comment = _held(comment)
        if comment.hidden_by_id is None:
            raise Refused("no-such-step")
        comment.hidden_by, comment.hidden_why = None, ""
        comment.save(update_fields=["hidden_by", "hidden_why"])
        _record(person, comment, "shown")
    return comment


def resolve(person: Person, comment: Comment, at: datetime | None = None) -> Comment:
    """Call a thread settled. Raises: Refused."""
    return _settle(person, comment, at or timezone.now())


def reopen(person: Person, comment: Comment) -> Comment:
    """Take a settled thread up again. Raises: Refused."""
    return _settle(person, comment, None)


def text_of(text: str) -> str:
    """Return what can be said, as every database takes it. Raises: Refused."""
    words = storable(text.strip())
    if not words:
        raise Refused("text-needed", "text")
    if len(words) > TEXT_CHARACTERS:
        raise Refused("text-too-long", "text")
    return words


def comments_of(case: Case) -> QuerySet[Comment]:
    """Return the comments of a case, oldest first, with the people they name."""
    rows = case.comments.select_related("by", "hidden_by", "resolved_by", "answers")
    return rows.order_by("created", "pk")


def mentioned(text: str, team: int) -> list[int]:
    """Return the people of a team whom a text names by `@account`, each once."""
    names: dict[str, None] = {}
    for found in _MENTION.findall(text):
        names |= {found: None, found.rstrip(_TAIL): None}
    wanted = list(names)[: 2 * MOST_MENTIONS]
    rows = Member.objects.filter(team=team, user__username__in=wanted, user__is_active=True)
    return list(rows.order_by("pk").values_list("user", flat=True)) if wanted else []


def notices_of(user: User, team: Team) -> QuerySet[Notice]:
    """Return what a person was told in a team, the newest first."""
    rows = Notice.objects.filter(team=team, user=user).select_related("case", "comment", "by")
    return rows.order_by("-created", "-pk")


def unseen(user: User, team: Team) -> int:
    """Return how many notices a person has not seen."""
    return Notice.objects.filter(team=team, user=user, seen=None).count()


def see(user: User, team: Team, *, case: Case | None = None, at: datetime | None = None) -> int:
    """Note that a person has seen their notices, of one case or all; return how many were new."""
    rows = Notice.objects.filter(team=team, user=user, seen=None)
    return (rows if case is None else rows.filter(case=case)).update(seen=at or timezone.now())


def _may_speak(person: Person) -> None:
    if not (person.reviewer or person.maintainer):
        raise Refused("not-permitted")


def _own(person: Person, comment: Comment) -> None:
    _may_speak(person)
    if comment.by_id != person.user:
        raise Refused("not-yours")
    if comment.deleted is not None or comment.hidden_by_id is not None:
        raise Refused("no-such-step")


def _settle(person: Person, comment: Comment, at: datetime | None) -> Comment:
    _may_speak(person)
    with transaction.atomic():
        comment = _held(comment)
        if comment.answers_id is not None or (comment.resolved is None) == (at is None):
            raise Refused("no-such-step")
        comment.resolved, comment.resolved_by_id = at, None if at is None else person.user
        comment.save(update_fields=["resolved", "resolved_by"])
        _record(person, comment, "reopened" if at is None else "resolved")
    return comment


def _held(comment: Comment) -> Comment:
    return Comment.objects.select_for_update(of=("self",)).select_related("case").get(pk=comment.pk)


def _thread(case: Case, answers: int | None) -> Comment | None:
    """Return the remark that a thread begins with."""
    if answers is None:
        return None
    found = case.comments.filter(pk=answers).select_related("answers").first()
    if found is None:
        raise Refused("thread-unknown", "answers")
    return found.answers or found


def _tell_answered(case: Case, first: Comment, comment: Comment, at: datetime) -> None:
    """Tell everybody who spoke in a thread, but whom the answer mentions: they are told of that."""
    spoke = {first.by_id, *first.replies.values_list("by", flat=True)}
    others = spoke - set(mentioned(comment.text, case.team_id))
    notices.tell(case, Notice.Kind.ANSWERED, others, by=comment.by_id, comment=comment, at=at)


def _tell_mentioned(case: Case, comment: Comment, earlier: set[int], at: datetime) -> None:
    people = set(mentioned(comment.text, case.team_id)) - earlier
    notices.tell(case, Notice.Kind.MENTIONED, people, by=comment.by_id, comment=comment, at=at)


def _record(person: Person, comment: Comment, action: str, note: str = "") -> None:
    more: dict[str, object] = {"on": _on(comment), "case": comment.case.number}
    if comment.answers_id is not None:
        more["answers"] = comment.answers_id
    record(comment.team_id, person.actor, action, "comment", str(comment.pk), note=note, more=more)


def _on(comment: Comment) -> str:
    """Return what was commented on, as the trail says it."""
    number = comment.case.number
    anchor = comment.anchor
    block = f"block {anchor.get('position')}.{anchor.get('block')}"
    section = f"section {anchor.get('section')}" if anchor.get("section") else "the summary"
    place = {
        Comment.On.MESSAGE: f"message {anchor.get('position')} of case {number}",
        Comment.On.BLOCK: f"{block} of case {number}",
        Comment.On.WORDS: f"words in {section if 'section' in anchor else block} of case {number}",
        Comment.On.SECTION: f"{section} of case {number}",
        Comment.On.FACT: f"fact f-{anchor.get('fact')} of case {number}",
    }
    return place.get(Comment.On(comment.on), f"case {number}")
