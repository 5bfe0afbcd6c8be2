"""All charts, in the order of the page."""

from webui.review.trends.chart import Trend
from webui.review.trends.charts import ages, decisions, facts, refusals, rules, waivers

TRENDS: tuple[Trend, ...] = (
    ages.TREND,
    refusals.TREND,
    facts.TREND,
    decisions.TREND,
    waivers.TREND,
    rules.TREND,
)
