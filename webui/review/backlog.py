"""Cases of what was checked before there were cases, in the order in which it came, a transaction for each."""

from collections.abc import Iterator
from datetime import datetime
from heapq import merge

from django.db import transaction

from webui.review import making
from webui.runs.models import Fact, Pass, Run
from webui.transcripts import access, store
from webui.transcripts.models import Capture, Transcript, Violation

READY = Run.State.READY
Place = tuple[datetime, int, str]
CAPTURE, JUDGED, EXPLAINED, PASSED, DECIDED = range(5)


def make(team: int) -> int:
    """Make the cases of a team that are missing; return how many things were looked at. Safe to do again."""
    count = 0
    for _, kind, key in _waiting(team):
        with transaction.atomic():
            count += _make(kind, key)
    return count


def _waiting(team: int) -> Iterator[Place]:
    captures = Capture.objects.filter(team=team, state=Capture.State.READY).exclude(format=access.RUN_INPUT)
    runs = list(Run.objects.filter(team=team, state=READY).order_by("created", "pk").values_list("created", "pk"))
    passes = Pass.objects.filter(team=team, outcome=Pass.Outcome.COMPACTED).order_by("ended", "pk")
    facts = Fact.objects.filter(run__team=team, decision=Fact.Choice.CONFIRMED).order_by().values_list("run", flat=True)
    decided = set(facts)
    return merge(
        [(at, CAPTURE, pk) for at, pk in captures.order_by("created", "pk").values_list("created", "pk")],
        [(at, JUDGED, pk) for at, pk in runs],
        [(at, EXPLAINED, pk) for at, pk in runs],
        [(at, PASSED, pk) for at, pk in passes.values_list("ended", "pk") if at is not None],
        [(at, DECIDED, pk) for at, pk in runs if pk in decided],
    )


def _make(kind: int, key: str) -> bool:
    if kind == CAPTURE:
        return _capture(key)
    if kind == PASSED:
        one = Pass.objects.select_related("run__team").filter(pk=key).first()
        if one is not None:
            making.pass_ended(one)
        return one is not None
    run = Run.objects.select_related("team", "capture", "before__capture", "after__capture").filter(pk=key).first()
    if run is None:
        return False
    if kind == JUDGED:
        making.run_judged(run)
    elif kind == EXPLAINED:
        making.run_explained(run)
    else:
        making.facts_decided(run, list(Fact.objects.filter(run=run, decision=Fact.Choice.CONFIRMED)))
    return True


def _capture(key: str) -> bool:
    capture = Capture.objects.select_related("team").filter(pk=key).first()
    if capture is None:
        return False
    _sign(capture)
    making.capture_over(capture)
    return True


def _sign(capture: Capture) -> None:
    """Give violations of an earlier release their signatures."""
    unsigned = Violation.objects.filter(transcript__capture=capture, signature="").order_by("number")
    for key in list(unsigned.order_by().values_list("transcript", flat=True).distinct()):
        transcript = Transcript.objects.get(pk=key)
        rows = list(unsigned.filter(transcript=key))
        for row, signature in zip(rows, store.signatures_of(transcript, rows), strict=True):
            row.signature = signature
        Violation.objects.bulk_update(rows, ["signature"], batch_size=200)
