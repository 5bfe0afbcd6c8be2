"""One computation for every view: sections in order, then sentences, then words inside changed pairs; moves apart.

Work is counted in comparisons of words, never in time, so that the same texts always give the same result.

Source: ux 15.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rapidfuzz.distance import Indel

from compaction.diff.model import Change, Counts, Diff, Kind, Limit, Range, SectionDiff, WordChange
from compaction.diff.pairing import find_moves, pair_in_order
from compaction.diff.sections import Pair, pair_sections
from compaction.diff.sentences import Sentence, sentences
from compaction.diff.words import compare_words, count_words, tokens

MAX_SENTENCES = 3_000
"""A side of a section; beyond, the section is not compared."""

MAX_WORDS = 6_000
"""A side of a pair of sentences; beyond, its words are not compared."""

MAX_COMPARISONS = 60_000_000
"""Of one word with another, in the whole diff."""


@dataclass(slots=True)
class _Step:
    """A sentence of either side, or one of both that are equal or versions of each other. `move` is set later."""

    old: Sentence | None
    new: Sentence | None
    move: int | None = None
    other: Sentence | None = None

    @property
    def kind(self) -> Kind:
        if self.old and self.new:
            return Kind.EQUAL if self.old.key == self.new.key else Kind.REPLACE
        if self.move is not None:
            return Kind.MOVED_FROM if self.old else Kind.MOVED_TO
        return Kind.DELETE if self.old else Kind.INSERT


@dataclass(slots=True)
class _Work:
    """Both texts, and how many comparisons are left."""

    old: str
    new: str
    left: int = field(default=MAX_COMPARISONS)


def diff(old: str, new: str) -> Diff:
    """Compare two summaries. Changes in order of a section give back both of its texts, byte for byte."""
    work = _Work(old, new)
    found = [(pair, *_steps(pair, work)) for pair in pair_sections(old, new)]
    _mark_moves([step for _, steps, _ in found for step in steps])
    return Diff(tuple(_section(pair, steps, limit, work) for pair, steps, limit in found))


def _steps(pair: Pair, work: _Work) -> tuple[list[_Step], Limit]:
    old = sentences(work.old, pair.old) if pair.old else []
    new = sentences(work.new, pair.new) if pair.new else []
    if max(len(old), len(new)) <= MAX_SENTENCES:
        return list(_align(old, new)), Limit.SENTENCES
    whole = _Step(_whole(work.old, pair.old), _whole(work.new, pair.new))
    return [whole], Limit.NOTHING


def _whole(text: str, within: Range | None) -> Sentence | None:
    """A section as one sentence, its words left out of the search for versions and moves."""
    return Sentence(within, text[slice(*within)], ()) if within else None


def _align(old: list[Sentence], new: list[Sentence]) -> Iterator[_Step]:
    """Equal sentences in order; between them versions; the others by themselves."""
    numbers: dict[str, int] = {}
    sides = [[numbers.setdefault(sentence.key, len(numbers)) for sentence in side] for side in (old, new)]
    gap_old, gap_new = 0, 0
    for code in Indel.opcodes(*sides):
        if code.tag == "equal":
            yield from _gap(old[gap_old : code.src_start], new[gap_new : code.dest_start])
            pairs = zip(old[code.src_start : code.src_end], new[code.dest_start : code.dest_end], strict=True)
            yield from [_Step(*pair) for pair in pairs]
            gap_old, gap_new = code.src_end, code.dest_end
    yield from _gap(old[gap_old:], new[gap_new:])


def _gap(old: list[Sentence], new: list[Sentence]) -> Iterator[_Step]:
    left, right = 0, 0
    for one, other in [*pair_in_order(old, new), (len(old), len(new))]:
        yield from [_Step(sentence, None) for sentence in old[left:one]]
        yield from [_Step(None, sentence) for sentence in new[right:other]]
        yield from [_Step(*pair) for pair in zip(old[one : one + 1], new[other : other + 1], strict=True)]
        left, right = one + 1, other + 1


def _mark_moves(steps: list[_Step]) -> None:
    gone = [(step, step.old) for step in steps if step.old and not step.new]
    come = [(step, step.new) for step in steps if step.new and not step.old]
    moves = find_moves([sentence for _, sentence in gone], [sentence for _, sentence in come])
    for number, (one, other) in enumerate(sorted(moves.items())):
        (leaving, old), (arriving, new) = gone[one], come[other]
        leaving.move = arriving.move = number
        leaving.other, arriving.other = new, old


def _section(pair: Pair, steps: list[_Step], declined: Limit, work: _Work) -> SectionDiff:
    """Join equal neighbours. `declined` is what to say if words of a pair cannot be compared."""
    changes: list[Change] = []
    limit = Limit.NONE
    for step in steps:
        change = _change(step, work)
        if change.kind in (Kind.REPLACE, Kind.MOVED_TO) and not (change.words or change.spacing):
            limit = declined
        previous = changes[-1] if changes else None
        if previous and previous.kind is change.kind is Kind.EQUAL:
            change = Change(Kind.EQUAL, _to(previous.old, change.old), _to(previous.new, change.new))
            changes.pop()
        changes.append(change)
    return SectionDiff(pair.name, pair.old, pair.new, tuple(changes), _count(changes, work), limit)


def _to(one: Range | None, other: Range | None) -> Range | None:
    return Range(one.start, other.end) if one and other else None


def _change(step: _Step, work: _Work) -> Change:
    old, new = step.old.range if step.old else None, step.new.range if step.new else None
    match step.kind:
        case Kind.MOVED_FROM | Kind.MOVED_TO as kind:
            other = step.other.range if step.other else None
            words = _words(other, new, work) if other and new else ()
            return Change(kind, old, new, words, other, step.move)
        case Kind.EQUAL if old and new and work.old[slice(*old)] != work.new[slice(*new)]:
            return Change(Kind.REPLACE, old, new, spacing=True)
        case Kind.REPLACE if old and new:
            return Change(Kind.REPLACE, old, new, _words(old, new, work))
        case kind:
            return Change(kind, old, new)


def _words(old: Range, new: Range, work: _Work) -> tuple[WordChange, ...]:
    """The words of a pair, or nothing where they are too many or the budget is spent."""
    left, right = tokens(work.old, old), tokens(work.new, new)
    cost = len(left) * len(right)
    if max(len(left), len(right)) > 2 * MAX_WORDS or cost > work.left:  # every second token is a blank
        return ()
    work.left -= cost
    return compare_words(left, right, at=(old.start, new.start))


def _count(changes: list[Change], work: _Work) -> Counts:
    equal = inserted = deleted = moved = 0
    for change in changes:
        match change.kind:
            case Kind.EQUAL:
                equal += count_words(work.new, change.new)
            case Kind.MOVED_TO:
                moved += count_words(work.new, change.new)
            case Kind.MOVED_FROM:
                pass
            case _ if change.spacing:
                equal += count_words(work.new, change.new)
            case _:
                for part in change.words or (WordChange(change.kind, change.old, change.new),):
                    kept = count_words(work.new, part.new) if part.kind is Kind.EQUAL else 0
                    equal += kept
                    inserted += count_words(work.new, part.new) - kept
                    deleted += count_words(work.old, part.old) - kept
    return Counts(equal, inserted, deleted, moved)
