"""Flags on a summary beside an earlier one and beside what it replaced: repeated, nested, dropped, grown."""

from collections.abc import Iterator

from compaction.findings import Flag, FlagEvidence, Span
from compaction.measures.flagging.texts import Texts, collapsed, shared, stems

LEAST_CHARACTERS = 20
"""Of a text that counts as a summary when it stands inside another."""

FORGOTTEN = 0.3
"""Share of a prior's words below which nothing of it is left."""


def duplicate_summary(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that stands twice in the new list."""
    summary, after = texts.summary.strip(), texts.after or ""
    times = after.count(summary) if len(summary) >= LEAST_CHARACTERS else 0
    if times > 1:
        first = after.find(summary)
        places = (first, after.find(summary, first + len(summary)))
        spans = tuple([Span("after", place, place + len(summary)) for place in places])
        yield Flag("duplicate-summary", evidence=FlagEvidence(spans, (("times", times),)))


def nested_summary(texts: Texts) -> Iterator[Flag]:
    """Flag a summary that contains the earlier one word for word."""
    prior, summary = texts.material.prior.strip(), texts.summary
    if len(prior) >= LEAST_CHARACTERS and prior != summary.strip() and collapsed(prior) in collapsed(summary):
        start = summary.find(prior)
        spans = (Span("summary", start, start + len(prior)),) if start >= 0 else ()
        times = collapsed(summary).count(collapsed(prior))
        yield Flag("nested-summary", evidence=FlagEvidence(spans, (("times", times),)))


def dropped_summary(texts: Texts) -> Iterator[Flag]:
    """Flag an earlier summary of which neither the new summary nor the new list has anything."""
    material = texts.material
    if not material.prior.strip():
        return
    there = stems(f"{material.summary}\n{texts.after or ''}")
    identifiers = material.in_prior.identifiers
    kept = any(material.in_summary.mentions(one) or _stands(one[1], texts.after or "") for one in identifiers)
    if not kept and shared(stems(material.prior), there) < FORGOTTEN:
        counts = (("identifiers", len(identifiers)),)
        yield Flag("dropped-summary", evidence=FlagEvidence((Span("prior", 0, len(material.prior)),), counts))


def _stands(value: str, text: str) -> bool:
    return value.lower() in text.lower()


def summary_growth(texts: Texts) -> Iterator[Flag]:
    """Flag text that is not smaller than what it replaces, in bytes."""
    before, after = (
        len(text.encode(errors="surrogatepass")) for text in (texts.material.source, texts.material.summary)
    )
    if texts.material.source.strip() and after >= before:
        yield Flag("summary-growth", evidence=FlagEvidence(counts=(("bytes_before", before), ("bytes_after", after))))
