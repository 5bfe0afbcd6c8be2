"""The share of questions that the dropped messages cannot answer.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of questions that the dropped messages cannot answer."""
    return ratio(material.counts.unknown, material.counts.asked)


MEASURE = Measure(
    id="unknown-yield",
    title="Questions without an answer",
    unit="0 to 1",
    formula="unknown / asked",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 8 questions 2 were answered with unknown: 2 / 8.",
        Material("", "", counts=Counts(asked=8, unknown=2)),
        0.25,
    ),
    compute=compute,
)
