"""The share of the prior's hard facts that are still there.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of the prior's hard facts that are still there."""
    identifiers = material.in_prior.identifiers
    return ratio(sum(map(material.in_summary.has, identifiers)), len(identifiers))


MEASURE = Measure(
    id="carry-over-recall",
    title="Carry-over recall",
    unit="0 to 1",
    formula="identifiers of the prior present in the summary / identifiers of the prior",
    source="qa-summarizer 3.1",
    example=Example(
        "The prior has 2 identifiers, 1 is still there: 1 / 2.",
        Material("", "port 5433", prior="port 5433, schema ledger_v7"),
        0.5,
    ),
    compute=compute,
)
