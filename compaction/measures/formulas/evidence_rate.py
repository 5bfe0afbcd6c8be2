"""The share of folded answers whose words stand in the dropped messages.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of folded answers whose words stand in the dropped messages."""
    return ratio(material.counts.evidenced, material.counts.folded)


MEASURE = Measure(
    id="evidence-rate",
    title="Evidence rate",
    unit="0 to 1",
    formula="folded answers with evidence / folded answers",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 4 folded answers 3 have evidence: 3 / 4.",
        Material("", "", counts=Counts(folded=4, evidenced=3)),
        0.75,
    ),
    compute=compute,
)
