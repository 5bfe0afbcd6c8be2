"""How many times shorter the summary is than what it replaces.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure
from compaction.tokens import Estimate


def compute(material: Material) -> float | None:
    """Give how many times shorter the summary is than what it replaces."""
    size = Estimate().count
    return ratio(size(material.source), size(material.summary))


MEASURE = Measure(
    id="compression",
    title="Compression",
    unit="times",
    formula="estimated tokens of the source / estimated tokens of the summary",
    source="qa-summarizer 3.1",
    example=Example(
        "40 letters are 10 tokens, 8 letters are 2: 10 / 2.",
        Material("x" * 40, "y" * 8),
        5.0,
    ),
    compute=compute,
)
