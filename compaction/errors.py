"""Every exception of the library.

CompactionError
    CaptureError        a capture cannot be read
    UnreadableRequest   a request body is not one JSON object
    ContractError
        InvalidInput    a field of a compaction input breaks the contract
        InputTooLarge   a compaction input does not fit
        InvalidSummary  a summary or a result was refused, with its reason
        ExecutionFailed no result came at all
        SummaryTooLarge the complete request is still too large after replacement
        UnreadablePart  a part of a run upload is not the JSON it promises
    ClientError         a language model gave no reply
    ScriptEnded         a scripted client was asked once too often

Texts are fixed, with slots only for numbers and words of closed lists. No slot takes a string from a capture, a
summary or a reply.
"""


class CompactionError(Exception):
    """Base of all errors of the library. `code` is stable and kebab-case."""

    code: str = "compaction-error"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class UnreadableRequest(CompactionError):
    """The bytes are not one JSON object. `offset` is the byte at fault.

    Source: interfaces 1.1.
    """

    def __init__(self, code: str, offset: int) -> None:
        super().__init__(f"The request is not one JSON object ({code}, byte {offset}).")
        self.code = code
        self.offset = offset


class CaptureError(CompactionError):
    """A capture cannot be read.

    `found` quotes what stood there (redacted, 80 characters each, at most 10). It is meant for the uploader alone and
    never becomes part of text, repr or args.

    Source: wire-formats 9, interfaces 1.5.
    """

    def __init__(
        self,
        code: str,
        *,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        kind: str | None = None,
        found: tuple[str, ...] = (),
    ) -> None:
        places = (("line", line), ("column", column), ("byte", offset))
        place = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"The capture cannot be read: {code}" + (f" at {place}." if place else "."))
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column
        self.kind = kind
        self.found = found


class ContractError(CompactionError):
    """Base of what the compaction contract refuses."""


class InvalidInput(ContractError):
    """A field of a compaction input breaks the contract.

    `field` is one of `wire`, `basis`, `model`, `request_fingerprint`, `transcript`, `max_summary_tokens`.
    """

    code = "invalid-input"

    def __init__(self, field: str) -> None:
        super().__init__(f"The compaction input is invalid: {field}.")
        self.field = field


class InputTooLarge(ContractError):
    """A compaction input does not fit `limit` bytes even when cut; `size` bytes is the smallest form tried."""

    code = "input-too-large"

    def __init__(self, limit: int, size: int) -> None:
        super().__init__(f"The compaction input takes {size} bytes; {limit} are allowed.")
        self.limit = limit
        self.size = size


class InvalidSummary(ContractError):
    """A summary or result was refused.

    `reason` is one of the ten ids of summary-validation; line and column count characters from 1.
    """

    code = "invalid-summary"

    def __init__(
        self, reason: str, section: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(f"The summary was refused: {reason}.")
        self.reason = reason
        self.section = section
        self.line = line
        self.column = column


class ExecutionFailed(ContractError):
    """The model gave no response to judge."""

    code = "execution-failed"

    def __init__(self) -> None:
        super().__init__("The compaction ended without a response.")


class SummaryTooLarge(ContractError):
    """The complete request after replacement measures `measured` tokens; it must stay below `limit`."""

    code = "summary-too-large"

    def __init__(self, measured: int, limit: int) -> None:
        super().__init__(f"The request after replacement has {measured} tokens; it must have fewer than {limit}.")
        self.measured = measured
        self.limit = limit


class UnreadablePart(ContractError):
    """A part of a run upload is not the JSON it promises. The parts are `response`, `usage`, `limits`, `events`,
    `output_schema`, `measured_tokens` and `keep_last`."""

    code = "unreadable-part"

    def __init__(self, part: str) -> None:
        super().__init__(f"The {part} of the upload cannot be read.")
        self.part = part


class ClientError(CompactionError):
    """A language model gave no reply.

    `code` is a word of the client's own closed list, such as `rate-limited`. `retryable` says whether another try may
    help, `retry_after` how many seconds to wait before it where the provider says so. Nothing of what was sent or came
    back is kept.

    Source: architecture 8.
    """

    def __init__(
        self, code: str, *, retryable: bool, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"The model gave no reply: {code}" + (f" (HTTP {status})." if status else "."))
        self.code = code
        self.retryable = retryable
        self.status = status
        self.retry_after = retry_after


class ScriptEnded(CompactionError):
    """A scripted client was asked once too often."""

    code = "script-ended"

    def __init__(self) -> None:
        super().__init__("The script has no more replies.")
