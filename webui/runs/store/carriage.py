"""Where each message of a run went, and where each text of its result came from: by fate, and by shared identifiers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compaction.boundary import Fate
from webui.runs.models import Run
from webui.runs.store.values import explanation_of, fate_at, ranges


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a message of the before side went.

    `places` are ranges of the after side: itself, or what stands in its place. `after` are positions of new or changed
    messages there, `sections` names of the summary's, and `sentences` numbers within them, that share an identifier
    with it; the name is empty where the summary has no sections. All empty: nothing in the result refers to it.
    """

    fate: Fate | None
    places: tuple[range, ...]
    after: tuple[int, ...]
    sections: tuple[str, ...]
    sentences: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a message of the after side, or a section, came from: `places` and `sharing` are ranges before.

    `sharing` are the messages that share an identifier with it.
    """

    fate: Fate | None
    places: tuple[range, ...]
    sharing: tuple[range, ...]


def goes_to(run: Run, position: int) -> Destination:
    """Return where a message of the before side went. Asks no query."""
    found = explanation_of(run)
    fate = fate_at(found.fates.before, position) if found else None
    texts = run.carried or {"after": {}, "sections": {}}
    return Destination(
        fate=fate.fate if fate else None,
        places=fate.others_of(position) if fate else (),
        after=tuple(int(name) for name in _carriers(texts["after"], position)),
        sections=tuple(_carriers(texts["sections"], position)),
        sentences=tuple(sorted(_sentence(key) for key in _carriers(texts.get("sentences", {}), position))),
    )


def comes_from(run: Run, position: int) -> Source:
    """Return where a message of the after side came from. Asks no query."""
    found = explanation_of(run)
    fate = fate_at(found.fates.after, position) if found else None
    texts = run.carried or {"after": {}}
    sharing = ranges(texts["after"].get(str(position), []))
    return Source(fate.fate if fate else None, fate.others_of(position) if fate else (), sharing)


def section_from(run: Run, name: str) -> Source:
    """Return which messages of the before side a section carries. Asks no query."""
    texts = run.carried or {"sections": {}}
    return Source(None, (), ranges(texts["sections"].get(name, [])))


def sentence_from(run: Run, name: str, number: int) -> Source:
    """Return which messages of the before side one sentence of a section carries. Asks no query."""
    texts = (run.carried or {}).get("sentences", {})
    return Source(None, (), ranges(texts.get(f"{number}/{name}", [])))


def _sentence(key: str) -> tuple[str, int]:
    number, _, name = key.partition("/")
    return name, int(number)


def _carriers(texts: Mapping[str, list[list[int]]], position: int) -> Iterator[str]:
    return (name for name, ranges in texts.items() if any(start <= position < stop for start, stop in ranges))
