"""One compaction, its passes, what it lost, and what people say and have read of it."""

from webui.runs.models.facts import Fact, FactDecision
from webui.runs.models.passes import Call, Pass
from webui.runs.models.runs import Run, Summary
from webui.runs.models.ticks import Tick

__all__ = ["Call", "Fact", "FactDecision", "Pass", "Run", "Summary", "Tick"]
