"""What must not be stored, and how it is masked in a stream of bytes."""

from compaction.redaction.redact import Redactor, redact, redact_text

__all__ = ["Redactor", "redact", "redact_text"]
