"""The only way to a capture, a transcript or a message. Another team's row and a missing one are the same 404.

Bodies come without their texts unless they are asked for: opening, counting and paging never read what is not shown.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.http import Http404

from webui.accounts import access as accounts
from webui.accounts.models import Team
from webui.jobs.models import Job
from webui.transcripts.models import Capture, Message, Report, Transcript, Violation
from webui.transcripts.tombstones import missing

CHECK = "check-capture"
"""The job kind that reads and checks one capture; its target is the capture's id."""

MASK = "mask-reported"
"""The job kind that masks what was reported; its target is the report's key."""

RUN_INPUT = "compaction-input"
"""The format of a capture that holds the input of one compaction: it belongs to runs and is no upload of its own."""

LARGE = ("system", "provider_said", "sketch", "marks")
HEAVY = ("body__blocks", "body__native")
WHOLE = ("dialect", "blocks", "native")
END = 2**31 - 1

PLACES = """
with recursive path(strand, parent, first, last) as (
    select id, parent_id, "start", cast(%s as integer) from transcripts_strand where id = %s
    union all
    select up.id, up.parent_id, up."start", path.first
    from transcripts_strand up join path on up.id = path.parent where path.first > %s
)
select row.id from path join transcripts_message row on row.strand_id = path.strand
where row."index" >= path.first and row."index" < path.last and row."index" >= %s and row."index" < %s
"""
"""The rows of a list from one place up to another: its strand's, and above where it parts, those of the parents."""

TEXTS_AT_ONCE = 50
"""Messages that a find holds at a time."""

REFUSED = Q(checked__isnull=False) & (Q(errors__gt=0) | ~Q(wire_roles=[]))
"""A transcript that a provider would refuse."""

ACCEPTED = Q(checked__isnull=False, errors=0, wire_roles=[]) & ~Q(dialect="")
UNCHECKED = Q(checked__isnull=True) | Q(dialect="", errors=0)
"""Not checked, or not known by whose rules: neither poses as a pass."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How many transcripts a capture holds, and how the checks of them stand."""

    total: int
    refused: int
    unchecked: int


@dataclass(frozen=True, slots=True)
class Seen:
    """How often a team's transcripts break one rule, and when one of them was last checked."""

    violations: int
    transcripts: int
    last: datetime | None


def captures_for(team: Team) -> QuerySet[Capture]:
    """Return the team's captures, newest first."""
    return (
        Capture.objects.filter(team=team)
        .exclude(format=RUN_INPUT)
        .select_related("uploaded_by")
        .order_by("-created", "-pk")
    )


def capture_for(user: accounts.Person, slug: str | None, pk: str) -> Capture:
    """Return one capture of the team `slug`, or of any team of this person where it is None. Raises: Http404."""
    found = Capture.objects.filter(team__in=_teams(user, slug, pk), pk=pk).select_related("team", "uploaded_by").first()
    if found is None:
        raise missing(user, slug, "capture", pk)
    return found


def contents_of(captures: Iterable[Capture]) -> dict[str, Contents]:
    """Return what each of these captures holds, by its id; one query for all."""
    rows = Transcript.objects.filter(capture__in=[capture.pk for capture in captures]).values("capture")
    counted = rows.annotate(
        total=Count("pk"), refused=Count("pk", filter=REFUSED), unchecked=Count("pk", filter=UNCHECKED)
    )
    return {row["capture"]: Contents(row["total"], row["refused"], row["unchecked"]) for row in counted}


def transcripts_for(team: Team) -> QuerySet[Transcript]:
    """Return the team's transcripts with their captures, newest first."""
    return (
        Transcript.objects.filter(team=team)
        .exclude(capture__format=RUN_INPUT)
        .select_related("capture")
        .defer(*LARGE)
        .order_by("-created", "capture", "number")
    )


def transcripts_of(capture: Capture) -> QuerySet[Transcript]:
    """Return what one capture holds, in file order."""
    return capture.transcripts.defer(*LARGE).order_by("number")


def outline_of(capture: Capture) -> list[tuple[Any, ...]]:
    """Return of each list of a capture, in file order, what orders it: id, number, strand, the one that it continues,
    shared messages, messages, and whether it would be refused and was checked.
    """
    rows = Transcript.objects.filter(capture=capture).order_by("number")
    told = rows.annotate(refused=ExpressionWrapper(REFUSED, BooleanField()), known=Q(checked__isnull=False))
    names = ("pk", "number", "strand", "continues", "shared", "messages", "refused", "known")
    return list(told.values_list(*names))


def transcript_for(user: accounts.Person, slug: str | None, pk: str) -> Transcript:
    """Return one transcript of the team `slug`, or of any team of this person where it is None. Raises: Http404."""
    found = Transcript.objects.filter(team__in=_teams(user, slug, pk), pk=pk).select_related("team", "capture").first()
    if found is None:
        raise missing(user, slug, "transcript", pk)
    return found


def rows_on(strand: int | None, stop: int, start: int = 0) -> QuerySet[Message]:
    """Return what stands at the places from `start` up to, not including, `stop` of a list that ends on this strand."""
    if strand is None:
        return Message.objects.none()
    return Message.objects.filter(pk__in=RawSQL(PLACES, (stop, strand, start, start, stop)))  # noqa: S611 - constant


def rows_of(transcript: Transcript, start: int = 0, stop: int = END) -> QuerySet[Message]:
    """Return the messages from `start` up to, not including, `stop`, in no order."""
    return rows_on(transcript.strand_id, min(stop, transcript.messages), start)


def rows_at(transcript: Transcript, places: Iterable[int]) -> QuerySet[Message]:
    """Return the messages at these places, in order."""
    wanted = sorted(places)
    rows = rows_of(transcript, wanted[0], wanted[-1] + 1) if wanted else Message.objects.none()
    return rows.filter(index__in=wanted).order_by("index")


