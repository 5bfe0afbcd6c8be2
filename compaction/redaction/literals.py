"""Words that a team wants masked: customers, projects, hosts. Literal, whole, in upper or lower case.

A word may leave open some of its characters: `acme-[0-9]{4,8}`. That is all there is of patterns: a class of letters
or digits, so often at least and at most. Such a word has a longest match, takes what it can and gives nothing back, so
it costs a fixed time at each place and finds the same however a stream is cut.
"""

import re
from collections.abc import Iterable, Iterator

from compaction.redaction.spans import Candidate, Search, Span, View

KIND = "own-word"
SHORTEST, LONGEST = 6, 100
"""Characters of a word."""

MOST = 200
"""Words of a team: one search looks for all of them at once."""

_SHAPE = re.compile(r"(?=.*[a-z])[a-z0-9](?>[a-z0-9 ._@-]*)(?<=[a-z0-9])")
RESERVED = frozenset({
    "anthropic", "arguments", "assistant", "content", "developer", "document", "function", "function_call",
    "input_text", "message", "messages", "metadata", "openai", "output_text", "parameters", "redacted", "request",
    "response", "signature", "system", "text_delta", "thinking", "tool_call", "tool_calls", "tool_result", "tool_use",
    "tool_use_id",
})  # fmt: skip
_CLASS = re.compile(r"\[(?P<class>0-9|a-z|a-z0-9)\](?:\{(?P<least>\d{1,2})(?:,(?P<most>\d{1,2}))?\})?")
_LEAD = re.compile(r"(?=.*[a-z]{2})[a-z0-9](?>[a-z0-9 ._@-]{2,})")
_BETWEEN = re.compile(r"[a-z0-9 ._@-]*")
MOST_CLASSES = 8
"""Open parts of one word."""

_KINDS = frozenset({
    "account", "api-key", "authorization", "chat-token", "cloud-id", "cookie", "forge-token", "header", "own-word",
    "password", "private-key", "redacted", "reported", "token", "url-credentials", "url-parameter", "user-id",
})  # fmt: skip
_KEY = re.compile(rb"\\{0,15}\"[ \t\r\n]{0,8}:")
_OURS = re.compile(
    r"\[?redacted|[a-z-]*(?:key|token|password|cookie|credentials|parameter|account|authorization|reported)"
)


def usable(word: str) -> bool:
    """Return whether a word can be masked without harm: not one that requests are made of, nor one of a marker."""
    low = word.lower()
    if "[" in low:
        pattern = _pattern(low)
        return pattern is not None and not any(map(re.compile(pattern).fullmatch, RESERVED | _KINDS))
    fits = SHORTEST <= len(low) <= LONGEST and _SHAPE.fullmatch(low)
    return bool(fits) and low not in RESERVED and not _OURS.fullmatch(low)


def search_for(words: Iterable[str]) -> Search:
    """Return the search for these words; those that are not usable are left out."""
    known = sorted({word.lower() for word in words if usable(word)}, key=lambda word: ("[" in word, -len(word), word))
    each = (_pattern(word) or re.escape(word) for word in known)
    pattern = re.compile(rb"(?<![a-z0-9])(?:" + "|".join(each).encode() + rb")(?![a-z0-9])")

    def look(view: View, place: int) -> Span | None:
        match = pattern.match(view.low, place)
        # The name of a key stays: without it nobody could read the list.
        return Span(place, match.end(), KIND) if match and not _KEY.match(view.text, match.end()) else None

    def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
        for match in pattern.finditer(view.low, start) if known else ():
            if match.start() >= stop:
                break
            yield Candidate(match.start(), look)

    return search


def _pattern(word: str) -> str | None:
    """Return a word with open parts as an expression that never goes back; None for a word that is no such one."""
    lead = _LEAD.match(word)
    if lead is None:
        return None
    parts, place, least, most = [re.escape(lead[0])], lead.end(), len(lead[0]), len(lead[0])
    while place < len(word):
        found = _CLASS.match(word, place)
        if found is None:
            return None
        first = int(found["least"] or 1)
        last = int(found["most"] or first)
        rest = _BETWEEN.match(word, found.end())
        if not 1 <= first <= last or rest is None:
            return None
        parts += [f"[{found['class']}]{{{first},{last}}}+", re.escape(rest[0])]
        place, least, most = rest.end(), least + first + len(rest[0]), most + last + len(rest[0])
    fits = least >= SHORTEST and most <= LONGEST and len(parts) <= 2 * MOST_CLASSES + 1
    return "".join(parts) if fits and len(parts) > 1 and word[-1] not in " ._@-" else None
