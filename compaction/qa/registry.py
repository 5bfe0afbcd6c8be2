"""The calls of a pass, in order."""

from compaction.qa.call import Call
from compaction.qa.calls import answer, question, summarize

CALLS: tuple[Call, ...] = (summarize.CALL, question.CALL, answer.CALL)
