import pytest

from compaction.qa.budget import per_mille, summary_budget, target
from compaction.qa.config import QaConfig


@pytest.mark.parametrize(
    ("pct", "thousandths"), [(0.2999, 299), (0.3335, 333), (0.0567, 56), (0.1 + 0.2, 300), (0.29, 290), (0.5, 500)]
)
def test_thousandths_come_from_the_shortest_decimal(pct: float, thousandths: int) -> None:
    assert per_mille(pct) == thousandths


def test_the_ceiling_caps_the_share() -> None:
    assert summary_budget(QaConfig(), 40_000) == 8000
    assert summary_budget(QaConfig(), 31_999) == 7999


def test_the_target_is_a_share_of_the_threshold_line() -> None:
    assert target(200_000) == 112_000
    assert target(200_000, reserved=12_000) == 100_000
    assert target(1000, reserved=5000) == 0
    assert target(999, threshold_pct=50, target_pct=50) == 249
