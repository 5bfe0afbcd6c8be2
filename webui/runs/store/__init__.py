"""Rows <-> library values. The only place that writes runs."""

from webui.runs.store.carriage import (
    Destination,
    Source,
    comes_from,
    goes_to,
    section_from,
    sentence_from,
)
from webui.runs.store.values import (
    Breach,
    Cuts,
    Explanation,
    FateRange,
    Fates,
    Given,
    PlacedCut,
    checks_of,
    explanation_of,
    fate_at,
    given_of,
    summary_of,
    text_of,
)

__all__ = [
    "Breach",
    "Cuts",
    "Destination",
    "Explanation",
    "FateRange",
    "Fates",
    "Given",
    "PlacedCut",
    "Source",
    "checks_of",
    "comes_from",
    "explanation_of",
    "fate_at",
    "given_of",
    "goes_to",
    "section_from",
    "sentence_from",
    "summary_of",
    "text_of",
]
