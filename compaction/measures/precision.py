"""How much of a summary's wording stands in its source.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ngrams, ratio


def precision(material: Material, size: int) -> float | None:
    """Give the share of the summary's runs of so many words that the source has."""
    runs = list(ngrams(material.summary_words, size))
    known = frozenset(runs).intersection(ngrams(material.source_words, size))
    return ratio(sum(run in known for run in runs), len(runs))
