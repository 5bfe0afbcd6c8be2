"""Which earlier captures hold the messages of a list: messages are rows that are shared, so this reads no text."""

from collections.abc import Iterator

from django.db.models import Count, Exists, OuterRef, Q

from webui.transcripts import access
from webui.transcripts.models import Message, Transcript

LEAST = 4
"""Distinct messages that two lists share at least: shorter beginnings are alike by chance."""

SHARE = 0.8
"""Of the distinct messages of the smaller list."""

FIRST, LARGEST = 20, 60
"""What is looked for: the first messages, and the largest, which are the rarest."""

STRANDS, CAPTURES = 20, 5
"""How many of the likeliest places are looked at."""


def captures_like(transcript: Transcript) -> Iterator[str]:
    """Yield ids of other captures of the team that share at least 80 % of the smaller list, the likeliest first."""
    own = _bodies(transcript)
    if len(own) < LEAST:
        return
    for other in _near(transcript):
        theirs = _bodies(other)
        shared = len(own & theirs)
        if shared >= LEAST and shared >= SHARE * min(len(own), len(theirs)):
            yield other.capture_id


def _bodies(transcript: Transcript) -> set[int]:
    return set(access.rows_of(transcript).values_list("body", flat=True))


def _near(transcript: Transcript) -> list[Transcript]:
    """The longest list of each capture that holds the most of what is looked for."""
    rows = access.rows_of(transcript)
    looked_for = {*rows.order_by("index").values_list("body", flat=True)[:FIRST]}
    looked_for |= {*rows.order_by("-body__size").values_list("body", flat=True)[:LARGEST]}
    others = Transcript.objects.filter(team=transcript.team_id, checked__isnull=False)
    others = others.exclude(capture=transcript.capture_id).exclude(capture__format=access.RUN_INPUT)
    # Where a list has parted from one that is gone, its beginning stands on a strand that no list ends on.
    held = Exists(others.filter(strand=OuterRef("strand"))) | Exists(others.filter(strand__parent=OuterRef("strand")))
    there = Message.objects.filter(held, body__in=looked_for)
    shares = there.values("strand").annotate(shared=Count("body", distinct=True)).order_by("-shared", "-strand")
    strands: dict[int | None, int] = {row["strand"]: at for at, row in enumerate(shares[:STRANDS])}
    rows_near = others.filter(Q(strand__in=strands) | Q(strand__parent__in=strands)).select_related("strand")
    found: dict[str, tuple[int, Transcript]] = {}
    for one in rows_near.only("capture", "messages", "strand__parent").order_by("-messages", "pk"):
        parent = one.strand.parent_id if one.strand is not None else None
        rank = min(strands.get(one.strand_id, STRANDS), strands.get(parent, STRANDS))
        found.setdefault(one.capture_id, (rank, one))
    return [one for _, one in sorted(found.values(), key=lambda row: row[0])[:CAPTURES]]
