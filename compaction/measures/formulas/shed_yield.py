"""The share of questions whose answers did not fit the budget.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of questions whose answers did not fit the budget."""
    return ratio(material.counts.shed, material.counts.asked)


MEASURE = Measure(
    id="shed-yield",
    title="Answers that did not fit",
    unit="0 to 1",
    formula="shed / asked",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 8 questions the answers of 2 did not fit: 2 / 8.",
        Material("", "", counts=Counts(asked=8, shed=2)),
        0.25,
    ),
    compute=compute,
)
