"""The rules, in order of evaluation and in the order in which violations of one message are reported.

Where two patterns fit one pasted error, the rule that stands first is named first.
"""

from compaction.shape.rule import Rule
from compaction.shape.rules import (
    answered_tool_use,
    empty_messages,
    non_empty_content,
    paired_tool_result,
    role_legal,
    system_position,
)

RULES: tuple[Rule, ...] = (
    empty_messages.RULE,
    role_legal.RULE,
    system_position.RULE,
    non_empty_content.RULE,
    paired_tool_result.RULE,
    answered_tool_use.RULE,
)
