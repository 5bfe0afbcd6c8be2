"""What `check_summary` and `POST /check/summary` answer: one summary looked at in memory, nothing stored."""

from typing import Any

from compaction import summary
from compaction.errors import InvalidSummary
from compaction.redaction import redact_text
from webui.transcripts.verdicts import KEY

NAME_CHARACTERS = 200


def judge_summary(name: str, xml: bytes) -> dict[str, Any]:
    """Return the verdict as JSON values; `reason` None: valid. Source: interfaces 2."""
    found: dict[str, Any] = {"reason": None, "section": None, "line": None, "column": None}
    try:
        summary.read(xml)
    except InvalidSummary as fault:
        found = {name: getattr(fault, name) for name in found}
    return {"name": redact_text(name[:NAME_CHARACTERS], KEY), **found}
