"""The share of hard facts that the summary keeps.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure
from compaction.measures.samples import EXPORT, SHORT


def compute(material: Material) -> float | None:
    """Give the share of hard facts that the summary keeps."""
    return ratio(len(material.kept), len(material.in_source.identifiers))


MEASURE = Measure(
    id="identifier-recall",
    title="Identifier recall",
    unit="0 to 1",
    formula="identifiers of the source present in the summary / identifiers of the source",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 8 identifiers 5 are kept: 5 / 8.",
        Material(EXPORT, SHORT),
        0.625,
    ),
    compute=compute,
)
