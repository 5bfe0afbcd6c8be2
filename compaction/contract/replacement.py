"""The request after a summary took its place, measured against the model's limit.

Source: summary-validation 8.
"""

from compaction.errors import SummaryTooLarge


def check_replacement(measured_tokens: int, *, limit_tokens: int) -> None:
    """Test the tokens of the complete next request; a count equal to the limit is already too large.

    Raises: SummaryTooLarge.
    """
    if measured_tokens >= limit_tokens:
        raise SummaryTooLarge(measured_tokens, limit_tokens)
