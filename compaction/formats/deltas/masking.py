"""Secrets that a stream shows only once its deltas are joined, masked in the deltas.

Source: wire-formats 7.6.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from compaction.formats.answers import parse

Path: TypeAlias = tuple[str | int, ...]
Leaf: TypeAlias = tuple[int, Path, str]
"""Number of the line, place in its event, text."""

STREAM = re.compile(r"(?:^|\n)(?:data: ?[{\[]|event: ?\w)")
MARKER = re.compile(r"(\[redacted:[a-z0-9-]{1,40}:[0-9a-f]{8}\])")
NAMES = frozenset(
    {"text", "thinking", "partial_json", "content", "delta", "arguments", "input"}
    | {"reasoning_content", "reasoning", "refusal", "message", "output"}
)
"""Members that hold texts; ids, signatures and encrypted content are none."""

NUMBERS = ("index", "output_index", "content_index", "summary_index")
"""Members that say which text a piece goes on."""


def is_stream(text: str) -> bool:
    """Say whether a text is an event stream."""
    return STREAM.search(text) is not None


def mask_stream(text: str, mask: Callable[[str], str]) -> str:
    """Return a stream with its joined texts masked; a line of bare JSON is an event too."""
    lines = text.split("\n")
    values = {number: value for number, line in enumerate(lines) if isinstance(value := parse(_payload(line)), dict)}
    places: dict[tuple[object, ...], list[Leaf]] = {}
    for number, value in values.items():
        for path, numbers, leaf in _leaves(value, (), ()):
            places.setdefault((value.get("type"), path, numbers), []).append((number, path, leaf))
    changed: set[int] = set()
    for leaves in places.values():
        whole = "".join(leaf for _, _, leaf in leaves)
        clean = mask(whole)
        pieces = distribute([leaf for *_, leaf in leaves], clean) if clean != whole else ()
        for (number, path, leaf), piece in zip(leaves, pieces, strict=False):
            if piece != leaf:
                _put(values[number], path, piece)
                changed.add(number)
    for number in changed:
        lines[number] = _line(lines[number], values[number])
    return "\n".join(lines)


def _payload(line: str) -> str:
    return line.strip().removeprefix("data:").strip()


def _line(line: str, value: object) -> str:
    frame = "data: " if line.lstrip().startswith("data:") else ""
    return frame + json.dumps(value, separators=(",", ":")) + ("\r" if line.endswith("\r") else "")


def _leaves(value: object, path: Path, numbers: tuple[object, ...]) -> Iterator[tuple[Path, tuple[object, ...], str]]:
    if isinstance(value, dict):
        numbers = (*numbers, *(value.get(name) for name in NUMBERS if name in value))
        for name, inner in value.items():
            if isinstance(inner, str) and name in NAMES:
                yield (*path, name), numbers, inner
            else:
                yield from _leaves(inner, (*path, name), numbers)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index), numbers)


def _put(value: object, path: Path, text: str) -> None:
    *above, last = path
    for step in above:
        value = value[step]  # type: ignore[index]  # the path was found in this value
    value[last] = text  # type: ignore[index]  # the same


def distribute(pieces: Sequence[str], clean: str) -> list[str]:
    """Return the pieces with what was masked in their joined text masked; a marker stands where its secret began."""
    spans = _spans("".join(pieces), clean)
    masked: list[str] = []
    start = 0
    for piece in pieces:
        masked.append(_piece(piece, start, spans))
        start += len(piece)
    if "".join(masked) != clean:  # no more can be told than what all of them say together
        return [clean, *("" for _ in pieces[1:])]
    return masked


def _piece(piece: str, start: int, spans: Sequence[tuple[int, int, str]]) -> str:
    end = start + len(piece)
    kept: list[str] = []
    at = start
    for first, last, marker in spans:
        if first < end and last > start:
            kept.append(piece[at - start : max(first, at) - start])
            kept.append(marker if first >= start else "")
            at = min(last, end)
    return "".join(kept) + piece[at - start :]


def _spans(whole: str, clean: str) -> list[tuple[int, int, str]]:
    """Return what was replaced, in order: start, end, and the marker put there."""
    spans: list[tuple[int, int, str]] = []
    start = at = 0
    marker = ""
    for part in filter(None, MARKER.split(clean)):
        if MARKER.fullmatch(part) and (marker or not whole.startswith(part, at)):
            marker, start = marker + part, start if marker else at
            continue
        if marker or not whole.startswith(part, at):
            start = start if marker else at
            at = max(whole.find(part, start + 1), start)
            spans.append((start, at, marker))
            marker = ""
        at += len(part)
    start = start if marker else at
    return [*spans, (start, len(whole), marker)]
