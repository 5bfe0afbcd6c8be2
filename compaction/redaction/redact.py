"""Pieces of bytes -> masked pieces and counts by kind."""

from collections.abc import Iterable, Iterator, Mapping


class Redactor:
    """Mask one stream of bytes. What comes out never depends on how the stream was cut."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counts: dict[str, int] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """How many secrets were masked so far, by kind."""
        return self._counts

    def feed(self, piece: bytes) -> bytes:
        """Take the next bytes and return what is certain by now; the tail is held back."""
        return piece

    def finish(self) -> bytes:
        """Return what was held back. Nothing may be fed afterwards."""
        return b""


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
