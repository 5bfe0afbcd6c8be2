"""What a provider said where it refused a request: a recorded answer of any envelope -> `ProviderAnswer`.

A reader hands what its record holds to `answer_to`: a whole body, the text of one, or an error's bare words, in any
dialect's wording. Readers know no rules; `inspection.match_answer` finds those in the words, with the place named.

Source: provider-rules 1.
"""

import json
from collections.abc import Mapping

from compaction.errors import CaptureError
from compaction.formats.decoding import decode
from compaction.formats.json_text import JsonText
from compaction.formats.records import ProviderAnswer

MAX_TEXT = 100_000
"""Characters kept of an answer: far more than any error has, so that what is cut later was masked as a whole."""

WRAPPINGS = 8
"""Steps into an envelope; a gateway wraps the error of the one behind it, as an object or as text."""

STATUSES = ("status_code", "status", "statusCode")
INNER = ("error", "message", "Message", "detail", "errorMessage")
"""Where envelopes keep the text, or the next envelope; in this order."""

EVENT_DATA = "data:"


def answer_to(
    number: int | None, at: str, body: object, *, status: int | None = None, failed: bool = False
) -> ProviderAnswer | None:
    """Return what the answer to list `number` says where it refuses the request, else None.

    `number` counts the lists of the capture from 0, None where the record holds none; `at` is the place of the body.
    `body` is a parsed value, its text, or the bare words of an error. Without a status an error's envelope speaks for
    itself; bare words do where the record says that the call `failed`.
    """
    refuses = is_refusal(status, body) or (failed and status is None and bool(body))
    return ProviderAnswer(number, at, (), words_of(body), status) if refuses else None


def status_of(response: Mapping[str, object]) -> int | None:
    """Return the HTTP status that a recorded response names."""
    for name in STATUSES:
        match response.get(name):
            case int(status) if not isinstance(status, bool):
                return status
            case str(text) if text.isascii() and text.isdecimal() and len(text) == 3:
                return int(text)
    return None


def is_refusal(status: int | None, body: object) -> bool:
    """Say whether an answer refuses the request: a status of 4xx, or an error envelope without any status."""
    if status is not None:
        return 400 <= status < 500
    match _parsed(body) if isinstance(body, str) else body:
        case {"error": {"message": _}} | [{"error": {"message": _}}, *_]:
            return True
    return False


def words_of(body: object, depth: int = WRAPPINGS) -> str:
    """Return the words of an error in any envelope, and the parameter that it names; else the body as it stands."""
    match body:
        case str(text):
            inner = _parsed(text) if depth else None
            return (words_of(inner, depth - 1) if isinstance(inner, dict | list) else text)[:MAX_TEXT]
        case [dict(only), *_] if depth:
            return words_of(only, depth - 1)
        case dict(members) if depth:
            inner = next((value for name in INNER if (value := members.get(name))), None)
            if isinstance(inner, str | dict):
                return _with_parameter(words_of(inner, depth - 1), members.get("param"))
    return json.dumps(body, ensure_ascii=False)[:MAX_TEXT] if body is not None else ""


def _with_parameter(text: str, parameter: object) -> str:
    named = isinstance(parameter, str) and parameter and parameter not in text
    return f"{text} ({parameter})" if named else text


def _parsed(text: str) -> object:
    """Return the value of a JSON text, or of the first event of a stream that holds an error."""
    stripped = text.strip()
    if stripped.startswith(("{", "[")):
        return parse(stripped)
    lines = (line for line in stripped.splitlines() if line.startswith(EVENT_DATA) and '"error"' in line)
    first = next(lines, None)
    return parse(first.removeprefix(EVENT_DATA).strip()) if first else None


def parse(text: str) -> object:
    """Return the value that a text in a record holds, or None where it is no JSON."""
    try:
        source = JsonText(text.encode("utf-8", "surrogatepass"))
        value, end = decode(source)
    except CaptureError:
        return None
    return value if end == len(source.text) else None
