"""Gather, decide, apply: mask what was reported, everywhere in a team. Safe to do again, and after a worker died.

Files first, so that nothing is read from them again as it was; the message that the report names last, because the
worker reads the value there and nowhere else.
"""

from collections.abc import Iterator
from typing import cast

from django.db.models import QuerySet
from django.utils import timezone

from compaction.formats.replacing import Replacement
from webui.audit.trail import Actor, record
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress
from webui.transcripts import blobs, listeners, reporting
from webui.transcripts.maskers import AT_ONCE, Changes, Columns, Masking, maskers
from webui.transcripts.models import Body, Capture, Report, Transcript
from webui.transcripts.remasking import STREAM
from webui.transcripts.store.bodies import rebriefed
from webui.transcripts.store.values import pack, unpack
from webui.transcripts.traces import overwritten

CAPTURES = Columns(lambda team: Capture.objects.filter(team=team), texts=("name",), values=("notes",))
TRANSCRIPTS = Columns(
    lambda team: Transcript.objects.filter(team=team),
    texts=("path", "model"),
    values=("provider_said", "wire_roles"),
    packed_json=("system",),
)
BODIES = Columns(
    lambda team: Body.objects.filter(team=team),
    texts=("preview",),
    values=("brief", "halves"),
    packed_json=("blocks", "native"),
)


def mask(job: Job, progress: Progress) -> None:
    """Do one `mask-reported` job. Raises: JobFailed, where the value cannot be read any more."""
    rows = Report.objects.select_related("team", "transcript").filter(team=job.team_id)
    made = rows.filter(pk=job.target).first()
    if made is None:
        raise JobFailed("report-gone")
    if made.ended is not None:
        return
    value = reporting.value_of(made)
    if value is None:
        raise JobFailed("value-gone")
    with overwritten():
        _everywhere(Masking(made, Replacement(value, made.marker), progress), value)


def _everywhere(masking: Masking, value: str) -> None:
    _find(masking)
    _files(masking, value)
    for masker in maskers():
        masking.progress.start(masker.title)
        masker.work(masking)
        masking.progress.done(masker.title)
    _messages(masking)


def _find(masking: Masking) -> None:
    rows = BODIES.rows(masking.report.team_id)
    masking.progress.start("Find", total=rows.count())
    found: set[int] = set()
    for done, row in enumerate(_in_parts(rows), 1):
        if _holds(row, masking.replacement):
            found.add(row.pk)
        masking.newest = row.pk
        masking.progress.count(done)
    masking.bodies = frozenset(found)
    masking.progress.done("Find")


def _in_parts(rows: QuerySet[Body], after: int = 0) -> Iterator[Body]:
    """Yield bodies in the order of their making; no query stays open, so that writes pass in between."""
    while part := list(rows.filter(pk__gt=after).order_by("pk").only("blocks", "native")[:AT_ONCE]):
        yield from part
        after = part[-1].pk


def _holds(body: Body, one: Replacement) -> bool:
    data = [unpack(column) for column in (body.native, body.blocks) if column is not None]
    return any(one.may_stand_in(each) and one.json(each) != each for each in data)


def _files(masking: Masking, value: str) -> None:
    made, progress = masking.report, masking.progress
    captures = list(Capture.objects.filter(team=made.team_id).order_by("pk").only("blob", "format"))
    pinned = listeners.pinned(made.team_id).captures
    progress.start("Files", total=len(captures))
    for done, capture in enumerate(captures, 1):
        try:
            count = _file(capture, Replacement(value, made.marker), Replacement(value, made.marker), progress, done - 1)
        except (blobs.NoSuchBlob, blobs.DamagedBlob):
            masking.note("unread")
            count = 0
        if count:
            _told(masking, capture.pk, count, held=capture.pk in pinned)
        progress.count(done)
    progress.done("Files")


