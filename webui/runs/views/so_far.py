"""What a run's summary lost so far, for its overview: the facts that need a person most."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse

from webui.runs.models import Fact, Pass, Run
from webui.runs.views import ends
from webui.runs.views.fact_list import OUTCOMES, RANK, UNPROVEN
from webui.runs.views.facts import label

SHOWN = 5
NOT_CARRIED = (Fact.Verdict.MISSING, Fact.Verdict.SHED, Fact.Verdict.LOST)
SETTLED = (Fact.Choice.DISPUTED, Fact.Choice.UNIMPORTANT)


@dataclass(frozen=True, slots=True)
class Lost:
    """One fact: what it is called, its words, where the source has it, and what became of it."""

    fact: Fact
    label: str
    link: str
    place: str
    outcome: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class SoFar:
    """The facts shown, whether there are more, and where all of them stand."""

    facts: Sequence[Lost]
    more: bool
    link: str


def so_far(run: Run) -> SoFar | None:
    """Return what was lost, of the newest pass that compacted, else of the captured summary. One query.

    What a person disputed, or called not important, is left out; None where nothing is left.
    """
    newest = Pass.objects.filter(run=OuterRef("run"), outcome=Pass.Outcome.COMPACTED).order_by("-attempt")
    rows = Fact.objects.filter(run=run).alias(newest=Subquery(newest.values("pk")[:1]), rank=RANK)
    rows = rows.filter(Q(of=Subquery(newest.values("pk")[:1])) | Q(of=None, newest=None))
    lost = rows.filter(Q(verdict__in=NOT_CARRIED) | UNPROVEN).exclude(decision__in=SETTLED)
    found = list(lost.order_by("rank", "number", "pk")[: SHOWN + 1])
    if not found:
        return None
    home = reverse("runs:detail", args=[run.team.slug, run.pk])
    of = found[0].of_id or "captured"
    return SoFar([_lost(run, fact) for fact in found[:SHOWN]], len(found) > SHOWN, f"{home}?tab=facts&pass={of}")


def _lost(run: Run, fact: Fact) -> Lost:
    outcome = OUTCOMES["not-found"] if fact.method == "not-found" else OUTCOMES[fact.verdict]
    place = ends.place_of(fact.evidence[0]) if fact.evidence else ""
    return Lost(fact, label(fact), reverse("runs:fact", args=[run.team.slug, run.pk, fact.pk]), place, outcome)
