"""What measures are taken of: the texts of a compaction, and the counts of its pass.

Source: qa-summarizer 3.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from compaction.identifiers import Identifier, Presence

WORD = re.compile(r"[a-z][a-z'\-]*|\d[\d,\.]*")


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened in a pass. Tokens are those of the whole list; `spent` is input and output of all calls."""

    asked: int = 0
    recovered: int = 0
    unknown: int = 0
    shed: int = 0
    folded: int = 0
    evidenced: int = 0
    spent: int = 0
    tokens_saved: int = 0
    tokens_before: int = 0
    tokens_after: int = 0


@dataclass(frozen=True)
class Material:
    """The replaced messages as one text, the text that replaced them, the text of call 1, and what else was known.

    What several measures need is computed once.
    """

    source: str
    summary: str
    prior: str = ""
    hook: str = ""
    draft: str | None = None
    counts: Counts = Counts()

    @cached_property
    def in_source(self) -> Presence:
        """The identifiers of the source."""
        return Presence(self.source)

    @cached_property
    def in_summary(self) -> Presence:
        """The identifiers of the summary."""
        return Presence(self.summary)

    @cached_property
    def in_prior(self) -> Presence:
        """The identifiers of the prior."""
        return Presence(self.prior)

    @cached_property
    def in_hook(self) -> Presence:
        """The identifiers of the hook text."""
        return Presence(self.hook)

    @cached_property
    def kept(self) -> frozenset[Identifier]:
        """The identifiers of the source that the summary has."""
        return frozenset(filter(self.in_summary.has, self.in_source.identifiers))

    @property
    def lost(self) -> frozenset[Identifier]:
        """The identifiers of the source that the summary lacks."""
        return self.in_source.identifiers - self.kept

    @cached_property
    def kept_by_draft(self) -> frozenset[Identifier] | None:
        """The identifiers of the source that the text of call 1 has, if there is one."""
        if self.draft is None:
            return None
        return frozenset(filter(Presence(self.draft).has, self.in_source.identifiers))

    @cached_property
    def unsupported(self) -> frozenset[Identifier]:
        """The identifiers of the summary that neither source, prior nor hook text has."""
        known = (self.in_source, self.in_prior, self.in_hook)
        return frozenset(
            identifier for identifier in self.in_summary.identifiers if not any(text.has(identifier) for text in known)
        )

    @cached_property
    def source_words(self) -> list[str]:
        """The words and numbers of the source, in order."""
        return words(self.source)

    @cached_property
    def summary_words(self) -> list[str]:
        """The words and numbers of the summary, in order."""
        return words(self.summary)


def words(text: str) -> list[str]:
    """Give the words and numbers of a text in small letters, in order."""
    return WORD.findall(text.lower())


def ngrams(found: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Give all runs of so many words."""
    return zip(*[found[start:] for start in range(size)], strict=False)


def ratio(part: float, whole: float) -> float | None:
    """Give a share with four decimals, or nothing where there is no whole."""
    return round(part / whole, 4) if whole else None
