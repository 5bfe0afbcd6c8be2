"""Which messages of a transcript are shown: all, those that break a rule, those around them, those of one role."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from webui.common.words import plural
from webui.transcripts import access
from webui.transcripts.models import Transcript
from webui.transcripts.views.pages import NARROWING, Span, whole

SHOWS = {"": "All", "only": "Only violations", "around": "Around violations"}
ROLES = {"user": ("user", "tool"), "assistant": ("assistant", "model")}
"""Tool results count as the user's side, as in a dialect where they travel in user messages."""

EITHER_SIDE = 2
GAP_OPENED = 100
"""Messages of a gap that open at once."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Messages that are left out between two that are shown."""

    first: int
    last: int
    link: str

    @property
    def words(self) -> str:
        return f"{plural(self.last - self.first + 1, 'message')} without violations"

    @property
    def act(self) -> str:
        """What the link does."""
        count = self.last - self.first + 1
        if count > GAP_OPENED:
            return f"Open the first {GAP_OPENED}"
        return "Open them" if count > 1 else "Open it"


@dataclass(frozen=True, slots=True)
class Link:
    """One way to choose, as a link."""

    words: str
    link: str
    on: bool


@dataclass(frozen=True, slots=True)
class Selection:
    """What the address asks for. `gaps` are ranges of messages between violations that were opened by hand."""

    show: str = ""
    role: str = ""
    gaps: tuple[range, ...] = ()

    @property
    def also(self) -> tuple[tuple[str, str], ...]:
        """The part of every address that keeps this selection."""
        named = (("show", self.show), ("role", self.role))
        opened = (("gap", f"{gap.start}-{gap.stop - 1}") for gap in self.gaps)
        return (*((name, value) for name, value in named if value), *opened)

    def places(self, transcript: Transcript) -> Sequence[int] | None:
        """Return the positions that are shown, in order; None for all of them. At most two queries."""
        chosen: set[int] | None = None
        if self.show:
            chosen = set(access.places_of_violations(transcript))
        if chosen is not None and self.show == "around":
            near = range(-EITHER_SIDE, EITHER_SIDE + 1)
            chosen = {at + step for at in chosen for step in near if 0 <= at + step < transcript.messages}
            for gap in self.gaps:
                chosen.update(range(gap.start, min(gap.stop, transcript.messages)))
        if self.role:
            of_role = access.places_of_roles(transcript, ROLES[self.role])
            return of_role if chosen is None else [at for at in of_role if at in chosen]
        return None if chosen is None else sorted(chosen)

    def gap_before(self, at: int, shown: Span) -> Gap | None:
        """Return what is left out before the message at `at`, or before the end for `at` = `shown.total`."""
        if self.show != "around" or self.role or shown.chosen is None:
            return None
        there = bisect_left(shown.chosen, at)
        before = shown.chosen[there - 1] if there else -1
        if at - before < 2:
            return None
        first, last = before + 1, min(at - 1, before + GAP_OPENED)
        opened = (*shown.also, ("gap", f"{first}-{last}"))
        wider = Span(0, 0, shown.total, shown.size, None, also=opened)
        return Gap(first, at - 1, wider.link(first))

    def shows(self, shown: Span) -> list[Link]:
        """Return the ways to show, as links that keep the place."""
        kept = [pair for pair in shown.also if pair[0] not in ("show", "gap")]
        return [
            Link(words, _link(shown, [*kept, ("show", show)] if show else kept), show == self.show)
            for show, words in SHOWS.items()
        ]

    def roles(self, shown: Span) -> list[Link]:
        """Return the roles, as links that keep the place."""
        kept = [pair for pair in shown.also if pair[0] != "role"]
        return [
            Link(
                f"Only {role}" if role != self.role else "All roles", _link(shown, _role(kept, role, self.role)), False
            )
            for role in ROLES
        ]


def _role(kept: list[tuple[str, str]], role: str, now: str) -> list[tuple[str, str]]:
    return kept if role == now else [*kept, ("role", role)]


def _link(shown: Span, also: list[tuple[str, str]]) -> str:
    at = shown.start if shown.at is None else shown.at
    # Where messages are chosen, the one in view may be none of them.
    anchor = "messages" if {name for name, _ in also} & NARROWING else ""
    return Span(0, 0, shown.total, shown.size, None, also=tuple(also)).link(at, anchor)


def selection(query: QueryDict) -> Selection:
    """Return what the address asks for; what it does not know is left out."""
    show, role = query.get("show", ""), query.get("role", "")
    opened = (_range(text) for text in query.getlist("gap")[:50])
    gaps = tuple(gap for gap in opened if gap) if show == "around" else ()
    return Selection(show if show in SHOWS else "", role if role in ROLES else "", gaps)


def _range(text: str) -> range | None:
    first, _, last = text.partition("-")
    start, stop = whole(first), whole(last)
    if start is None or stop is None or not start <= stop < start + GAP_OPENED:
        return None
    return range(start, stop + 1)
