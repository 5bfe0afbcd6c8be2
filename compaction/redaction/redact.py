"""Pieces of bytes -> masked pieces and counts by kind.

A cheap search finds places worth a look, a precise look decides. Every look sees the same bytes however the stream
was cut: it reaches back and ahead by fixed amounts, and the tail of the stream is held back by as much.

Logs of requests repeat their history on every line. So windows begin anew where a long line does, and what came of a
window is remembered: the same bytes again are not searched again.
"""

import hmac
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from compaction.redaction import known, literals, pairs, tokens
from compaction.redaction.known import Own
from compaction.redaction.patterns import MARKER
from compaction.redaction.spans import BEHIND, REACH, Candidate, Search, Span, View
from compaction.redaction.undo import canonical, undo

WINDOW = 64 * 1024
"""Bytes searched at once."""

REMEMBERED = 4096
"""Windows that are remembered: 256 MB of a stream."""

CHANGED = 4 * 1024 * 1024
"""Bytes of masked windows that are remembered with them; of others a digest is enough."""

Words: TypeAlias = "Collection[str] | Own"
"""Literal words, or all that a team has masked."""

_SEARCHES: tuple[Search, ...] = (tokens.search, pairs.search)
_MARKERS = re.compile(rb"(?:" + MARKER.pattern + rb")+")
_SCHEME = re.compile(rb"\s*(?:bearer|basic|token|digest)\s+", re.IGNORECASE)

# place, whether it was found by searching (and would be found again), order of arrival, candidate
_Queued = tuple[int, bool, int, Candidate]


@dataclass(frozen=True, slots=True)
class _Worked:
    """What came of a window: the bytes from `start` up to `end`, as `out` where they were changed; where the next goes
    on, as places of the bytes that were given; and what was counted.
    """

    start: int
    end: int
    out: bytes | None
    cut: int
    done: int
    counts: Mapping[str, int]


class Redactor:
    """Mask one stream of bytes. What comes out never depends on how the stream was cut.

    Works on JSON, JSON lines and any other text; JSON stays valid, with the same structure. `words` are masked as well,
    as far as they are `literals.usable`, and what a team knows again, where they come as its `Own`.
    """

    def __init__(self, key: bytes, *, window: int = WINDOW, words: Words = ()) -> None:
        self._key = key
        self._searches = (*_SEARCHES, *_own_searches(words if isinstance(words, Own) else Own(tuple(words)), key))
        self._window = window
        self._raw = bytearray()
        self._start = self._line = 0
        self._done = 0
        self._waiting: list[Candidate] = []
        self._counts: dict[str, int] = {}
        self._known: dict[bytes, _Worked] = {}
        self._changed = 0

    @property
    def counts(self) -> Mapping[str, int]:
        """How many secrets were masked so far, by kind."""
        return self._counts

    def feed(self, piece: bytes) -> bytes:
        """Take the next bytes and return what is certain by now; the tail is held back."""
        self._raw += piece
        out = []
        while (end := self._window_end()) is not None:
            out.append(self._go_on(end))
        return b"".join(out)

    def finish(self) -> bytes:
        """Return what was held back. Nothing may be fed afterwards."""
        raw = bytes(self._raw)
        self._raw.clear()
        return self._tell(raw, self._work(raw, last=True))

    def _window_end(self) -> int | None:
        """Return where the window in hand ends: with a long line, or after a fixed size; None until that is here."""
        end = self._start + self._window
        newline = self._raw.find(b"\n", self._start, end)
        if newline >= 0 and newline - self._line >= self._window:
            end = newline + 1
        return end if len(self._raw) >= end + REACH else None

    def _go_on(self, end: int) -> bytes:
        raw = bytes(memoryview(self._raw)[: end + REACH])
        last = raw.rfind(b"\n", self._start, end)
        self._line = last + 1 if last >= 0 else self._line
        worked = self._remembered(raw)
        del self._raw[: worked.cut]
        self._done = worked.done
        self._start, self._line = max(end, worked.end) - worked.cut, self._line - worked.cut
        return self._tell(raw, worked)

    def _tell(self, raw: bytes, worked: _Worked) -> bytes:
        for kind, count in worked.counts.items():
            self._counts[kind] = self._counts.get(kind, 0) + count
        return raw[worked.start : worked.end] if worked.out is None else worked.out

    def _remembered(self, raw: bytes) -> _Worked:
        if self._waiting:
            return self._work(raw, last=False)
        key = sha256(raw).digest() + self._done.to_bytes(8, "big")
        worked = self._known.get(key)
        if worked is None:
            worked = self._work(raw, last=False)
            if not self._waiting:
                self._remember(key, worked)
        return worked

    def _remember(self, key: bytes, worked: _Worked) -> None:
        self._changed += len(worked.out or b"")
        if len(self._known) >= REMEMBERED or self._changed > CHANGED:
            self._known.clear()
            self._changed = len(worked.out or b"")
        self._known[key] = worked

    def _work(self, raw: bytes, *, last: bool) -> _Worked:
        undone = undo(raw)
        text = undone.text
        limit = len(text) if last else max(self._done, len(text) - REACH)
        view = View(text, text.lower(), last)
        queue = self._queue(view, limit)
        counts: dict[str, int] = {}
        out: list[bytes] = []
        cursor = self._done
        for span in _spans(view, queue, cursor, limit):
            out += (
                raw[undone.raw(cursor) : undone.raw(span.start)],
                self._mask(text[span.start : span.end], span.kind, counts),
            )
            cursor = span.end
        end = max(limit, cursor)
        start, stop = undone.raw(self._done), undone.raw(end)
        masked = b"".join([*out, raw[undone.raw(cursor) : stop]]) if out else None
        cut = _kept_from(text, end)
        self._waiting = [found[3].moved(cut) for found in queue if not found[1]]
        return _Worked(start, stop, masked, undone.raw(cut), end - cut, counts)

    def _queue(self, view: View, limit: int) -> list[_Queued]:
        queue: list[_Queued] = [(found.place, False, order, found) for order, found in enumerate(self._waiting)]
        for search in self._searches:
            for found in search(view, max(0, self._done - 128), limit):
                if self._done <= found.place < limit:
                    queue.append((found.place, True, len(queue), found))
        heapify(queue)
        return queue

    def _mask(self, secret: bytes, kind: str, counts: dict[str, int]) -> bytes:
        if not secret or not kind or _MARKERS.fullmatch(secret):
            return secret
        bare = _SCHEME.sub(b"", canonical(secret), count=1).strip()
        kind = tokens.kind_by_look(bare) or kind
        counts[kind] = counts.get(kind, 0) + 1
        return marker(kind, bare, self._key)


