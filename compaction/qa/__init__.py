"""The three-call summarizer: what to ask next, what came of it, and which words prove it."""

from compaction.qa.advance import advance, complete, resume, run
from compaction.qa.budget import target
from compaction.qa.chain import Attempt, ChainOutcome, Stage, run_chain
from compaction.qa.config import Context, QaConfig
from compaction.qa.conversion import from_canonical
from compaction.qa.counting import COUNTERS, HEURISTIC, Counter
from compaction.qa.material import hook_text, material, rendered
from compaction.qa.messages import Message
from compaction.qa.outcome import CallRecord, Event, Outcome, Question, Spend
from compaction.qa.prior import PriorSummary
from compaction.qa.setup import Setup
from compaction.qa.stages import QaStage, StructuredStage, TruncatingStage, default_stages
from compaction.qa.state import Ask, CallFailed, Done, PassState

__all__ = [
    "COUNTERS",
    "HEURISTIC",
    "Ask",
    "Attempt",
    "CallFailed",
    "CallRecord",
    "ChainOutcome",
    "Context",
    "Counter",
    "Done",
    "Event",
    "Message",
    "Outcome",
    "PassState",
    "PriorSummary",
    "QaConfig",
    "QaStage",
    "Question",
    "Setup",
    "Spend",
    "Stage",
    "StructuredStage",
    "TruncatingStage",
    "advance",
    "complete",
    "default_stages",
    "from_canonical",
    "hook_text",
    "material",
    "rendered",
    "resume",
    "run",
    "run_chain",
    "target",
]
