"""The list of charts against its folder."""

import pkgutil
from collections.abc import Callable

from webui.review.trends import charts
from webui.review.trends.registry import TRENDS
from webui.review.trends.scope import Scope


def test_every_chart_is_registered_under_its_own_name() -> None:
    assert sorted(trend.id for trend in TRENDS) == sorted(one.name for one in pkgutil.iter_modules(charts.__path__))


def test_every_chart_of_a_team_without_anything_says_so_in_a_sentence(scope: Callable[..., Scope]) -> None:
    for trend in TRENDS:
        found = trend.decide(trend.gather(scope()), scope())
        assert found.id == trend.id
        assert found.blank.endswith("."), trend.id
        assert found.figure.label
