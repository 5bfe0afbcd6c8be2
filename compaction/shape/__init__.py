"""Whether a provider would refuse a list of messages for its shape, why and where."""

from compaction.shape.check import Report, check
from compaction.shape.registry import CATALOGUE, RULES
from compaction.shape.rule import Rule

__all__ = ["CATALOGUE", "RULES", "Report", "Rule", "check"]
