"""Find in transcript: what was asked, what was found on all pages, and the steps from hit to hit."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict

from webui.common.words import number, plural
from webui.transcripts import access, finding, store
from webui.transcripts.finding import FIELDS, Hit, Query
from webui.transcripts.models import Transcript
from webui.transcripts.views.pages import Span, whole

FIELD_WORDS = {"text": "Text", "input": "Tool input", "output": "Tool output", "ids": "Ids"}
LONGEST = 500
LISTED = 50
"""Messages with hits that are listed at a time."""

SYSTEM = -1
"""The position of the system prompt among the hits."""

BAD_PATTERN = "This is no regular expression. Turn the switch off to look for the words as they stand."
SIMPLER = "Make the expression simpler, or look in fewer kinds of text."
RARER = "Rarer words are found faster."


@dataclass(frozen=True, slots=True)
class Mark:
    """One hit within a block. `number` counts from 1 over all pages, 0 is a span that the address names; `now` is the
    one that the page stands at. With a `look` it is no hit, but what looks like something.
    """

    slot: int
    start: int
    stop: int
    number: int
    now: bool
    look: str = ""

    @property
    def anchor(self) -> str:
        """Its place in an address."""
        return f"hit-{self.number}" if self.number else "proof"


@dataclass(frozen=True, slots=True)
class HitLine:
    """A message with hits: how many, and the address of the first."""

    label: str
    count: int
    link: str
    here: bool


@dataclass(frozen=True, slots=True)
class HitList:
    """Some messages with hits, from number `first` of `total`, and the addresses of those before and after."""

    lines: Sequence[HitLine]
    first: int
    total: int
    earlier: str
    later: str

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


@dataclass(frozen=True)
class Find:
    """A find and its hits. `now` is the number of the hit that the page stands at, from 1; 0 for none."""

    words: str = ""
    pattern: bool = False
    fields: Sequence[str] = FIELDS
    hits: Sequence[Hit] = ()
    now: int = 0
    problem: str = ""
    stopped: int | None = None

    @property
    def short(self) -> str:
        """How far the find came, where time ran out."""
        if self.stopped is None:
            return ""
        where = "the system prompt" if self.stopped == SYSTEM else f"message {number(self.stopped)}"
        stopped = f"The find was stopped after {finding.SECONDS:g} seconds, at {where}."
        return f"{stopped} Hits before that are shown. {SIMPLER if self.pattern else RARER}"

    @property
    def at(self) -> int | None:
        """The position of the hit that the page stands at."""
        return max(0, self.hits[self.now - 1].position) if self.now else None

    @property
    def also(self) -> tuple[tuple[str, str], ...]:
        """The part of every address that keeps this find."""
        if not self.words:
            return ()
        switch = (("re", "1"),) if self.pattern else ()
        kept = tuple(("in", name) for name in self.fields) if len(self.fields) < len(FIELDS) else ()
        return (("find", self.words), *switch, *kept)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The kinds of text: value, words, whether they are looked in."""
        return [(name, words, name in self.fields) for name, words in FIELD_WORDS.items()]

    @property
    def narrowed(self) -> bool:
        return self.pattern or len(self.fields) < len(FIELDS)

    @property
    def said(self) -> str:
        """The result in words."""
        if not self.hits:
            return "No hits" if self.stopped is None else "No hits so far"
        more = "+" if len(self.hits) >= finding.LIMIT or self.stopped is not None else ""
        total = f"{number(len(self.hits))}{more} {'hit' if len(self.hits) == 1 else 'hits'}"
        told = f"{number(self.now)} of {total}" if self.now else total
        return f"{told} in {plural(len(self.by_place), 'message')}"

    @cached_property
    def by_place(self) -> Mapping[int, dict[int, list[Mark]]]:
        """The marks by position and block."""
        found: dict[int, dict[int, list[Mark]]] = {}
        for count, hit in enumerate(self.hits, 1):
            mark = Mark(hit.slot, hit.start, hit.stop, count, count == self.now)
            found.setdefault(hit.position, {}).setdefault(hit.block, []).append(mark)
        return found

    def listed(self, shown: Span) -> HitList | None:
        """Return the messages with hits on all pages, those around the hit that the page stands at."""
        places = list(self.by_place)
        if not places:
            return None
        here = self.hits[self.now - 1].position if self.now else shown.start
        near = min(bisect_left(places, here), len(places) - 1)
        first = near // LISTED * LISTED
        lines = [self._line(at, at == places[near] and bool(self.now), shown) for at in places[first : first + LISTED]]
        before, after = places[:first], places[first + LISTED :]
        return HitList(
            lines,
            first + 1,
            len(places),
            self.link_at(before[-1], shown)[1] if before else "",
            self.link_at(after[0], shown)[1] if after else "",
        )

    def _line(self, at: int, here: bool, shown: Span) -> HitLine:
        count, link = self.link_at(at, shown)
        return HitLine("sys" if at == SYSTEM else str(at), count, link, here)

    def link(self, count: int, shown: Span) -> str:
        """Return the address of one hit."""
        return shown.link(max(0, self.hits[count - 1].position), f"hit-{count}", hit=count)

    def link_at(self, position: int, shown: Span) -> tuple[int, str]:
        """Return how many hits a message holds, and the address of the first."""
        blocks = self.by_place.get(position)
        if not blocks:
            return 0, ""
        marks = [mark.number for found in blocks.values() for mark in found]
        return len(marks), self.link(min(marks), shown)

    def steps(self, shown: Span) -> dict[str, str]:
        """Return the addresses of the hits before and after this page's; empty at either end."""
        here = next((n for n, hit in enumerate(self.hits, 1) if max(0, hit.position) >= shown.start), 0)
        before = self.now - 1 if self.now else (here or len(self.hits) + 1) - 1
        after = self.now + 1 if self.now else here
        return {
            "earlier": self.link(before, shown) if before >= 1 else "",
            "later": self.link(after, shown) if 1 <= after <= len(self.hits) else "",
        }


def find(query: QueryDict, transcript: Transcript, at: int | None = None) -> Find:
    """Return what the address looks for, in the whole transcript or in the message `at` alone."""
    words = query.get("find", "")[:LONGEST].replace("\0", "")
    asked = tuple(name for name in FIELDS if name in query.getlist("in")) or FIELDS
    bare = Find(words, query.get("re") == "1", asked)
    if not words:
        return bare
    looked = Query(words, bare.pattern, frozenset(asked))
    try:
        with access.row_by_row():
            found = finding.find(_texts(transcript, looked, at), looked)
    except finding.NotAPattern:
        return Find(words, True, asked, problem=BAD_PATTERN)
    now = 0 if at is not None else _now(query, len(found.hits))
    return Find(words, bare.pattern, asked, found.hits, now, stopped=found.stopped)


def _texts(transcript: Transcript, looked: Query, at: int | None) -> Iterator[tuple[int, bytes | None]]:
    system = store.system_json_of(transcript) if at is None else b""
    if system:
        yield SYSTEM, system
    yield from store.texts_of(transcript, looked.needle, at)


def _now(query: QueryDict, count: int) -> int:
    asked = whole(query.get("hit"))
    if asked is None:
        return 0 if "at" in query else min(1, count)
    return max(min(1, count), min(asked, count))
