"""The cut as it was made, beside the one that the arithmetic asks for. Source: message-shape 12."""

from collections.abc import Sequence
from dataclasses import dataclass

from compaction.boundary import Fate
from compaction.contract import NotUploaded
from webui.common.words import number, plural
from webui.runs import store
from webui.runs.models import Run
from webui.runs.store import PlacedCut
from webui.runs.views.breaches import before_link, label

NO_TAIL = "Something new stands at the end after, so there is no common tail that a cut could be read from."


@dataclass(frozen=True, slots=True)
class Line:
    """One cut: how many entries stay at the head, which give way, and where the kept tail begins."""

    name: str
    head: str
    replaced: str
    tail: str
    link: str


@dataclass(frozen=True, slots=True)
class Told:
    """Both cuts and what their difference says; `agree` is whether there is none."""

    lines: Sequence[Line]
    sentence: str
    agree: bool


def told(run: Run, explained: store.Explanation) -> Told | None:
    """Return the cuts of a run; None where it was explained before they were stored, or nothing was replaced."""
    cuts = explained.cuts
    if cuts is None or cuts.observed.end <= cuts.observed.start:
        return None
    if cuts.observed.pointer is None and _kept_later(explained, cuts.observed.head):
        return Told((), NO_TAIL, agree=False)
    keep_last = store.given_of(run).keep_last
    if cuts.expected is None or isinstance(keep_last, NotUploaded):
        name, other = "Correct, keeping no more than was kept", cuts.nearest
    else:
        name, other = f"Expected, keeping the last {number(keep_last)}", cuts.expected
    return Told(
        [_line("As it was made", cuts.observed), _line(name, other)],
        _difference(cuts.observed, other),
        (cuts.observed.start, cuts.observed.end) == (other.start, other.end),
    )


def _kept_later(explained: store.Explanation, head: int) -> bool:
    """Whether messages behind the head came through, though the lists end differently."""
    return any(one.fate is Fate.KEPT and one.stop > head for one in explained.fates.before)


def _line(name: str, cut: PlacedCut) -> Line:
    if cut.end <= cut.start:
        return Line(name, "all", "none, the list stays as it is", "", "")
    span = number(cut.start) if cut.end - cut.start == 1 else f"{number(cut.start)}–{number(cut.end - 1)}"
    return Line(
        name=name,
        head=plural(cut.head, "entry", "entries") if cut.head else "none",
        replaced=f"{span} ({plural(cut.end - cut.start, 'entry', 'entries')})",
        tail=f"before {label(cut.pointer)}" if cut.pointer else "no tail is kept",
        link=before_link(cut.pointer) if cut.pointer else "",
    )


def _difference(made: PlacedCut, other: PlacedCut) -> str:
    if (made.start, made.end) == (other.start, other.end):
        return "The cut stands where the arithmetic puts it."
    if other.end <= other.start:
        return "The list was too short to be cut: the arithmetic leaves it as it is."
    parts = []
    if made.end != other.end:
        way = "early" if made.end < other.end else "late"
        parts.append(f"the tail begins {plural(abs(made.end - other.end), 'entry', 'entries')} too {way}")
    if made.head != other.head:
        way = "more" if made.head > other.head else "fewer"
        count = plural(abs(made.head - other.head), "entry", "entries")
        parts.append(f"the head keeps {count} {way} than it should")
    return f"{' and '.join(parts).capitalize()}."
