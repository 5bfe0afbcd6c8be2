"""Secrets that only parsing shows, masked in the bytes of a capture: in JSON inside texts, in base64, in joined deltas.

What is masked stays where it stood, so that the capture is laid out as before.

Source: wire-formats 7.6, decisions 23.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from compaction.formats.deltas.masking import is_stream, mask_stream
from compaction.formats.packed import packed_text, unpacked_text

Mask: TypeAlias = Callable[[str], str]

LITERAL = re.compile(rb'"[^"\\\n]*+(?>\\.[^"\\\n]*+)*+"')
LITERAL_IN_TEXT = re.compile(r'"[^"\\\n]*+(?>\\.[^"\\\n]*+)*+"')
BASE64 = re.compile(r"[A-Za-z0-9+/\r\n]{16,}={0,2}\s*")
CHUNKS = b'"streamingChunks"'
"""The member whose list of texts is one stream, cut anywhere."""

FIRST = re.compile(rb"\s*:\s*\[\s*")
NEXT = re.compile(rb"\s*,\s*")
MAX_BETWEEN = 4096
"""Bytes between two literals that are told as one; in JSON they are few."""

LEVELS = 8
"""Texts in texts; each level doubles the backslashes, so nobody writes more."""


def mask_pieces(pieces: Iterable[bytes], mask: Mask, known: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the bytes with the insides of their JSON strings masked; `known` says what to put for whole strings."""
    yield from rewrite(pieces, lambda literal: _masked(literal, mask, known), mask)


def rewrite(pieces: Iterable[bytes], change: Callable[[bytes], bytes], joined: Mask) -> Iterator[bytes]:
    """Yield the bytes with each literal changed; texts that are one stream are changed as one by `joined`."""
    chunks: list[tuple[bytes, bytes]] = []
    opened = False
    for between, literal in _tokens(pieces):
        if opened and literal and (NEXT if chunks else FIRST).fullmatch(between):
            chunks.append((between, literal))
            continue
        yield from _joined(chunks, joined)
        chunks, opened = [], literal == CHUNKS
        yield between
        yield change(literal)


def _tokens(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield each literal with what stands before it; at the end, the rest with none."""
    held = b""
    waiting: list[bytes] = []
    for piece in pieces:
        waiting.append(piece)
        if sum(map(len, waiting)) < len(held):
            continue  # a long literal is looked at again only when it has doubled
        data, waiting = b"".join([held, *waiting]), []
        end = 0
        for match in LITERAL.finditer(data):
            yield data[end : match.start()], match[0]
            end = match.end()
        start = _open_quote(data, end)
        if start - end > MAX_BETWEEN:
            yield data[end:start], b""
            end = start
        held = data[end:]
    data = b"".join([held, *waiting])
    end = 0
    for match in LITERAL.finditer(data):
        yield data[end : match.start()], match[0]
        end = match.end()
    yield data[end:], b""


def _open_quote(data: bytes, at: int) -> int:
    """Return where a literal begins that may go on behind the data; a line break ends none that is one."""
    start = max(at, data.rfind(b"\n", at) + 1)
    quote = data.find(b'"', start)
    return len(data) if quote < 0 else quote


def _joined(chunks: list[tuple[bytes, bytes]], mask: Mask) -> Iterator[bytes]:
    texts = [text_of(literal) for _, literal in chunks]
    clean = mask_stream("".join(texts), mask)
    changed = clean != "".join(texts)
    for number, (between, literal) in enumerate(chunks):
        yield between
        yield (literal_of(clean) if not number else b'""') if changed else literal


def _masked(literal: bytes, mask: Mask, known: Mapping[str, str]) -> bytes:
    text = text_of(literal)
    clean = known[text] if text in known else mask_inside(text, mask)
    return literal if clean == text else literal_of(clean)


def mask_inside(text: str, mask: Mask, levels: int = LEVELS) -> str:
    """Return a text with what it contains masked: a stream, JSON, or either in base64. A plain text stays."""
    if not levels:
        return text
    if is_stream(text):
        return mask_stream(text, mask)
    if text.lstrip()[:1] in ("{", "["):
        return LITERAL_IN_TEXT.sub(lambda match: _inner(match[0], mask, levels - 1), mask(text))
    inner = unpacked_text(text) if BASE64.fullmatch(text) else None
    if inner is None or not (is_stream(inner) or inner.lstrip()[:1] in ("{", "[")):
        return text
    clean = mask_inside(inner, mask, levels - 1)
    return text if clean == inner else packed_text(clean)


def _inner(literal: str, mask: Mask, levels: int) -> str:
    text = text_of(literal.encode("utf-8", "surrogatepass"))
    clean = mask_inside(text, mask, levels)
    return literal if clean == text else json.dumps(clean)


def text_of(literal: bytes) -> str:
    """Return a JSON string decoded; empty for what is none."""
    try:
        return str(json.loads(literal))
    except ValueError:
        return ""


def literal_of(text: str) -> bytes:
    """Return a text as a JSON string."""
    return json.dumps(text).encode()
