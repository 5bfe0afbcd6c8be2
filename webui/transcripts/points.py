"""Where a transcript was compacted. Apps above know of compactions; they register when they are ready."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from webui.transcripts.models import Transcript


@dataclass(frozen=True, slots=True)
class Point:
    """A compaction in a transcript, right before the message at `position`; the count of messages stands for the end.

    `link` leads to the compaction itself, and `name` says which it is: a name as uploaded, masked.
    """

    position: int
    words: str
    name: str = ""
    link: str = ""


PointsOf: TypeAlias = Callable[[Transcript], Iterable[Point]]

_sources: list[PointsOf] = []


def on_points(source: PointsOf) -> None:
    """Ask this source, too, where a transcript was compacted."""
    if source not in _sources:
        _sources.append(source)


def points_of(transcript: Transcript) -> list[Point]:
    """Return where a transcript was compacted, in order. One query a source."""
    found = (point for source in _sources for point in source(transcript))
    return sorted(found, key=lambda point: point.position)
