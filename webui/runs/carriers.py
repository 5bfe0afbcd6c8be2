"""Which texts of a result carry what a message said: they share an identifier."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice

from compaction.identifiers import Identifier, identifiers
from compaction.summary import outline
from webui.runs.ranges import join

CHARACTERS = 100_000
"""Characters of one message that are searched: tool results may have megabytes, and a person looks for a few words."""

SENTENCES = 400
"""Sentences of one summary that are looked for, each by itself."""

_BETWEEN = re.compile(r"(?<=[.!?])\s+|\n\s*")

WHOLE = ""
"""Stands for the summary itself where it has no section of the agreed names."""


def sections_of(summary: str) -> dict[str, str]:
    """Return the text of each section that is there, a repeated one with its repetitions; or the whole text."""
    texts: dict[str, str] = {}
    for view in outline(summary.encode()):
        if view.start is not None and view.state != "unknown":
            texts[view.name] = texts.get(view.name, "") + "\n" + summary[view.start : view.end]
    return texts or ({WHOLE: summary} if summary else {})


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where each sentence of a section starts and stops; a line is one as well. Blanks between are in none."""
    starts = [0, *(gap.end() for gap in _BETWEEN.finditer(text))]
    stops = [*(gap.start() for gap in _BETWEEN.finditer(text)), len(text)]
    return [(start, stop) for start, stop in zip(starts, stops, strict=True) if text[start:stop].strip()]


def sentences_of(sections: Mapping[str, str]) -> dict[tuple[str, int], str]:
    """Return the sentences of a summary by section and number in it, counted from 0; of a huge one the first."""
    found = (
        ((name, number), text[start:stop])
        for name, text in sections.items()
        for number, (start, stop) in enumerate(sentences(text))
    )
    return dict(islice(found, SENTENCES))


def carried(messages: Iterable[tuple[int, str]], texts: Mapping[str, str]) -> dict[str, list[tuple[int, int]]]:
    """Return for each text the ranges of messages that it shares an identifier with."""
    holders: dict[Identifier, list[str]] = {}
    for name, text in texts.items():
        for known in _known(text):
            holders.setdefault(known, []).append(name)
    found: dict[str, list[int]] = {name: [] for name in texts}
    for position, message in messages:
        for name in {name for known in _known(message) for name in holders.get(known, ())}:
            found[name].append(position)
    return {name: list(join(positions)) for name, positions in found.items()}


def _known(text: str) -> frozenset[Identifier]:
    """The identifiers, case ignored. A number is one number alone; of other facts the class does not matter."""
    return frozenset(
        ("number" if kind == "number" else "", value.lower()) for kind, value in identifiers(text[:CHARACTERS])
    )
