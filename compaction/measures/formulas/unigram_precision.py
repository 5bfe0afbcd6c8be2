"""The share of the summary's words that the source has too.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material
from compaction.measures.measure import Example, Measure
from compaction.measures.precision import precision


def compute(material: Material) -> float | None:
    """Give the share of the summary's words that the source has too."""
    return precision(material, 1)


MEASURE = Measure(
    id="unigram-precision",
    title="Unigram precision",
    unit="0 to 1",
    formula="words of the summary that occur in the source / all of them",
    source="qa-summarizer 3.1",
    example=Example(
        "Of the 4 words, 3 occur in the source: 3 / 4.",
        Material("They read the log file", "We read the file"),
        0.75,
    ),
    compute=compute,
)
