"""What was captured, what was read from it, what the rules say, and what is kept and masked."""

from webui.transcripts.models.captures import Body, Capture, Message, Strand, Transcript, Violation, new_id
from webui.transcripts.models.keeping import Retention, Tombstone
from webui.transcripts.models.masking import Redaction, Report

__all__ = [
    "Body",
    "Capture",
    "Message",
    "Redaction",
    "Report",
    "Retention",
    "Strand",
    "Tombstone",
    "Transcript",
    "Violation",
    "new_id",
]
