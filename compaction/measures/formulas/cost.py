"""How many tokens a pass spends to save one.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Counts, Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give how many tokens a pass spends to save one."""
    return ratio(material.counts.spent, material.counts.tokens_saved)


MEASURE = Measure(
    id="cost",
    title="Cost",
    unit="tokens spent per token saved",
    formula="(input tokens + output tokens of all calls) / tokens saved",
    source="qa-summarizer 3.1",
    example=Example(
        "3,000 tokens spent to save 6,000: 3,000 / 6,000.",
        Material("", "", counts=Counts(spent=3000, tokens_saved=6000)),
        0.5,
    ),
    compute=compute,
)
