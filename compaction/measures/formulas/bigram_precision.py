"""The share of the summary's pairs of words that the source has too.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material
from compaction.measures.measure import Example, Measure
from compaction.measures.precision import precision


def compute(material: Material) -> float | None:
    """Give the share of the summary's pairs of words that the source has too."""
    return precision(material, 2)


MEASURE = Measure(
    id="bigram-precision",
    title="Bigram precision",
    unit="0 to 1",
    formula="pairs of words of the summary that occur in the source / all of them",
    source="qa-summarizer 3.1",
    example=Example(
        "Of the 3 pairs, only 'read the' occurs: 1 / 3.",
        Material("They read the log file", "We read the file"),
        0.3333,
    ),
    compute=compute,
)
