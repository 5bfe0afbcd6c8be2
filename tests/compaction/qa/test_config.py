import math

import pytest

from compaction.qa.config import QaConfig


@pytest.mark.parametrize("pct", [0, -1, -0.0, math.nan, math.inf, -math.inf])
def test_a_fraction_that_is_none_becomes_the_default(pct: float) -> None:
    config = QaConfig(summary_budget_pct=pct)
    assert config.summary_budget_pct == 0.25
    assert config.warnings == ("summary_budget_pct",)


@pytest.mark.parametrize(("pct", "stored"), [(0.01, 0.05), (2.0, 0.95), (0.5, 0.5), (1, 0.95)])
def test_a_fraction_out_of_range_is_clamped_without_a_warning(pct: float, stored: float) -> None:
    config = QaConfig(summary_budget_pct=pct)
    assert (config.summary_budget_pct, config.warnings) == (stored, ())


def test_counts_have_least_values() -> None:
    config = QaConfig(max_summary_tokens=0, min_messages=1, preserve_recent=-3, transcript_max_chars=0)
    assert config == QaConfig(max_summary_tokens=1, min_messages=2, preserve_recent=1, transcript_max_chars=1)


def test_blank_instructions_stay_unset() -> None:
    config = QaConfig(summary_instructions=" \u2003\n")
    assert (config.summary_instructions, config.warnings) == (None, ("summary_instructions",))
    assert QaConfig(summary_instructions=" x ").summary_instructions == " x "


def test_the_defaults_are_those_of_the_reference() -> None:
    config = QaConfig()
    assert (config.max_summary_tokens, config.min_messages, config.preserve_recent) == (8000, 8, 6)
    assert (config.summary_budget_pct, config.accumulate, config.transcript_max_chars) == (0.25, True, 48_000)
