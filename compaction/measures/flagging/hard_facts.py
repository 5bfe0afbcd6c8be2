"""Flags on the identifiers that a summary lost or made up."""

from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.identifiers import Presence, last_of_each
from compaction.measures.flagging.texts import MOST_SPANS, Texts

LEAST_IDENTIFIERS = 5
LOW_RECALL = 0.2


def lost_identifiers(texts: Texts) -> Iterator[Flag]:
    """Flag identifiers of the replaced messages that the text in their place lacks; the newest first."""
    lost = last_of_each(texts.material.in_source.occurrences, texts.material.lost)
    if lost:
        spans = tuple([Span("source", one.start, one.end) for one in lost[:MOST_SPANS]])
        yield Flag("lost-identifiers", evidence=FlagEvidence(spans, _counts(texts)))


def low_identifier_recall(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that keeps fewer than 20 % of at least five identifiers."""
    if len(texts.material.in_source.identifiers) >= LEAST_IDENTIFIERS and is_low(texts):
        yield Flag("low-identifier-recall", evidence=FlagEvidence(counts=_counts(texts)))


def is_low(texts: Texts) -> bool:
    """Tell whether there are identifiers and fewer than 20 % of them are kept."""
    return len(texts.material.kept) < LOW_RECALL * len(texts.material.in_source.identifiers)


def ungrounded_fact(texts: Texts) -> Iterator[Flag]:
    """Flag identifiers of the summary that stand nowhere before, not even as a part of something else."""
    material = texts.material
    known = (material.in_source, material.in_prior, material.in_hook)
    own = material.in_summary if texts.summary == material.summary else Presence(texts.summary)
    invented = {one for one in own.identifiers if not any(text.mentions(one) for text in known)}
    places = [one for one in own.occurrences if one.identifier in invented]
    spans = tuple([Span("summary", one.start, one.end) for one in sorted(places, key=lambda one: one.start)])
    if spans:
        yield Flag("ungrounded-fact", evidence=FlagEvidence(spans[:MOST_SPANS], (("identifiers", len(invented)),)))


def _counts(texts: Texts) -> tuple[tuple[str, int], ...]:
    return (("identifiers", len(texts.material.in_source.identifiers)), ("kept", len(texts.material.kept)))
