"""From an error of the library to an answer."""

import pytest

from compaction.errors import CaptureError, CompactionError, InvalidInput, UnreadableRequest
from webui.common.errors import TEXTS, answer_for, capture_sentence, plain


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (CaptureError("json-syntax", line=3), 422, "json-syntax"),
        (CaptureError("too-large", kind="body"), 413, "too-large"),
        (CaptureError("compressed-input", kind="gzip"), 415, "compressed-input"),
        (CaptureError("not-text"), 415, "not-text"),
        (UnreadableRequest("json-syntax", 4), 400, "json-syntax"),
        (InvalidInput("wire"), 422, "invalid-input"),
    ],
)
def test_an_error_has_a_status_and_keeps_its_code(error: CompactionError, status: int, code: str) -> None:
    answer = answer_for(error)

    assert (answer.status, answer.code) == (status, code)
    assert answer.text.endswith(".")


def test_what_was_found_is_not_in_the_text() -> None:
    error = CaptureError("unknown-format", line=1, found=("a private key",))

    assert "private" not in answer_for(error).text


def test_a_stored_failure_reads_like_the_fresh_one() -> None:
    error = CaptureError("json-truncated", line=7, column=2, offset=90)

    assert capture_sentence("json-truncated", {"line": 7, "column": 2, "offset": 90}) == answer_for(error).text
    assert "line 7" in answer_for(error).text


def test_plain_answers_end_like_sentences() -> None:
    for status, (code, text) in TEXTS.items():
        assert (plain(status).code, plain(status).text) == (code, text)
        assert text.endswith(".")
