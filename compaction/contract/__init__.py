"""The compaction contract: what a summarizer is given, what it must give back, and how a result is judged."""

from compaction.contract.encoding import encode_input
from compaction.contract.fit import fit_input
from compaction.contract.input import decode_input
from compaction.contract.model import Basis, CompactionInput, CompactionOutput, Message, ModelKey, Role, Usage
from compaction.contract.reasons import REASONS, Reason
from compaction.contract.rejection import RejectReason, reject_reason
from compaction.contract.replacement import check_replacement
from compaction.contract.response import ModelResponse, run_response
from compaction.contract.result import validate_result
from compaction.contract.trace import NOT_UPLOADED, Check, Note, NotUploaded, State, trace, trace_response

__all__ = [
    "NOT_UPLOADED",
    "REASONS",
    "Basis",
    "Check",
    "CompactionInput",
    "CompactionOutput",
    "Message",
    "ModelKey",
    "ModelResponse",
    "NotUploaded",
    "Note",
    "Reason",
    "RejectReason",
    "Role",
    "State",
    "Usage",
    "check_replacement",
    "decode_input",
    "encode_input",
    "fit_input",
    "reject_reason",
    "run_response",
    "trace",
    "trace_response",
    "validate_result",
]
