"""A counter that looks at parts of a long text: for counts that are estimates in any case."""

from compaction.tokens.counter import Counter

LONG = 4 * 1024
"""Characters up to which a text is counted whole."""

PARTS = 4
PART = 512
"""Characters of one part; the first begins the text and the last ends it."""


class Sampled:
    """Estimates by another counter: parts of a long text, evenly spread, stand for all of it."""

    exact = False

    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    @property
    def name(self) -> str:
        """Return the name of the other counter, marked."""
        return f"{self._counter.name}, sampled"

    def count(self, text: str) -> int:
        """Return the number of tokens, near enough for a text that is one kind of text throughout."""
        if len(text) <= LONG:
            return self._counter.count(text)
        places = [(len(text) - PART) * number // (PARTS - 1) for number in range(PARTS)]
        counted = sum(self._counter.count(text[place : place + PART]) for place in places)
        return round(counted * len(text) / (PARTS * PART))
