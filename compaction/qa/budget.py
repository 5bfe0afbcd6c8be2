"""How many tokens the summary may take, in whole numbers only.

Source: qa-summarizer 1.4.
"""

from decimal import Decimal

from compaction.qa.config import QaConfig


def per_mille(pct: float) -> int:
    """Return a fraction in thousandths, rounded down from its shortest decimal: 0.2999 gives 299."""
    return int(Decimal(repr(pct)) * 1000)


def summary_budget(config: QaConfig, target_tokens: int) -> int:
    """Return the budget in tokens."""
    return min(target_tokens * per_mille(config.summary_budget_pct) // 1000, config.max_summary_tokens)


def target(window: int, *, threshold_pct: int = 80, target_pct: int = 70, reserved: int = 0) -> int:
    """Return the tokens to land on: a share of the threshold line of the window, less what other content needs."""
    return max(window * threshold_pct // 100 * target_pct // 100 - reserved, 0)
