"""Flags that need the lists before and after a compaction.

Source: review-flags.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from compaction.findings import Flag, FlagEvidence, Severity, Span
from compaction.measures.flagging.candidates import CANDIDATE_RULES
from compaction.measures.flagging.hard_facts import lost_identifiers, low_identifier_recall
from compaction.measures.flagging.language import find_language, language_shift
from compaction.measures.flagging.parts import Change, Kind, Part, joined, places_of
from compaction.measures.flagging.placing import Placing
from compaction.measures.flagging.registry import TEXT_RULES, TextRule
from compaction.measures.flagging.rounds import dropped_summary, duplicate_summary
from compaction.measures.flagging.texts import Texts
from compaction.measures.flagging.wording import TOOL_CALL
from compaction.measures.material import Material

LOOKS_LIKE_A_SUMMARY = re.compile(
    r"\W*(?:(?:previous |earlier |running |conversation |context )?(?:summary|notes|recap)\b|\[?hand-?off\b"
    r"|this session is being continued|here is a summary|<(?:conversation_)?summary>)",
    re.IGNORECASE,
)
WITHOUT_SUMMARY: tuple[TextRule, ...] = (lost_identifiers, low_identifier_recall, dropped_summary)
OPENING = (0, 1)
SYSTEM = ("system", "developer")
SPEAKS_FOR_THE_MODEL = ("assistant", "model")
CLAUSE = re.compile(r"[^.\n]+")
CLAIM = re.compile(r"\b(?:verbatim|word for word|in full|unchanged)\b", re.IGNORECASE)
COUNTED = re.compile(r"\b(?:last|latest|most recent|final)\s+(\d+)\s+(?:messages|turns)\b", re.IGNORECASE)
QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,})[\"”]")


@dataclass(frozen=True)
class Lists:
    """The change, the summary that it brought, and the places of the summary among the parts after.

    `summary` is None where none was found.
    """

    change: Change
    summary: str | None
    prior: str
    places: tuple[int, ...]

    @property
    def holder(self) -> Part | None:
        """The part that holds the summary, or would."""
        parts = self.change.after
        first = next((place for place, part in enumerate(parts) if part.index is not None), 0)
        return parts[self.places[0] if self.places else first] if parts else None

    @property
    def opaque(self) -> Part | None:
        """What stands for the replaced messages and cannot be read, if it is so."""
        return next((part for part in self.change.new if part.kind is Kind.OPAQUE), None)

    @cached_property
    def material(self) -> Material:
        """The replaced messages, all text that stands for them, and what else was known: kept text, names of tools."""
        change = self.change
        grounds = "\n".join([joined(change.kept), *[part.tool for part in change.before]])
        return Material(joined(change.replaced), joined(change.new), self.prior, grounds)


def flag_lists(
    before: Sequence[Part], after: Sequence[Part], *, summary: str | None = None, prior: str = ""
) -> tuple[Flag, ...]:
    """Flag one compaction. Pointers lead into the body after, evidence also into the body before."""
    return flag_read_lists(read_lists(before, after, summary=summary, prior=prior))


def flag_read_lists(lists: Lists) -> tuple[Flag, ...]:
    """Flag a compaction that may have been measured already."""
    if lists.opaque:
        return (_at(Flag("opaque-summary", severity=Severity.NOTE), lists.opaque),)
    return (*_flag_texts(lists), *[flag for rule in LIST_RULES for flag in rule(lists)])


def read_lists(before: Sequence[Part], after: Sequence[Part], *, summary: str | None = None, prior: str = "") -> Lists:
    """Return what changed between two lists, and the summary that came with it where it is not given."""
    change = Change(tuple(before), tuple(after))
    if summary is None:
        marked = (part for part in change.new if part.kind is Kind.SUMMARY or LOOKS_LIKE_A_SUMMARY.match(part.text))
        summary = next((part.text for part in marked if part.kind in (Kind.SUMMARY, Kind.TEXT)), None)
    places = places_of(summary or "", change.after)
    if summary and not places and places_of(summary, change.before):
        return Lists(change, None, prior or summary, ())
    if not prior:
        prior = next((part.text for part in change.replaced if _opens_with_a_summary(part)), "")
    return Lists(change, summary, prior, tuple(places))


def _opens_with_a_summary(part: Part) -> bool:
    """Whether a part is an earlier summary: marked as one, or text that says so where a list begins."""
    opening = part.kind is Kind.TEXT and part.index in OPENING
    return part.kind is Kind.SUMMARY or (opening and bool(LOOKS_LIKE_A_SUMMARY.match(part.text)))


def _flag_texts(lists: Lists) -> Iterator[Flag]:
    change = lists.change
    texts = Texts(lists.material, lists.summary or "", joined(change.after))
    placing = Placing(change.replaced, lists.holder, texts.summary)
    skipped = (duplicate_summary, language_shift)
    for rule in TEXT_RULES if lists.summary is not None else WITHOUT_SUMMARY:
        for flag in rule(texts) if rule not in skipped else ():
            evidence = FlagEvidence(placing.place(flag.evidence.spans), flag.evidence.counts)
            yield _at(replace(flag, evidence=evidence), lists.holder)


def _at(flag: Flag, part: Part | None) -> Flag:
    return replace(flag, index=part.index, pointer=part.pointer) if part else flag


def duplicates(lists: Lists) -> Iterator[Flag]:
    """Flag a summary that stands in two messages, or twice in one."""
    parts = [lists.change.after[place] for place in lists.places]
    if len(parts) > 1:
        spans = tuple([Span(part.pointer, 0, len(part.text)) for part in parts])
        yield _at(Flag("duplicate-summary", evidence=FlagEvidence(spans, (("times", len(parts)),))), parts[1])


def order(lists: Lists) -> Iterator[Flag]:
    """Flag a summary that stands behind newer messages than it covers, or before the system message."""
    change = lists.change
    covered = max((part.index for part in change.replaced if part.index is not None), default=None)
    if not lists.places or covered is None:
        return
    place = lists.places[0]
    newer = [
        change.after[after]
        for after, before in sorted(change.origins.items())
        if (index := change.before[before].index) is not None
        and ((after < place and index > covered) or (after > place and change.after[after].role in SYSTEM))
    ]
    if newer:
        spans = tuple([Span(part.pointer, 0, len(part.text)) for part in newer])
        yield _at(Flag("summary-order", evidence=FlagEvidence(spans)), change.after[place])


def written_calls(lists: Lists) -> Iterator[Flag]:
    """Flag a tool call that is written out in what the model says in the new list."""
    for place, part in enumerate(lists.change.after):
        spoken = part.kind is Kind.TEXT and part.role in SPEAKS_FOR_THE_MODEL and place not in lists.places
        match = TOOL_CALL.search(part.text) if spoken else None
        if match:
            evidence = FlagEvidence((Span(part.pointer, match.start(), match.end()),))
            yield _at(Flag("tool-call-as-text", evidence=evidence), part)


def shift(lists: Lists) -> Iterator[Flag]:
    """Flag a summary in another language than the replaced messages of the user."""
    asked = [part for part in lists.change.replaced if part.kind is Kind.TEXT and part.role == "user"]
    spoken, written = find_language(joined(asked)), find_language(lists.summary or "")
    if spoken and written and spoken != written:
        spans = tuple([Span(part.pointer, 0, len(part.text)) for part in asked[-1:]])
        yield _at(Flag("language-shift", evidence=FlagEvidence(spans)), lists.holder)


def false_claims(lists: Lists) -> Iterator[Flag]:
    """Flag a summary that says something is kept verbatim which is not in the list."""
    summary = lists.summary or ""
    held = joined([part for place, part in enumerate(lists.change.after) if place not in lists.places])
    kept = len({part.index for part in lists.change.kept if part.index is not None})
    for claim in filter(lambda clause: CLAIM.search(clause[0]), CLAUSE.finditer(summary)):
        counted = COUNTED.search(claim[0])
        missing = [quote for quote in QUOTED.findall(claim[0]) if quote not in held]
        if missing or (counted and int(counted[1][:9]) > kept):
            spans = Placing((), lists.holder, summary).place([Span("summary", claim.start(), claim.end())])
            yield _at(Flag("false-kept-claim", evidence=FlagEvidence(spans)), lists.holder)
            return


def candidates(lists: Lists) -> Iterator[Flag]:
    """Flag what may be wrong with what the summary says."""
    if lists.summary is None:
        return
    for rule in CANDIDATE_RULES:
        for flag in rule(lists.change, lists.summary):
            spans = Placing((), lists.holder, lists.summary).place(flag.evidence.spans)
            yield _at(replace(flag, evidence=FlagEvidence(spans, flag.evidence.counts)), lists.holder)


LIST_RULES = (duplicates, order, written_calls, shift, false_claims, candidates)
