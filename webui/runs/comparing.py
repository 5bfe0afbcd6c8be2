"""Gather: the texts of a run and its passes that can be compared, two by two."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compaction.qa.fold import HEADING
from compaction.summary import outline
from webui.runs import access
from webui.runs.models import Fact, Pass, Run, Summary
from webui.runs.store import passes
from webui.runs.store.values import summary_of, text_of

PASSES = 30
"""Passes of one run that can be chosen, the newest."""

_LIGHT = ("id", "attempt", "number", "outcome", "state", "run_id", "client", "ended")
_WRAPPER = "<conversation_summary"


@dataclass(frozen=True, slots=True)
class Text:
    """A summary to compare, and what it is called. `text` is written out by sections where its form has them."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to compare. `carried` says that the old one is an earlier summary, whose facts are at risk."""

    key: str
    title: str
    old: Text
    new: Text
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A recovered fact that was folded into a text: its number, and the characters of its line."""

    number: int
    start: int
    end: int


def pass_of(run: Run, asked: str) -> tuple[Pass | None, list[Pass]]:
    """Return the pass that is named by its id or attempt, else the newest that compacted; and all, the newest first."""
    light = list(run.passes.only(*_LIGHT).order_by("-attempt")[:PASSES])
    compacted = [one for one in light if one.outcome == Pass.Outcome.COMPACTED]
    named = next((one for one in light if asked in (one.pk, str(one.attempt))), None)
    found = named or next(iter(compacted or light), None)
    return (run.passes.get(pk=found.pk) if found is not None else None), light


def pairs_of(run: Run, one: Pass | None) -> list[Pair]:
    """Return what can be compared, the most telling first. With a pass at most one query, without at most two."""
    captured = summary_of(run)
    held = Text("Captured summary", readable(text_of(captured))) if captured is not None else None
    return list(_of_pass(one, held) if one is not None else _of_run(run, held))


def chosen(pairs: Iterable[Pair], key: str) -> Pair | None:
    """Return the pair that an address names, else the first."""
    known = list(pairs)
    return next((pair for pair in known if pair.key == key), known[0] if known else None)


def marks_of(facts: Iterable[Fact], text: str) -> list[Mark]:
    """Return where a text holds the answers that were folded into it."""
    start = text.rfind(HEADING)
    found = []
    for fact in facts if start >= 0 else ():
        line = f"- {fact.text}: {fact.answer}"
        at = text.find(line, start)
        if at >= 0:
            found.append(Mark(fact.number, at, at + len(line)))
    return found


def readable(text: str) -> str:
    """Return a summary in the contract's form with each tag of a section on a line of its own, other texts as is."""
    if _WRAPPER not in text:
        return text
    views = [view for view in outline(text.encode()) if view.start is not None]
    return "\n".join(f"<{view.name}>\n{text[view.start : view.end].strip()}\n" for view in views) or text


def _of_pass(one: Pass, captured: Text | None) -> Iterator[Pair]:
    draft, final, prior = (_held(column) for column in (one.draft, one.final, one.prior_text))
    name = f"Final of pass {one.attempt}"
    if draft and final:
        yield Pair("draft-final", "Draft → final", Text("Draft", draft), Text("Final", final))
    if prior and draft:
        yield Pair("prior-draft", "Prior → draft", Text("Prior", prior), Text("Draft", draft), carried=True)
    if prior and final:
        passes_on = f"Pass {one.prior_number} → {one.number}" if one.prior_number and one.number else "Prior → final"
        yield Pair("prior-final", passes_on, Text("Prior", prior), Text("Final", final), carried=True)
    earlier = access.compacted_before(one) if final and not prior else None
    last = _held(earlier.final) if earlier is not None else None
    if earlier is not None and last and final:
        title = f"Pass {earlier.number} → {one.number}"
        old = Text(f"Final of pass {earlier.number}", last)
        yield Pair("last-final", title, old, Text(name, final), carried=True)
    if captured and final:
        yield Pair("captured-final", "Captured → final", captured, Text(name, final))


def _of_run(run: Run, captured: Text | None) -> Iterator[Pair]:
    if captured is None:
        return
    known = summary_of(run, Summary.Origin.PRIOR)
    if known is not None:
        old = Text("The summary before", readable(text_of(known)))
        yield Pair("prior-captured", "Before → captured", old, captured, carried=True)
        return
    earlier = access.run_before(run)
    held = summary_of(earlier) if earlier is not None else None
    if held is not None:
        old = Text("The compaction before", readable(text_of(held)))
        yield Pair("prior-captured", "Before → captured", old, captured, carried=True)


def _held(column: bytes | memoryview | None) -> str:
    return readable(passes.text_of(column) or "")
