"""Flags that need judgement: shown as "may", never counted as loss.

Source: review-flags.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.parts import Change, Kind, Part, joined
from compaction.measures.flagging.texts import MOST_SPANS, shared, stems

CandidateRule: TypeAlias = Callable[[Change, str], Iterator[Flag]]

CLAUSE = re.compile(r"[^.!?;\n。！？]+")
BINDING = re.compile(
    r"\b(?:must|never|always|only|do not|don't|not allowed|required|forbidden|make sure|ask before|have to"
    r"|nie|niemals|immer|nur|muss|darf nicht)\b",
    re.IGNORECASE,
)
ORDER_OF_THE_USER = re.compile(
    r"\buser(?:'s)? (?:instructions?|orders?|requests?|rules?|asked|wants?|wanted|requested|said|told|instructed)\b:?",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:pending|open|to ?do|remaining|in progress|active|unfinished|not yet done)\b:\s*", re.IGNORECASE
)
DONE = re.compile(r"\b(?:done|complete|completed|finished|merged|deployed|fixed)\b|\b\w+ed\b", re.IGNORECASE)
INSTEAD = re.compile(
    r"\b(?:instead|forget (?:it|that|about)|never mind|scrap (?:it|that)|stop that|rather)\b", re.IGNORECASE
)
COUNTERPART = 0.5
SAME = 0.6
LAST = 4
"""Messages in which work is reported as it stands at the end."""


def lost_constraint(change: Change, summary: str) -> Iterator[Flag]:
    """Flag a clause of the user that binds and that the new text does not repeat by half of its words."""
    said = stems(f"{summary}\n{joined(change.new)}")
    lost = [
        Span(part.pointer, clause.start(), clause.end())
        for part in _spoken(change.replaced, "user")
        for clause in CLAUSE.finditer(part.text)
        if BINDING.search(clause[0]) and len(stems(clause[0])) > 1 and shared(stems(clause[0]), said) < COUNTERPART
    ]
    if lost:
        yield _flag("lost-constraint", lost[:MOST_SPANS], ("clauses", len(lost)))


def status_contradiction(change: Change, summary: str) -> Iterator[Flag]:
    """Flag work that the summary calls open and the last messages report as done."""
    reports = [
        (part, clause)
        for part in _spoken(change.before, "assistant", "model", "tool")[-LAST:]
        for clause in CLAUSE.finditer(part.text)
        if DONE.search(clause[0])
    ]
    for start, end in _listed_as_open(summary):
        wanted = stems(summary[start:end])
        for part, clause in reports if len(wanted) > 1 else ():
            if shared(wanted, stems(clause[0])) >= SAME:
                spans = [Span("summary", start, end), Span(part.pointer, clause.start(), clause.end())]
                yield _flag("status-contradiction", spans)
                return


def _listed_as_open(summary: str) -> Iterator[tuple[int, int]]:
    """The entries that stand behind a word like "pending", up to the end of the clause."""
    for label in OPEN.finditer(summary):
        clause = CLAUSE.match(summary, label.end())
        for entry in re.finditer(r"[^,]+", clause[0]) if clause else ():
            yield label.end() + entry.start(), label.end() + entry.end()


def superseded_request_first(change: Change, summary: str) -> Iterator[Flag]:
    """Flag a summary whose first clause is a request that a later message of the user replaced."""
    first = CLAUSE.search(summary)
    asked = _spoken(change.before, "user")
    led = [number for number, part in enumerate(asked) if first and shared(stems(part.text), stems(first[0])) >= SAME]
    later = [part for part in asked[led[-1] + 1 :] if INSTEAD.search(part.text)] if led else []
    if first and later:
        spans = [Span("summary", first.start(), first.end()), Span(later[0].pointer, 0, len(later[0].text))]
        yield _flag("superseded-request-first", spans)


def misattributed_instruction(change: Change, summary: str) -> Iterator[Flag]:
    """Flag words given to the user that stand in tool output or an assistant's message alone."""
    own = stems(joined(_spoken(change.before, "user")))
    foreign = [part for part in change.before if part.kind is Kind.RESULT or part.role in ("assistant", "model")]
    for label in ORDER_OF_THE_USER.finditer(summary):
        clause = CLAUSE.match(summary, label.end())
        said = stems(clause[0]) if clause else frozenset()
        sources = [part for part in foreign if shared(said, stems(part.text)) >= SAME]
        if clause and len(said) > 1 and sources and shared(said, own) < COUNTERPART:
            spans = [Span("summary", *clause.span()), Span(sources[0].pointer, 0, len(sources[0].text))]
            yield _flag("misattributed-instruction", spans)
            return


def _spoken(parts: Sequence[Part], *roles: str) -> list[Part]:
    return [part for part in parts if part.role in roles and part.kind in (Kind.TEXT, Kind.RESULT)]


def _flag(flag: str, spans: Sequence[Span], *counts: tuple[str, int]) -> Flag:
    return Flag(flag, candidate=True, evidence=FlagEvidence(tuple(spans), counts))


CANDIDATE_RULES: tuple[CandidateRule, ...] = (
    lost_constraint,
    status_contradiction,
    superseded_request_first,
    misattributed_instruction,
)
