"""A counter that uses a vocabulary passed in; nothing is loaded here."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

SLICE = 100_000
"""Characters counted at once, up to twice as many: memory and time stay bounded on a text of 10 MB."""

# Both vocabularies split a text at these places whatever stands around, so that cutting there changes no count.
_SEAM = re.compile(r"(?<=\n)(?=[a-zA-Z0-9])|(?<=[a-zA-Z])(?= [a-zA-Z])")


class Encoding(Protocol):
    """The part of `tiktoken.Encoding` that is used."""

    @property
    def name(self) -> str:
        """Return the name of the vocabulary."""
        ...

    def encode_ordinary(self, text: str) -> Sequence[int]:
        """Return the tokens, reading words such as `<|endoftext|>` as plain text."""
        ...


class Bpe:
    """Counts with a byte pair encoding. `exact` says whether the text goes to a model that uses it."""

    def __init__(self, encoding: Encoding, *, exact: bool, slice: int = SLICE) -> None:
        self._encoding = encoding
        self._slice = slice
        self.exact = exact
        self.name = encoding.name

    def count(self, text: str) -> int:
        """Return the number of tokens. One word longer than the slice may count one more for each cut."""
        if len(text) <= 2 * self._slice:
            return len(self._encoding.encode_ordinary(text))
        return sum(len(self._encoding.encode_ordinary(part)) for part in _slices(text, self._slice))


def _slices(text: str, length: int) -> Iterator[str]:
    start = 0
    while len(text) - start > 2 * length:
        seam = _SEAM.search(text, start + length, start + 2 * length)
        end = seam.start() if seam else start + length
        yield text[start:end]
        start = end
    yield text[start:]
