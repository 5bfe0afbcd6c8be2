"""What stands on each tab of a run. Each gathers what it shows, and nothing that another tab shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from compaction.boundary import Fate
from compaction.contract import Check, Note
from webui.runs import access, comparing, store
from webui.runs.models import Run, Summary
from webui.runs.views import breaches, changes, cuts, facts, fates, losses, record, sections, sides, ticking, timeline
from webui.runs.views.checks import envelope, rows
from webui.runs.views.faults import Fault
from webui.runs.views.outcome import row
from webui.runs.views.so_far import so_far
from webui.runs.views.source import source
from webui.transcripts import access as transcripts
from webui.transcripts import store as bodies
from webui.transcripts.models import Transcript
from webui.transcripts.views.pages import whole

OTHERS = 50
"""Other runs of the same source on the History tab."""

PEEKS = 12
"""Messages of a range that is opened in place."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab of the menu; `count` None where there is nothing to count."""

    name: str
    title: str
    count: int | None


SIDES = ("before", "after")
LEAN = (*SIDES, "facts")
"""Tabs that do not count the other runs of the source: their own queries are enough."""

NAMES = ("overview", "before", "after", "summary", "facts", "checks", "history")


def chosen(query: QueryDict) -> str:
    """Return the tab that the address asks for; an unknown one is the first."""
    asked = query.get("tab", "")
    return asked if asked in NAMES else NAMES[0]


def menu(run: Run, checks: Sequence[Check], others: int) -> list[Tab]:
    """Return the tabs with their counts."""
    counts = (None, run.messages_before, run.messages_after, None, None, len(checks), others or None)
    return [Tab(name, name.capitalize(), count) for name, count in zip(NAMES, counts, strict=True)]


def content(
    run: Run, tab: str, request: HttpRequest, fault: Fault | None, checks: tuple[Check, ...], others: Sequence[Run]
) -> dict[str, Any]:
    """Return the context of one tab."""
    query = request.GET
    match tab:
        case "before" | "after":
            return sides.side(run, tab, query)
        case "summary":
            return _summary(run, request, fault)
        case "facts":
            return facts.tab(run, query)
        case "checks":
            return {"rows": rows(checks), "envelope": envelope(run)}
        case "history":
            shown = [row(other) for other in others[:OTHERS]]
            told = {"passes": record.listed(list(access.passes_of(run)[:OTHERS]))}
            return told | {"others": shown, "more_others": len(others) > OTHERS, "story": timeline.story(run)}
    bare = all(one.note == Note.NOT_UPLOADED for one in checks)
    return _overview(run, query) | {"rows": rows(checks), "bare": bare, "so_far": so_far(run)}


def part_of(run: Run, query: QueryDict, target: str) -> tuple[str, dict[str, Any]] | None:
    """Return template and context of the one piece that htmx asks for by its id; None for the whole page."""
    tab = chosen(query)
    if target.startswith("m-") and tab in ("before", "after"):
        return sides.row(run, tab, query)
    if target.startswith("range-"):
        return _range(run, query, target.removeprefix("range-"))
    return None


def _range(run: Run, query: QueryDict, key: str) -> tuple[str, dict[str, Any]] | None:
    found = _overview(run, query)
    ranges = found["told"].ranges if found["told"] else ()
    one = next((one for one in ranges if one.key == key), None)
    return ("runs/_range.html", found | {"range": one}) if one else None


def _overview(run: Run, query: QueryDict) -> dict[str, Any]:
    explained = store.explanation_of(run)
    if explained is None:
        return {"explained": None, "told": None, "breaches": [], "peeks": []}
    only = query.get("fate", "") if query.get("fate") in {fate.value for fate in Fate} else ""
    told = fates.told(explained, query.get("range", ""), start=whole(query.get("ranges")) or 0, only=only)
    introduced, inherited = explained.introduced(), explained.inherited()
    written = _written(run, [*introduced[: breaches.SHOWN], *inherited[: breaches.SHOWN]])
    return {
        "explained": explained,
        "told": told,
        "only": only,
        "counts": [(fate, count) for fate, count in fates.counted(explained).items() if count],
        "peeks": _peeks(run, told),
        "introduced": written[: len(introduced[: breaches.SHOWN])],
        "inherited": written[len(introduced[: breaches.SHOWN]) :],
        "lost": [(breaches.cause_words(cause), breaches.cause_links(cause)) for cause in explained.lost],
        "kept_from": _kept_from(explained),
        "cuts": cuts.told(run, explained),
        "shown_breaches": breaches.SHOWN,
    }


def _kept_from(explained: store.Explanation) -> tuple[str, str] | None:
    """Where the observed cut stands: words and address."""
    if not explained.kept_from:
        return None
    return breaches.label(explained.kept_from), breaches.before_link(explained.kept_from)


def _written(run: Run, found: list[store.Breach]) -> list[breaches.Told]:
    after = run.after
    if after is None or not found:
        return []
    positions = sorted({one.position for one in found if one.position is not None})
    natives = {row.index: bodies.native_of(row.body) for row in transcripts.opened(after, positions)}
    dialect = after.dialect or (run.before.dialect if run.before else "")
    base = reverse("transcripts:detail", args=[run.team.slug, after.pk])
    return breaches.told(found, natives, dialect, base)


def _peeks(run: Run, told: fates.Told) -> list[Any]:
    one = next((one for one in told.ranges if one.open), None)
    transcript: Transcript | None = None if one is None else run.before if one.side == "before" else run.after
    if one is None or transcript is None:
        return []
    return list(transcripts.messages_of(transcript, one.start, min(one.stop, one.start + PEEKS)))


def _summary(run: Run, request: HttpRequest, fault: Fault | None) -> dict[str, Any]:
    query = request.GET
    texts = sections.texts(run)
    one, light = comparing.pass_of(run, query.get("pass", ""))
    compared = changes.comparable(run, one)
    as_changes = compared and (query.get("view") == changes.CHANGES or not texts)
    told: dict[str, Any] = {"compared": compared, "passes": light, "changes": None}
    if as_changes:
        held = losses.facts_of(run, one)
        told |= {"changes": changes.changes(run, query, one, light, held, ticking.reader(run.team, request.user))}
        told |= {"losses": losses.losses_of(run, one, held)}
        return told | {"texts": list(texts), "sections": None, "source": None, "view": changes.CHANGES}
    if run.measures is not None or run.flags:
        told["losses"] = losses.losses_of(run, None, losses.facts_of(run, None))
    return told | _captured(run, query, fault, texts)


def _captured(run: Run, query: QueryDict, fault: Fault | None, texts: Mapping[str, Summary]) -> dict[str, Any]:
    if not texts:
        return {"texts": [], "sections": None, "source": None, "view": "none"}
    wanted = query.get("text", "")
    name = wanted if wanted in texts else next(iter(texts))
    as_source = query.get("view") == "source" or "summary" not in texts
    found: dict[str, Any] = {"texts": list(texts), "text": name, "view": "source" if as_source else "sections"}
    if not as_source:
        return found | {"sections": sections.sections(run, texts["summary"], fault), "source": None}
    if wanted not in texts and fault is not None and fault.in_reply and "reply" in texts:
        name = "reply"
    mine = fault is not None and fault.line is not None and fault.in_reply == (name == "reply")
    line, column = (fault.line, fault.column) if mine and fault is not None else (None, None)
    made = source(store.text_of(texts[name]), line, column, whole(query.get("from")))
    return found | {"text": name, "sections": None, "source": made, "held": texts[name], "mine": mine}
