"""Where the messages of a list stand: what was stored before is shared, the rest ends a strand or begins one.

Messages form a tree: two lists that begin alike are one strand as far as they do. Keys tell a beginning: two messages
with the same key stand behind the same messages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef, Sum

from compaction.transcripts import Message as Turn
from webui.transcripts import access
from webui.transcripts.models import Body, Message, Strand, Transcript
from webui.transcripts.store.values import clean

KEY_BYTES = 16
KNOWN = 200_000
"""Keys that a reading remembers, about 40 MB."""

AT_ONCE = 500
ROW = '("strand_id", "index", "origin", "body_id", "prefix") values (%s, %s, %s, %s, %s)'
INSERT = f'insert into "transcripts_message" {ROW}'  # noqa: S608 - a constant
"""A log of requests has many small rows, and model instances would take most time."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What of a list is stored already: the first `shared` messages, on this strand, with so many tokens."""

    shared: int = 0
    strand: int | None = None
    tokens: int = 0
    transcript: str | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """A message that a reading has met: the strand that holds it, the last transcript with it, the tokens up to it.

    None is what nobody asked yet.
    """

    strand: int | None
    transcript: str | None
    tokens: int | None = None


@dataclass(slots=True)
class Tree:
    """The beginnings that one reading has met. `keys` are those of the list in hand."""

    team_id: int
    keys: list[bytes] = field(default_factory=list)
    _steps: list[tuple[str, str]] = field(default_factory=list)
    _known: dict[bytes, _Place] = field(default_factory=dict)

    def begin(self, messages: Sequence[Turn], digests: Sequence[str]) -> Beginning:
        """Take a list in hand, and return what of it is stored; that stays so until the transaction ends."""
        self._chain([(digest, one.origin) for digest, one in zip(digests, messages, strict=True)])
        known = self._met()
        index, place = self._stored(known) or (known, self._known.get(self.keys[known]) if known >= 0 else None)
        strand = None if place is None else place.strand or self._holder(index)
        if place is None or strand is None or not _held(self.team_id, strand, index):
            return Beginning()
        tokens = _tokens(strand, index + 1) if place.tokens is None else place.tokens
        return Beginning(index + 1, strand, tokens, place.transcript)

    def share(self, transcript: Transcript, tokens: int) -> None:
        """Note that the first messages of the list in hand are stored; together they have so many tokens."""
        if len(self._known) > KNOWN:
            self._known.clear()
        place = _Place(None, transcript.pk)
        for key in self.keys[: transcript.shared]:
            self._known.setdefault(key, place)
        if transcript.shared:
            self._known[self.keys[transcript.shared - 1]] = _Place(transcript.strand_id, transcript.pk, tokens)

    def extend(self, transcript: Transcript, start: int, tokens: Iterable[int]) -> None:
        """Note that the messages from place `start` are stored, with so many tokens each."""
        before = self._known.get(self.keys[start - 1]) if start else _Place(None, None, 0)
        total = before.tokens if before else None
        for key, count in zip(self.keys[start:], tokens, strict=False):
            total = None if total is None else total + count
            self._known[key] = _Place(transcript.strand_id, transcript.pk, total)

    def _chain(self, steps: list[tuple[str, str]]) -> None:
        pairs = enumerate(zip(steps, self._steps, strict=False))
        same = next((at for at, (new, old) in pairs if new != old), min(len(steps), len(self._steps)))
        keys = self.keys[:same]
        last = keys[-1] if keys else str(self.team_id).encode()
        for digest, origin in steps[same:]:
            step = b"\0".join((last, digest.encode(), origin.encode("utf-8", "surrogatepass")))
            last = blake2b(step, digest_size=KEY_BYTES).digest()
            keys.append(last)
        self.keys, self._steps = keys, steps

    def _met(self) -> int:
        """Return the last place that this reading has stored, or -1."""
        return next((at for at in range(len(self.keys) - 1, -1, -1) if self.keys[at] in self._known), -1)

    def _stored(self, above: int) -> tuple[int, _Place] | None:
        """Return the last place behind `above` that another reading has stored.

        Whatever is stored has all before it stored as well, so halving finds the last.
        """
        low, high, found = above + 1, len(self.keys) - 1, None
        step = low
        while low <= high:
            strand = self._holder(step)
            if strand is None:
                high = step - 1
            else:
                found, low = (step, _Place(strand, None)), step + 1
            step = (low + high) // 2
        return found

    def _holder(self, index: int) -> int | None:
        rows = Message.objects.filter(prefix=self.keys[index], strand__team=self.team_id)
        return rows.values_list("strand_id", flat=True).first()


def _held(team_id: int, strand: int, index: int) -> bool:
    """Keep a strand from being shortened until the transaction ends; False where a place of it is gone already."""
    rows = Strand.objects.select_for_update().filter(pk=strand, team=team_id, stop__gt=index)
    return rows.first() is not None


def _tokens(strand: int, stop: int) -> int:
    return access.rows_on(strand, stop).aggregate(all=Sum("body__tokens"))["all"] or 0


def extend(transcript: Transcript, messages: Sequence[Turn], keys: Sequence[bytes], bodies: Iterable[int]) -> None:
    """Store the next messages of a transcript, at the end of its strand or on a new one."""
    start, stop = messages[0].index, messages[0].index + len(messages)
    strand = transcript.strand_id
    if strand is None or not Strand.objects.filter(pk=strand, stop=start).update(stop=stop):
        transcript.strand = Strand.objects.create(team_id=transcript.team_id, parent_id=strand, start=start, stop=stop)
        Transcript.objects.filter(pk=transcript.pk).update(strand=transcript.strand)
    rows = [
        (transcript.strand_id, message.index, clean(message.origin, 200), body, key)
        for message, body, key in zip(messages, bodies, keys, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(INSERT, rows)


def sweep(strands: Iterable[int]) -> None:
    """Delete of these strands, and of those that they part from, what no transcript needs any more."""
    waiting = set(strands)
    while waiting:
        pk = max(waiting)
        waiting.discard(pk)
        parent = _trim(pk)
        if parent is not None:
            waiting.add(parent)


@transaction.atomic
def _trim(pk: int) -> int | None:
    """Shorten a strand to what is needed; return the parent of one that is gone."""
    strand = Strand.objects.select_for_update().filter(pk=pk).first()
    if strand is None:
        return None
    users = strand.transcripts.aggregate(last=Max("messages"))["last"]
    branches = strand.children.aggregate(last=Max("start"))["last"]
    needed = max(users or 0, branches or 0, strand.start)
    if needed < strand.stop:
        _cut(strand, needed)
    if users is None and branches is None:
        strand.delete()
        return strand.parent_id
    return None


def _cut(strand: Strand, needed: int) -> None:
    rows = Message.objects.filter(strand=strand, index__gte=needed)
    bodies = sorted(set(rows.values_list("body_id", flat=True)))
    rows.delete()
    Strand.objects.filter(pk=strand.pk).update(stop=needed)
    used = Message.objects.filter(body=OuterRef("pk"))
    for first in range(0, len(bodies), AT_ONCE):
        Body.objects.filter(~Exists(used), pk__in=bodies[first : first + AT_ONCE]).delete()
