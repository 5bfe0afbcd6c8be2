"""The share of the summary's hard facts that were not invented.

Source: qa-summarizer 3.1.
"""

from compaction.measures.material import Material, ratio
from compaction.measures.measure import Example, Measure


def compute(material: Material) -> float | None:
    """Give the share of the summary's hard facts that were not invented."""
    return ratio(
        len(material.in_summary.identifiers) - len(material.unsupported),
        len(material.in_summary.identifiers),
    )


MEASURE = Measure(
    id="identifier-precision",
    title="Identifier precision",
    unit="0 to 1",
    formula="1 - identifiers of the summary found nowhere before / identifiers of the summary",
    source="qa-summarizer 3.1",
    example=Example(
        "Of 2 identifiers in the summary, port 5432 stands nowhere before: 1 - 1 / 2.",
        Material("ledger_v7 on port 5433", "ledger_v7 on port 5432"),
        0.5,
    ),
    compute=compute,
)
