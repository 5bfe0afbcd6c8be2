"""Words that a team wants masked: customers, projects, hosts. Literal, whole, in upper or lower case."""

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
_KEY = re.compile(rb"\\{0,15}\"[ \t\r\n]{0,8}:")
_OURS = re.compile(
    r"\[?redacted|[a-z-]*(?:key|token|password|cookie|credentials|parameter|account|authorization|reported)"
)


def usable(word: str) -> bool:
    """Return whether a word can be masked without harm: not one that requests are made of, nor one of a marker."""
    low = word.lower()
    fits = SHORTEST <= len(low) <= LONGEST and _SHAPE.fullmatch(low)
    return bool(fits) and low not in RESERVED and not _OURS.fullmatch(low)


def search_for(words: Iterable[str]) -> Search:
    """Return the search for these words; those that are not usable are left out."""
    known = sorted({word.lower().encode() for word in words if usable(word)}, key=lambda word: (-len(word), word))
    pattern = re.compile(rb"(?<![a-z0-9])(?:" + b"|".join(map(re.escape, known)) + rb")(?![a-z0-9])")

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
