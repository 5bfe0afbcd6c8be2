"""The share of hard facts that the first call kept.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure
from compaction.measures.samples import EXPORT, FOLDED, SHORT


def compute(material: Material) -> float | None:
    """Give the share of hard facts that the first call kept."""
    kept = material.kept_by_draft
    return None if kept is None else ratio(len(kept), len(material.in_source.identifiers))


MEASURE = Measure(
    id="draft-recall",
    title="Identifier recall of call 1",
    unit="0 to 1",
    formula="identifiers of the source present in the text of call 1 / identifiers of the source",
    source="qa-summarizer 3.1",
    example=Example(
        "Before folding, 5 of 8 identifiers are kept: 5 / 8.",
        Material(EXPORT, FOLDED, draft=SHORT),
        0.625,
    ),
    compute=compute,
)
