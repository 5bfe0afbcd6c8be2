"""What is left of the whole list.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give what is left of the whole list."""
    return ratio(material.counts.tokens_after, material.counts.tokens_before)


MEASURE = Measure(
    id="list-compression",
    title="Compression of the list",
    unit="0 to 1",
    formula="tokens of the new list / tokens of the old list",
    source="qa-summarizer 3.1",
    example=Example(
        "From 8,000 tokens to 2,000: 2,000 / 8,000.",
        Material("", "", counts=Counts(tokens_before=8000, tokens_after=2000)),
        0.25,
    ),
    compute=compute,
)
