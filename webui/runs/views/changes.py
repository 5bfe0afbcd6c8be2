"""The Summary tab's comparison: which pass, which two texts, and in which of the three views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from webui.runs import comparing
from webui.runs.comparing import Pair
from webui.runs.models import Fact, Pass, Run
from webui.runs.views import differences
from webui.runs.views.differences import VIEWS, Drawn

RISKS = 60
CHANGES = "changes"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the address; `title` is what it is called."""

    title: str
    link: str
    on: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """What the comparison shows, and what else could be shown. `drawn` None: nothing to compare."""

    one: Pass | None
    pair: Pair | None
    layout: str
    drawn: Drawn | None
    passes: Sequence[Option]
    pairs: Sequence[Option]
    layouts: Sequence[Option]
    risks: Sequence[str]
    more_risks: int
    facts: Mapping[int, str]
    earlier: Pass | None


def changes(run: Run, query: QueryDict, one: Pass | None, light: Sequence[Pass], found: Sequence[Fact]) -> Changes:
    """Return the comparison that the address asks for."""
    pairs = comparing.pairs_of(run, one)
    pair = comparing.chosen(pairs, query.get("pair", ""))
    layout = query.get("diff", "")
    layout = layout if layout in VIEWS else "inline"
    facts = [fact for fact in found if fact.verdict == Fact.Verdict.RECOVERED] if one is not None else []
    marks = comparing.marks_of(facts, pair.new.text) if pair is not None else []
    drawn = differences.draw(pair.old.text, pair.new.text, marks=marks, carried=pair.carried) if pair else None
    here = {"pass": one.pk if one is not None else "", "pair": pair.key if pair else "", "diff": layout}
    return Changes(
        one=one,
        pair=pair,
        layout=layout,
        drawn=drawn,
        passes=[
            Option(f"Pass {each.attempt}", _link({"pass": each.pk, "diff": layout}), one is not None and each == one)
            for each in light
        ],
        pairs=[Option(each.title, _link({**here, "pair": each.key}), each == pair) for each in pairs],
        layouts=[Option(title, _link({**here, "diff": name}), name == layout) for name, title in VIEWS.items()],
        risks=drawn.risks[:RISKS] if drawn else (),
        more_risks=max(0, len(drawn.risks) - RISKS) if drawn else 0,
        earlier=next((each for each in light if one is not None and each.attempt < one.attempt), None),
        facts={fact.number: fact.text for fact in facts},
    )


def comparable(run: Run, one: Pass | None) -> bool:
    """Whether there may be two texts, as far as the rows at hand tell."""
    return one is not None or bool(run.number) or any(each.origin == "prior" for each in run.summaries.all())


def _link(values: Mapping[str, Any]) -> str:
    return "?" + urlencode({"tab": "summary", "view": CHANGES, **{name: one for name, one in values.items() if one}})
