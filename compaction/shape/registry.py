"""The rules, in the order in which violations of one message are reported."""

from compaction.shape.rule import Rule
from compaction.shape.rules import answered_tool_use, non_empty_content, paired_tool_result, system_position

RULES: tuple[Rule, ...] = (
    system_position.RULE,
    non_empty_content.RULE,
    paired_tool_result.RULE,
    answered_tool_use.RULE,
)
