"""Words that somebody reports as a secret: where they stand, whether they can be masked, and the job that does it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from compaction.redaction import literals
from compaction.redaction.known import KIND, MOST, can_be_known, digest_of
from compaction.redaction.redact import marker
from compaction.transcripts import Block
from webui.accounts.models import Team, User
from webui.audit.trail import Actor, record
from webui.jobs.models import Job
from webui.jobs.queue import enqueue
from webui.transcripts import access, finding, store
from webui.transcripts.access import MASK
from webui.transcripts.maskers import maskers
from webui.transcripts.models import Message, Redaction, Report, Transcript

SHORTEST, LONGEST = 8, 2000
"""Characters that can be reported. Shorter words stand everywhere."""

LISTED = 20
"""Reports of a team that are listed."""

LOOKED_THROUGH = 200_000
"""Characters of a text in which words are looked for that have moved."""

LIVE = (Job.State.QUEUED, Job.State.RUNNING)
_PLAIN = re.compile(r"[a-z]{1,11}|[a-z]+(?:[_.][a-z0-9]+)+")


@dataclass(frozen=True, slots=True)
class Place:
    """Characters `start` up to `stop` of one text of a block; `position` is None in the system prompt."""

    position: int | None
    block: int
    slot: int
    start: int
    stop: int


def text_at(transcript: Transcript, place: Place) -> str | None:
    """Return the text that a place lies in; None where there is none."""
    blocks = _blocks(transcript, place.position)
    texts = dict(_slots(blocks[place.block])) if place.block < len(blocks) else {}
    return texts.get(place.slot)


def words_at(transcript: Transcript, place: Place) -> str | None:
    """Return the words at a place, without the escapes of JSON inside a text; None where there are none."""
    text = text_at(transcript, place)
    if text is None or not place.start < place.stop <= len(text):
        return None
    return _plain(text[place.start : place.stop])


def find(transcript: Transcript, position: int | None, words: str) -> Place | None:
    """Return where these words stand first in a message."""
    escaped = json.dumps(words, ensure_ascii=False)[1:-1]
    for number, block in enumerate(_blocks(transcript, position)):
        for slot, text in _slots(block):
            for form in dict.fromkeys((words, escaped)):
                if (at := text.find(form)) >= 0:
                    return Place(position, number, slot, at, at + len(form))
    return None


def fault(words: str, native: bytes) -> str:
    """Return why words cannot be masked everywhere, as a code; empty where they can. `native` is their message."""
    if not SHORTEST <= len(words) <= LONGEST:
        return "short" if len(words) < SHORTEST else "long"
    if "[redacted:" in words:
        return "masked"
    if _PLAIN.fullmatch(words) or words.lower() in literals.RESERVED or _is_structure(words, native):
        return "plain"
    return ""


@transaction.atomic
def report(transcript: Transcript, place: Place, words: str, user: User | None, actor: Actor) -> Report:
    """Queue the masking of words everywhere in the team; the same words at once are one report.

    What comes from now on is masked as well, where the words can be known again.
    """
    team = transcript.team
    key = bytes(team.redaction_key)
    data = words.encode("utf-8", "surrogatepass")
    digest = digest_of(key, data)
    known = _remember(team, words, digest)
    earlier = Report.objects.filter(team=team, digest=digest, ended=None).order_by("-pk").first()
    if earlier is not None and is_live(earlier):
        return earlier
    made = Report.objects.create(
        team=team,
        transcript=transcript,
        capture=transcript.capture_id,
        position=place.position,
        block=place.block,
        slot=place.slot,
        start=place.start,
        stop=place.stop,
        digest=digest,
        marker=marker(KIND, data, key).decode(),
        known=known,
        by=user,
        actor=[actor.kind, actor.id, actor.name],
    )
    queue(made)
    return made


def reports_of(team: Team) -> QuerySet[Report]:
    """Return the last reports of a team, the newest first."""
    return Report.objects.filter(team=team).order_by("-pk")[:LISTED]


@transaction.atomic
def forget(made: Report, actor: Actor) -> bool:
    """Let uploads to come hold the words of a report again; what was masked stays. False where they are not known."""
    row = Redaction.objects.select_for_update().filter(team=made.team_id).first()
    kept = [pair for pair in row.known if pair[1] != made.digest] if row is not None else []
    if row is None or len(kept) == len(row.known):
        return False
    was, row.known = len(row.known), kept
    row.save(update_fields=["known"])
    Report.objects.filter(team=made.team_id, digest=made.digest).update(known=False)
    told = f"{was} known values", f"{len(kept)} known values"
    record(made.team_id, actor, "redaction-changed", "setting", "redaction", was=told[0], now=told[1])
    return True


def queue(made: Report) -> None:
    """Queue a report."""
    enqueue(made.team_id, MASK, str(made.pk), steps())


def steps() -> tuple[str, ...]:
    """Return the steps of the job, in order."""
    return ("Find", "Files", *(one.title for one in maskers()), "Messages")


def job_of(made: Report) -> Job | None:
    """Return the newest job of a report."""
    return Job.objects.filter(kind=MASK, target=str(made.pk), team=made.team_id).order_by("-pk").first()


def is_live(made: Report) -> bool:
    """Return whether a report waits or is at work."""
    return Job.objects.filter(kind=MASK, target=str(made.pk), team=made.team_id, state__in=LIVE).exists()


def value_of(made: Report) -> str | None:
    """Return the words of a report as its place still tells them, wherever in their text; None where it does not."""
    if made.transcript is None:
        return None
    place = Place(made.position, made.block, made.slot, made.start, made.stop)
    text = text_at(made.transcript, place)
    if text is None:
        return None
    key, length = bytes(made.team.redaction_key), place.stop - place.start
    for start in (place.start, *range(min(len(text), LOOKED_THROUGH) - length + 1)):
        words = _plain(text[start : start + length])
        if digest_of(key, words.encode("utf-8", "surrogatepass")) == made.digest:
            return words
    return None


def message_of(transcript: Transcript, position: int | None) -> Message | None:
    """Return the message at a position, None for the system prompt or where there is none."""
    return None if position is None else access.opened(transcript, [position]).first()


def _blocks(transcript: Transcript, position: int | None) -> tuple[Block, ...]:
    if position is None:
        return store.system_of(transcript)
    row = message_of(transcript, position)
    return store.blocks_of(row) if row is not None else ()


def _slots(block: Block) -> Iterator[tuple[int, str]]:
    return ((slot, text) for _, slot, text in finding.slots(block) if slot >= 0)


def _plain(words: str) -> str:
    """Return what words in a JSON text say; words that are no part of JSON stay."""
    if "\\" not in words:
        return words
    try:
        return str(json.loads(f'"{words}"'))
    except ValueError:
        return words


def _is_structure(words: str, native: bytes) -> bool:
    """Return whether a message is built with these words: a key, or its type or role."""
    name = re.escape(json.dumps(words).encode())
    return bool(
        re.search(name + rb"\s*:|\"(?:type|role|object|status|format|media_type|mimeType)\"\s*:\s*" + name, native)
    )


def _remember(team: Team, words: str, digest: str) -> bool:
    if not can_be_known(words):
        return False
    row, _ = Redaction.objects.get_or_create(team=team)
    row = Redaction.objects.select_for_update().get(pk=row.pk)
    pair = [len(words), digest]
    if pair not in row.known:
        if len(row.known) >= MOST:
            return False
        row.known = [*row.known, pair]
        row.save(update_fields=["known"])
    return True
