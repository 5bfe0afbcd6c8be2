"""The share of hard facts that the question round won back.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure
from compaction.measures.samples import EXPORT, FOLDED, SHORT


def compute(material: Material) -> float | None:
    """Give the share of hard facts that the question round won back."""
    kept = material.kept_by_draft
    if kept is None:
        return None
    return ratio(len(material.kept) - len(kept), len(material.in_source.identifiers))


MEASURE = Measure(
    id="recovered-share",
    title="Recovered share",
    unit="-1 to 1",
    formula="(identifiers present in the summary - those present in the text of call 1) / identifiers of the source",
    source="qa-summarizer 3.1",
    example=Example(
        "Folding brings 5 of 8 to 6 of 8: 1 / 8.",
        Material(EXPORT, FOLDED, draft=SHORT),
        0.125,
    ),
    compute=compute,
)