def marker(kind: str, secret: bytes, key: bytes) -> bytes:
    """Return what stands in place of a secret: equal secrets of a team get equal ones."""
    return b"[redacted:%s:%s]" % (kind.encode(), hmac.digest(key, secret, "sha256").hex()[:8].encode())


def _own_searches(own: Own, key: bytes) -> Iterator[Search]:
    if own.words:
        yield literals.search_for(own.words)
    if own.known:
        yield known.search_for(own.known, key)


def _kept_from(text: bytes, end: int) -> int:
    """Return from where on a look may still reach back, at a place that splits no escape."""
    cut = max(0, end - BEHIND - 64)
    while cut and text[cut - 1 : cut] == b"\\" and end - cut < 2 * BEHIND:
        cut -= 1
    return cut


def redact(pieces: Iterable[bytes], key: bytes, words: Words = ()) -> Iterator[bytes]:
    """Yield the stream masked."""
    redactor = Redactor(key, words=words)
    for piece in pieces:
        if masked := redactor.feed(piece):
            yield masked
    if masked := redactor.finish():
        yield masked


def redact_text(text: str, key: bytes, words: Words = ()) -> str:
    """Return a decoded string masked: joined deltas, nested JSON, a file name."""
    return b"".join(redact([text.encode(errors="surrogatepass")], key, words)).decode(errors="surrogatepass")


def _spans(view: View, queue: list[_Queued], cursor: int, limit: int) -> Iterator[Span]:
    """Yield what to mask, in order, none overlapping. What is left in `queue` lies at `limit` or beyond."""
    arrived = len(queue)
    while queue and queue[0][0] < limit:
        place, _, _, candidate = heappop(queue)
        if place < cursor:
            continue
        found = candidate.look(view, place)
        for follower in _followers(found):
            arrived += 1
            heappush(queue, (follower.place, False, arrived, follower))
        if isinstance(found, Span) and cursor <= found.start:
            cursor = found.end
            yield _aligned(view.text, found)


def _followers(found: Span | tuple[Candidate, ...] | None) -> tuple[Candidate, ...]:
    if isinstance(found, Span):
        return (*found.then, Candidate(found.end, tokens.glued)) if found.kind else found.then
    return found or ()


def _aligned(text: bytes, span: Span) -> Span:
    """Return the span ending where a character ends."""
    end = span.end
    while end > span.start and text[end : end + 1] and 0x80 <= text[end] < 0xC0:
        end -= 1
    return Span(span.start, end, span.kind)
