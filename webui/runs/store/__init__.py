"""Rows <-> library values. The only place that writes runs."""

from webui.runs.store.values import (
    Breach,
    Explanation,
    FateRange,
    Fates,
    Given,
    checks_of,
    explanation_of,
    fate_at,
    given_of,
    summary_of,
    text_of,
)

__all__ = [
    "Breach",
    "Explanation",
    "FateRange",
    "Fates",
    "Given",
    "checks_of",
    "explanation_of",
    "fate_at",
    "given_of",
    "summary_of",
    "text_of",
]