def _file(capture: Capture, seen: Replacement, one: Replacement, progress: Progress, done: int) -> int:
    """Rewrite a capture's file if it holds the value; return how often it did."""
    stream = capture.format == STREAM
    for _ in seen.pieces(blobs.open_pieces(capture.blob), stream=stream):
        progress.count(done)
    if seen.count:
        blobs.rewrite(capture.blob, one.pieces(blobs.open_pieces(capture.blob), stream=stream))
    return seen.count


def _told(masking: Masking, pk: str, count: int, *, held: bool) -> None:
    with masking.progress.holding():
        capture = Capture.objects.select_for_update().filter(pk=pk).first()
        if capture is not None:
            counts = {**capture.redactions, "reported": capture.redactions.get("reported", 0) + count}
            Capture.objects.filter(pk=pk).update(redactions=counts)
        masking.note("files")
        masking.note("places", count)
        masking.note("held", int(held))


def _messages(masking: Masking) -> None:
    made, progress = masking.report, masking.progress
    progress.start("Messages", total=len(masking.bodies))
    masking.columns(CAPTURES, "names")
    source = cast("Transcript", made.transcript)
    last = _body_of(made)
    others = TRANSCRIPTS.rows(made.team_id) if made.position is not None else _but(TRANSCRIPTS, made.team_id, source.pk)
    masking.columns(Columns(lambda team: others, TRANSCRIPTS.texts, TRANSCRIPTS.values, (), ("system",)), "systems")
    for done, key in enumerate(_bodies(masking, last), 1):
        masking.row(BODIES.rows(made.team_id), key, lambda row: _body(row, masking.replacement), "messages")
        progress.count(done)
    _end(masking, source, last)
    progress.done("Messages")


def _but(columns: Columns, team_id: int, pk: str) -> QuerySet[Transcript]:
    return columns.rows(team_id).exclude(pk=pk)


def _body_of(made: Report) -> int | None:
    if made.transcript is None:
        return None
    row = reporting.message_of(made.transcript, made.position)
    return row.body_id if row is not None else None


def _bodies(masking: Masking, last: int | None) -> Iterator[int]:
    """Yield the bodies to change but the last; those too that a reading has stored meanwhile."""
    yield from sorted(masking.bodies - {last})
    for row in _in_parts(BODIES.rows(masking.report.team_id), masking.newest):
        if row.pk != last and _holds(row, masking.replacement):
            yield row.pk


def _body(row: Body, one: Replacement) -> Changes:
    """Return what changes of a body: its JSON, and what lists show of it. Sizes and counts stay."""
    found: Changes = {}
    for name in ("native", "blocks"):
        column = getattr(row, name)
        data = unpack(column) if column is not None else b""
        if (new := one.json(data)) != data:
            found[name] = pack(new)
    if found:
        for name, value in found.items():
            setattr(row, name, value)
        found["preview"], found["brief"] = rebriefed(row)
        halves = BODIES.changes(row, one).get("halves")
        found |= {"halves": halves} if halves is not None else {}
    return found


def _end(masking: Masking, source: Transcript, last: int | None) -> None:
    """Change the place of the report, and put on the trail what was done: both or neither."""
    made = masking.report
    with masking.progress.holding():
        if last is None:
            row: Transcript | Body = Transcript.objects.select_for_update(of=("self",)).get(pk=source.pk)
            found = TRANSCRIPTS.changes(row, masking.replacement)
        else:
            row = Body.objects.select_for_update(of=("self",)).get(pk=last)
            found = _body(row, masking.replacement)
        if found:
            type(row)._base_manager.filter(pk=row.pk).update(**found)
            masking.note("systems" if last is None else "messages")
        made.ended = timezone.now()
        made.save(update_fields=["ended"])
        kind, key, name = made.actor
        more = {"report": made.pk, "marker": made.marker, "known": int(made.known), "counts": made.counts}
        record(made.team_id, Actor(kind, key, name), "masked", "capture", made.capture, evidence=made.digest, more=more)
