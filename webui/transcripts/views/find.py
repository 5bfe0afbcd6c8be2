"""Find in transcript: what was asked, what was found on all pages, and the steps from hit to hit."""

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
SYSTEM = -1
"""The position of the system prompt among the hits."""

BAD_PATTERN = "This is no regular expression. Turn the switch off to look for the words as they stand."
TOO_SLOW = "The regular expression was stopped after 2 seconds. Make it simpler, or look in fewer kinds of text."


@dataclass(frozen=True, slots=True)
class Mark:
    """One hit within a block. `number` counts from 1 over all pages; `now` is the one that the page stands at."""

    slot: int
    start: int
    stop: int
    number: int
    now: bool


@dataclass(frozen=True)
class Find:
    """A find and its hits. `now` is the number of the hit that the page stands at, from 1; 0 for none."""

    words: str = ""
    pattern: bool = False
    fields: Sequence[str] = FIELDS
    hits: Sequence[Hit] = ()
    now: int = 0
    problem: str = ""

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
            return "No hits"
        more = "+" if len(self.hits) >= finding.LIMIT else ""
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
        hits = finding.find(_texts(transcript, looked, at), looked)
    except finding.NotAPattern:
        return Find(words, True, asked, problem=BAD_PATTERN)
    except finding.TooSlow:
        return Find(words, True, asked, problem=TOO_SLOW)
    return Find(words, bare.pattern, asked, hits, 0 if at is not None else _now(query, len(hits)))


def _texts(transcript: Transcript, looked: Query, at: int | None) -> Iterator[tuple[int, bytes]]:
    system = store.system_json_of(transcript) if at is None else b""
    if system:
        yield SYSTEM, system
    yield from access.texts_of(transcript, looked.needle, at)


def _now(query: QueryDict, count: int) -> int:
    asked = whole(query.get("hit"))
    if asked is None:
        return 0 if "at" in query else min(1, count)
    return max(min(1, count), min(asked, count))
