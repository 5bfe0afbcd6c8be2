"""Rows <-> library values. The only place that writes runs."""

from webui.runs.store.values import (
    Breach,
    Destination,
    Explanation,
    FateRange,
    Fates,
    Given,
    Source,
    checks_of,
    comes_from,
    explanation_of,
    fate_at,
    given_of,
    goes_to,
    section_from,
    summary_of,
    text_of,
)

__all__ = [
    "Breach",
    "Destination",
    "Explanation",
    "FateRange",
    "Fates",
    "Given",
    "Source",
    "checks_of",
    "comes_from",
    "explanation_of",
    "fate_at",
    "given_of",
    "goes_to",
    "section_from",
    "summary_of",
    "text_of",
]
