"""The share of the summary's runs of three words that the source has too.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material
from compaction.measures.measure import Example, Measure
from compaction.measures.precision import precision


def compute(material: Material) -> float | None:
    """Give the share of the summary's runs of three words that the source has too."""
    return precision(material, 3)


MEASURE = Measure(
    id="trigram-precision",
    title="Trigram precision",
    unit="0 to 1",
    formula="runs of three words of the summary that occur in the source / all of them",
    source="qa-summarizer 3.1",
    example=Example(
        "Neither of the 2 runs occurs: 0 / 2.",
        Material("They read the log file", "We read the file"),
        0.0,
    ),
    compute=compute,
)
