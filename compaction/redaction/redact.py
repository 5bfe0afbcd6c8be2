"""Pieces of bytes -> masked pieces and counts by kind.

A cheap search finds places worth a look, a precise look decides. Every look sees the same bytes however the stream
was cut: it reaches back and ahead by fixed amounts, and the tail of the stream is held back by as much.
"""

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

from compaction.redaction import pairs, tokens
from compaction.redaction.patterns import MARKER
from compaction.redaction.spans import BEHIND, REACH, Candidate, Search, Span, View
from compaction.redaction.undo import Undone, canonical, undo

WINDOW = 256 * 1024
"""Bytes searched at once."""

_SEARCHES: tuple[Search, ...] = (tokens.search, pairs.search)
_MARKERS = re.compile(rb"(?:" + MARKER.pattern + rb")+")
_SCHEME = re.compile(rb"\s*(?:bearer|basic|token|digest)\s+", re.IGNORECASE)

# place, whether it was found by searching (and would be found again), order of arrival, candidate
_Queued = tuple[int, bool, int, Candidate]


class Redactor:
    """Mask one stream of bytes. What comes out never depends on how the stream was cut.

    Works on JSON, JSON lines and any other text; JSON stays valid, with the same structure.
    """

    def __init__(self, key: bytes, *, window: int = WINDOW) -> None:
        self._key = key
        self._window = window
        self._raw = bytearray()
        self._done = 0
        self._waiting: list[Candidate] = []
        self._counts: dict[str, int] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """How many secrets were masked so far, by kind."""
        return self._counts

    def feed(self, piece: bytes) -> bytes:
        """Take the next bytes and return what is certain by now; the tail is held back."""
        self._raw += piece
        if len(self._raw) - self._done < self._window + REACH:
            return b""
        return self._work(last=False)

    def finish(self) -> bytes:
        """Return what was held back. Nothing may be fed afterwards."""
        return self._work(last=True)

    def _work(self, *, last: bool) -> bytes:
        raw = bytes(self._raw)
        undone = undo(raw)
        text = undone.text
        limit = len(text) if last else max(self._done, len(text) - REACH)
        view = View(text, text.lower(), last)
        queue = self._queue(view, limit)
        out: list[bytes] = []
        cursor = self._done
        for span in _spans(view, queue, cursor, limit):
            out += (
                raw[undone.raw(cursor) : undone.raw(span.start)],
                self._mask(text[span.start : span.end], span.kind),
            )
            cursor = span.end
        end = max(limit, cursor)
        out.append(raw[undone.raw(cursor) : undone.raw(end)])
        self._forget(undone, end, [found[3] for found in queue if not found[1]])
        return b"".join(out)

    def _queue(self, view: View, limit: int) -> list[_Queued]:
        queue: list[_Queued] = [(found.place, False, order, found) for order, found in enumerate(self._waiting)]
        for search in _SEARCHES:
            for found in search(view, max(0, self._done - 128), limit):
                if self._done <= found.place < limit:
                    queue.append((found.place, True, len(queue), found))
        heapify(queue)
        return queue

    def _forget(self, undone: Undone, end: int, waiting: list[Candidate]) -> None:
        """Drop what no look can reach any more, at a place that splits no escape."""
        cut = max(0, end - BEHIND - 64)
        while cut and undone.text[cut - 1 : cut] == b"\\" and end - cut < 2 * BEHIND:
            cut -= 1
        del self._raw[: undone.raw(cut)]
        self._done = end - cut
        self._waiting = [found.moved(cut) for found in waiting]

    def _mask(self, secret: bytes, kind: str) -> bytes:
        if not secret or not kind or _MARKERS.fullmatch(secret):
            return secret
        bare = _SCHEME.sub(b"", canonical(secret), count=1).strip()
        kind = tokens.kind_by_look(bare) or kind
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return b"[redacted:%s:%s]" % (kind.encode(), hmac.digest(self._key, bare, "sha256").hex()[:8].encode())


def redact(pieces: Iterable[bytes], key: bytes) -> Iterator[bytes]:
    """Yield the stream masked."""
    redactor = Redactor(key)
    for piece in pieces:
        if masked := redactor.feed(piece):
            yield masked
    if masked := redactor.finish():
        yield masked


def redact_text(text: str, key: bytes) -> str:
    """Return a decoded string masked: joined deltas, nested JSON, a file name."""
    return b"".join(redact([text.encode(errors="surrogatepass")], key)).decode(errors="surrogatepass")


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