def messages_of(transcript: Transcript, start: int, stop: int) -> QuerySet[Message]:
    """Return the messages from `start` up to, not including, `stop`, in order; their bodies without texts."""
    return rows_of(transcript, start, stop).select_related("body").defer(*HEAVY).order_by("index")


def messages_at(transcript: Transcript, places: Iterable[int]) -> QuerySet[Message]:
    """Return the messages at these places, in order; their bodies without texts."""
    return rows_at(transcript, places).select_related("body").defer(*HEAVY)


def places_of_roles(transcript: Transcript, roles: Iterable[str]) -> list[int]:
    """Return where messages of these roles stand, in order."""
    rows = rows_of(transcript).filter(body__role__in=list(roles))
    return list(rows.order_by("index").values_list("index", flat=True))


def places_of_violations(transcript: Transcript) -> list[int]:
    """Return where rules are broken or a role is unknown, in order."""
    rows = transcript.violations.exclude(position=None).order_by("position")
    found = {at for at in rows.values_list("position", flat=True).distinct() if at is not None}
    return sorted(found | {role["index"] for role in transcript.wire_roles})


def bodies_of(transcript: Transcript, start: int = 0, stop: int = END, at_once: int = 200) -> Iterator[Message]:
    """Yield the messages with their whole bodies, in order; `at_once` are held at a time."""
    rows = rows_of(transcript, start, stop).select_related("body").order_by("index")
    return rows.only("index", "origin", *(f"body__{name}" for name in WHOLE)).iterator(chunk_size=at_once)


def row_by_row() -> AbstractContextManager[None]:
    """Let rows come as they are asked for. PostgreSQL needs a transaction for that; SQLite would lock writers out."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def turns_at(transcript: Transcript, places: Iterable[int]) -> list[tuple[int, list[dict[str, Any]], str]]:
    """Return place, brief and preview of these messages, in order."""
    return list(rows_at(transcript, places).values_list("index", "body__brief", "body__preview"))


def opened(transcript: Transcript, indexes: Iterable[int]) -> QuerySet[Message]:
    """Return the messages at these places with their whole bodies, in order."""
    return rows_at(transcript, indexes).select_related("body")


def message_for(transcript: Transcript, index: int) -> Message:
    """Return one message with its whole body. Raises: Http404."""
    found = opened(transcript, [index]).first()
    if found is None:
        raise Http404
    return found


def violations_of(transcript: Transcript, start: int | None = None, stop: int | None = None) -> QuerySet[Violation]:
    """Return the violations in the order the library reports them, at will those of one range of messages."""
    rows = transcript.violations.order_by("number")
    if start is not None:
        rows = rows.filter(position__gte=start)
    return rows if stop is None else rows.filter(position__lt=stop)


def seen_by_rule(team: Team) -> dict[str, Seen]:
    """Return how often the team's transcripts break each rule."""
    rows = Violation.objects.filter(team=team).values("rule")
    counted = rows.annotate(
        count=Count("pk"), transcripts=Count("transcript", distinct=True), last=Max("transcript__checked")
    )
    return {row["rule"]: Seen(row["count"], row["transcripts"], row["last"]) for row in counted.order_by()}


def latest_of_rule(team: Team, rule: str, limit: int) -> QuerySet[Violation]:
    """Return violations of one rule, those of the newest transcripts first."""
    rows = Violation.objects.filter(team=team, rule=rule).select_related("transcript__capture")
    return rows.defer(*(f"transcript__{name}" for name in LARGE)).order_by(
        "-transcript__created", "transcript", "number"
    )[:limit]


def candidates(
    team: Team, position: int | None, rules: Iterable[str], limit: int
) -> list[tuple[Transcript, str | None]]:
    """Return transcripts that reach a position, those that break one of these rules there first; without a position,
    those that break one. The pointer of the first such violation comes with each.
    """
    there = Violation.objects.filter(transcript=OuterRef("pk"), rule__in=list(rules)).order_by("number")
    if position is not None:
        there = there.filter(position=position)
    rows = transcripts_for(team).annotate(breaks=Exists(there), meant=Subquery(there.values("pointer")[:1]))
    rows = rows.filter(breaks=True) if position is None else rows.filter(messages__gt=position)
    return [(row, row.meant) for row in rows.order_by("-breaks", "-created")[:limit]]


def position_of_call(transcript: Transcript, call_id: str) -> int | None:
    """Return where a tool call or its result stands first, as far as the folded rows name it."""
    rows = rows_of(transcript).order_by("index").values_list("index", "body__brief")
    return next((index for index, brief in rows.iterator() if any(one.get("id") == call_id for one in brief)), None)


def job_of(capture: Capture) -> Job | None:
    """Return the newest job that reads this capture."""
    return Job.objects.filter(kind=CHECK, target=capture.pk, team=capture.team_id).order_by("-pk").first()


def is_being_masked(capture: Capture) -> bool:
    """Return whether a report waits or is at work that reads its value from this capture."""
    made = Report.objects.filter(team=capture.team_id, capture=capture.pk, ended=None).values_list("pk", flat=True)
    live = Job.objects.filter(team=capture.team_id, kind=MASK, state__in=(Job.State.QUEUED, Job.State.RUNNING))
    return live.filter(target__in=[str(pk) for pk in made]).exists()


def _teams(user: accounts.Person, slug: str | None, pk: str) -> QuerySet[Team]:
    if "\0" in pk + (slug or ""):  # PostgreSQL takes none, even in a question
        raise Http404
    teams = accounts.teams_of(user)
    return teams if slug is None else teams.filter(slug=slug)
