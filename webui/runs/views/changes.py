"""The Summary tab's comparison: which pass, which two texts, and in which of the three views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from webui.runs import comparing
from webui.runs.comparing import Pair
from webui.runs.models import Fact, Pass, Run
from webui.runs.views import differences
from webui.runs.views.differences import Drawn
from webui.runs.views.look import Look, Option

RISKS = 60
CHANGES = "changes"


@dataclass(frozen=True, slots=True)
class Changes:
    """What the comparison shows, and what else could be shown. `drawn` None: nothing to compare."""

    one: Pass | None
    pair: Pair | None
    look: Look
    drawn: Drawn | None
    passes: Sequence[Option]
    pairs: Sequence[Option]
    risks: Sequence[str]
    more_risks: int
    facts: Mapping[int, str]
    earlier: Pass | None


def changes(
    run: Run,
    query: QueryDict,
    one: Pass | None,
    light: Sequence[Pass],
    found: Sequence[Fact],
    reader: Mapping[str, Any],
) -> Changes:
    """Return the comparison that the address asks for; `reader` is the person's, as `ticking.reader` gives it."""
    pairs = comparing.pairs_of(run, one)
    pair = comparing.chosen(pairs, query.get("pair", ""))
    here = {"pass": one.pk if one is not None else "", "pair": pair.key if pair else ""}
    look = Look.of(query, {"tab": "summary", "view": CHANGES, **here})
    facts = [fact for fact in found if fact.verdict == Fact.Verdict.RECOVERED] if one is not None else []
    drawn = _drawn(pair, [] if look.plain else facts, look, reader) if pair is not None else None
    return Changes(
        one=one,
        pair=pair,
        look=look,
        drawn=drawn,
        passes=[
            Option(f"Pass {each.attempt}", look.link(**{"pass": each.pk, "pair": ""}), one is not None and each == one)
            for each in light
        ],
        pairs=[Option(each.title, look.link(pair=each.key), each == pair) for each in pairs],
        risks=drawn.risks[:RISKS] if drawn else (),
        more_risks=max(0, len(drawn.risks) - RISKS) if drawn else 0,
        earlier=next((each for each in light if one is not None and each.attempt < one.attempt), None),
        facts={fact.number: fact.text for fact in facts},
    )


def _drawn(pair: Pair, facts: Sequence[Fact], look: Look, reader: Mapping[str, Any]) -> Drawn:
    marks = comparing.marks_of(facts, pair.new.text)
    texts = pair.old.text, pair.new.text
    return differences.draw(*texts, marks=marks, carried=pair.carried, raw=look.raw, **reader)


def comparable(run: Run, one: Pass | None) -> bool:
    """Whether there may be two texts, as far as the rows at hand tell."""
    return one is not None or bool(run.number) or any(each.origin == "prior" for each in run.summaries.all())
