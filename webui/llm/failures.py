"""What an answer that is no reply means: HTTP status and body -> ClientError.

The body is looked at and left behind. Providers name an over-long prompt in words alone, so words are searched.
"""

import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

from compaction.errors import ClientError

_TOO_LONG = re.compile(
    r"context[ _-]?(?:length|size|window)|maximum context|prompt is too long|too many (?:input )?tokens|"
    r"input (?:is )?too long|exceed_context|longer than the (?:model|context)",
    re.IGNORECASE,
)
_FINAL = {401: "key-refused", 402: "no-credit", 403: "not-allowed", 404: "not-found", 405: "not-found"}
_BUSY = {408: "deadline", 409: "server-failed", 425: "overloaded", 429: "rate-limited", 503: "overloaded"}
OVERLOADED = 529
"""Anthropic's own status for an overloaded service."""


def refusal(status: int, headers: Mapping[str, str], body: str, clock: Callable[[], float] = time.time) -> ClientError:
    """Return the error of an HTTP answer other than 200. `clock` gives seconds since 1970, for dates to wait for."""
    if status in (400, 413, 422) and (status == 413 or _TOO_LONG.search(body)):
        return ClientError("prompt-too-long", retryable=False, status=status)
    if status in _FINAL:
        return ClientError(_FINAL[status], retryable=False, status=status)
    if status >= 500 or status in _BUSY:
        code = "overloaded" if status == OVERLOADED else _BUSY.get(status, "server-failed")
        # A used-up quota is told with the same status as haste, and no waiting helps.
        if status == 429 and re.search(r"insufficient_quota", body):
            return ClientError("no-credit", retryable=False, status=status)
        return ClientError(code, retryable=True, status=status, retry_after=wait(headers, clock))
    return ClientError("refused", retryable=False, status=status)


def wait(headers: Mapping[str, str], clock: Callable[[], float] = time.time) -> float | None:
    """Return the seconds to wait that the headers ask for, at least 0; None where they ask for nothing readable."""
    value = headers.get("retry-after-ms", "").strip()
    if _is_number(value):
        return float(value) / 1000
    value = headers.get("retry-after", "").strip()
    if _is_number(value):
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - clock())


def _is_number(value: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", value))
