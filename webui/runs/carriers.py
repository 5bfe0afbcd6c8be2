"""Which texts of a result carry what a message said: they share an identifier."""

from collections.abc import Iterable, Mapping

from compaction.identifiers import Identifier, identifiers
from compaction.summary import outline
from webui.runs.ranges import join

CHARACTERS = 100_000
"""Characters of one message that are searched: tool results may have megabytes, and a person looks for a few words."""

WHOLE = ""
"""Stands for the summary itself where it has no section of the agreed names."""


def sections_of(summary: str) -> dict[str, str]:
    """Return the text of each section that is there, a repeated one with its repetitions; or the whole text."""
    texts: dict[str, str] = {}
    for view in outline(summary.encode()):
        if view.start is not None and view.state != "unknown":
            texts[view.name] = texts.get(view.name, "") + "\n" + summary[view.start : view.end]
    return texts or ({WHOLE: summary} if summary else {})


def carried(messages: Iterable[tuple[int, str]], texts: Mapping[str, str]) -> dict[str, list[tuple[int, int]]]:
    """Return for each text the ranges of messages that it shares an identifier with."""
    wanted = {name: _known(text) for name, text in texts.items()}
    found: dict[str, list[int]] = {name: [] for name in texts}
    for position, message in messages:
        known = _known(message)
        for name, ids in wanted.items():
            if not ids.isdisjoint(known):
                found[name].append(position)
    return {name: list(join(positions)) for name, positions in found.items()}


def _known(text: str) -> frozenset[Identifier]:
    """The identifiers, case ignored. A number is one number alone; of other facts the class does not matter."""
    return frozenset(
        ("number" if kind == "number" else "", value.lower()) for kind, value in identifiers(text[:CHARACTERS])
    )
