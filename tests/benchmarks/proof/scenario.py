"""What a scenario is made of: sentences with gaps, and the words that fill them."""

from collections.abc import Mapping
from dataclasses import dataclass

Said = tuple[str, str]
"""Who says it (`user`, `step`, `result`, `end`), and the sentence: `{v}` is the value, `{k}` what it belongs to."""


@dataclass(frozen=True)
class Scenario:
    """One kind of session.

    In noise `{path}`, `{word}`, `{n}` and `{ms}` are filled at random. `rules` and `decisions` come with the strings
    that tell them. `corrections` are said in two turns, `{old}` first and `{v}` later.
    """

    name: str
    openings: tuple[str, ...]
    folders: tuple[str, ...]
    words: tuple[str, ...]
    ending: str
    tools: tuple[tuple[str, str], ...]
    requests: tuple[str, ...]
    steps: tuple[str, ...]
    outputs: tuple[str, ...]
    endings: tuple[str, ...]
    asides: tuple[tuple[str, str], ...]
    says: Mapping[str, tuple[Said, ...]]
    errors: tuple[str, ...]
    settings: tuple[tuple[str, tuple[str, ...]], ...]
    identifiers: tuple[tuple[str, str], ...]
    numbers: tuple[tuple[str, str], ...]
    corrections: tuple[tuple[Said, Said], ...]
    rules: tuple[tuple[Said, tuple[str, ...]], ...]
    decisions: tuple[tuple[Said, tuple[str, ...]], ...]
