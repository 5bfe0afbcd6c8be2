"""What became of the messages: ranges of one fate, in words and as a strip; and where one message went or came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from compaction.boundary import Fate
from webui.common.words import listed, number, plural
from webui.runs.store import Explanation, FateRange, fate_at

LISTED = 60
"""Ranges on one page."""

BARS = 250
"""Bars of the strip; more ranges are drawn by the fate of their middle."""

CLASSES = {
    Fate.KEPT: "fate-kept",
    Fate.SUMMARISED: "fate-sum",
    Fate.DROPPED: "fate-drop",
    Fate.REWRITTEN: "fate-rew",
    Fate.MOVED: "fate-mov",
    Fate.INSERTED: "fate-new",
}
MEANING = {
    Fate.KEPT: "it stands unchanged after",
    Fate.SUMMARISED: "it is part of what the summary replaces",
    Fate.DROPPED: "nothing in the result stands for it",
    Fate.REWRITTEN: "it is there after, with other content",
    Fate.MOVED: "it stands unchanged after, in another order",
    Fate.INSERTED: "it was not there before",
}


@dataclass(frozen=True, slots=True)
class Range:
    """One range as the page lists it. `key` opens it: `before-12`."""

    key: str
    side: str
    start: int
    stop: int
    fate: str
    look: str
    count: str
    others: str
    other_link: str
    open: bool = False

    @property
    def label(self) -> str:
        return number(self.start) if self.stop - self.start == 1 else f"{number(self.start)}–{number(self.stop - 1)}"

    @property
    def link(self) -> str:
        return f"?tab={self.side}&at={self.start}#m-{self.start}"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the strip, in per cent of its width."""

    look: str
    x: str
    width: str
    hatched: bool


@dataclass(frozen=True, slots=True)
class Told:
    """The fates of a run, ready for a page: ranges `first` and on of `total`; earlier and later are page starts."""

    ranges: Sequence[Range]
    first: int
    total: int
    earlier: int | None
    later: int | None
    bars: Sequence[Bar]
    spoken: str
    last: int


def told(explained: Explanation, opened: str = "", *, start: int = 0, only: str = "") -> Told:
    """Return the fates. Ranges of before in order; those that came in stand last."""
    before = [_range("before", one, opened) for one in explained.fates.before]
    inserted = [_range("after", one, opened) for one in explained.fates.after if one.fate is Fate.INSERTED]
    ranges = [one for one in (*before, *inserted) if not only or one.fate == only]
    first = min(start, max(0, len(ranges) - 1))
    stop = first + LISTED
    return Told(
        ranges=ranges[first:stop],
        first=first,
        total=len(ranges),
        earlier=max(0, first - LISTED) if first else None,
        later=stop if stop < len(ranges) else None,
        bars=_bars(explained.fates.before),
        spoken=_spoken(explained),
        last=explained.fates.before[-1].stop - 1 if explained.fates.before else 0,
    )


def _range(side: str, one: FateRange, opened: str) -> Range:
    other = "after" if side == "before" else "before"
    others = one.others if one.offset is None else (range(one.start + one.offset, one.stop + one.offset),)
    key = f"{side}-{one.start}"
    return Range(
        key=key,
        side=side,
        start=one.start,
        stop=one.stop,
        fate=one.fate.value,
        look=CLASSES[one.fate],
        count=plural(len(one), "message"),
        others=_others(other, one.fate, others),
        other_link=f"?tab={other}&at={others[0].start}#m-{others[0].start}" if others else "",
        open=key == opened,
    )


def _others(other: str, fate: Fate, others: Sequence[range]) -> str:
    if not others:
        return "nothing before it" if fate is Fate.INSERTED else "nothing after stands for it"
    places = [span(one) for one in others[:3]] + (["more"] if len(others) > 3 else [])
    lead = {Fate.SUMMARISED: "summary at ", Fate.INSERTED: "in place of "}.get(fate, "")
    return f"{lead}{other} {listed(places)}"


def span(places: range) -> str:
    """Return positions as people write them: `3`, `3–18`."""
    return number(places.start) if len(places) == 1 else f"{number(places.start)}–{number(places.stop - 1)}"


def _bars(ranges: Sequence[FateRange]) -> list[Bar]:
    total = ranges[-1].stop if ranges else 0
    if not total:
        return []
    if len(ranges) <= BARS:
        return [_bar(one.fate, one.start / total, one.stop / total) for one in ranges]
    bars: list[Bar] = []
    for number_ in range(BARS):
        middle = int((number_ + 0.5) * total / BARS)
        found = fate_at(ranges, middle)
        if found is not None:
            bars.append(_bar(found.fate, number_ / BARS, (number_ + 1) / BARS))
    return bars


def _bar(fate: Fate, start: float, stop: float) -> Bar:
    return Bar(CLASSES[fate], f"{100 * start:.2f}%", f"{100 * (stop - start):.2f}%", fate is Fate.DROPPED)


def _spoken(explained: Explanation) -> str:
    counts = counted(explained)
    parts = [f"{number(count)} {fate}" for fate, count in counts.items() if count]
    return listed(parts) or "no messages"


def counted(explained: Explanation) -> dict[str, int]:
    """Return how many messages had each fate; inserted ones are counted after."""
    counts = {fate.value: 0 for fate in Fate}
    for one in explained.fates.before:
        counts[one.fate.value] += len(one)
    counts[Fate.INSERTED.value] = sum(len(one) for one in explained.fates.after if one.fate is Fate.INSERTED)
    return counts
