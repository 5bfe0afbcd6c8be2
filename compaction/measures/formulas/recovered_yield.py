"""The share of questions that the dropped messages answer.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of questions that the dropped messages answer."""
    return ratio(material.counts.recovered, material.counts.asked)


MEASURE = Measure(
    id="recovered-yield",
    title="Questions answered",
    unit="0 to 1",
    formula="recovered / asked",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 8 questions 6 were answered: 6 / 8.",
        Material("", "", counts=Counts(asked=8, recovered=6)),
        0.75,
    ),
    compute=compute,
)
