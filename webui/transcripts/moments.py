"""What happened between the lists of a capture. Apps above know of compactions; they register when they are ready."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from webui.transcripts.models import Capture


@dataclass(frozen=True, slots=True)
class Moment:
    """A compaction or a context edit: between the lists of these numbers, None where there is none.

    `words` name it, `how` tells how it was found, `counts` its messages on both sides; `seen` is its judgement, `code`
    the reason of that, `shape` the violations that it brought.
    """

    before: int | None
    after: int | None
    words: str
    how: str
    counts: str
    link: str
    seen: "Judgement"
    shape: str = ""
    code: str = ""


class Judgement(Protocol):
    """A word with an icon; `tone` is `err`, `ok`, `note` or empty."""

    @property
    def icon(self) -> str: ...

    @property
    def tone(self) -> str: ...

    @property
    def word(self) -> str: ...


MomentsOf: TypeAlias = Callable[[Capture], Iterable[Moment]]

_sources: list[MomentsOf] = []


def on_moments(source: MomentsOf) -> None:
    """Ask this source, too, what happened between the lists of a capture."""
    if source not in _sources:
        _sources.append(source)


def moments_of(capture: Capture) -> list[Moment]:
    """Return what happened in a capture, in file order. One query a source."""
    return [moment for source in _sources for moment in source(capture)]
