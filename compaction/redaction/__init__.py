"""What must not be stored, and how it is masked in a stream of bytes."""

from compaction.redaction.known import Own
from compaction.redaction.redact import Redactor, Words, redact, redact_text

__all__ = ["Own", "Redactor", "Words", "redact", "redact_text"]
