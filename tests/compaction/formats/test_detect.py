import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import detect

BODY = json.dumps({"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "Grüße " * 50}]}).encode()


def refused(head: bytes, **how: bool) -> CaptureError:
    with pytest.raises(CaptureError) as error:
        detect(head, **how)
    return error.value


def test_a_small_capture_is_recognised_at_once() -> None:
    found = detect(BODY, name="body.json")
    assert (found.format, found.title) == ("anthropic-request", "Anthropic Messages request")


def test_lines_are_recognised_by_the_first() -> None:
    assert detect(BODY + b"\n" + BODY[:200]).format == "chat-jsonl"


def test_half_a_document_cannot_be_told() -> None:
    text = json.dumps({"messages": [{"role": "user", "content": "Grüße"}]}, ensure_ascii=False).encode()
    for end in range(1, len(text)):
        assert detect(text[:end]).format is None


def test_a_cut_character_at_the_end_is_no_mistake() -> None:
    for character in ("é", "€", "😀"):
        data = b'{"a": "' + character.encode()
        for end in range(8, len(data)):
            assert detect(data[:end]).format is None
    assert refused(b'{"a": "\x80\x80\x80\x80').code == "bad-encoding"


def test_the_end_of_a_complete_capture_counts() -> None:
    assert refused(BODY[:100], complete=True).code == "json-truncated"
    assert detect(BODY, complete=True).format == "anthropic-request"
    assert refused(b" \n", complete=True).code == "empty-file"
    assert detect(b" \n").format is None


def test_unknown_keys_may_be_followed_by_others() -> None:
    assert detect(b'{"alpha": 1}\n').format is None
    assert refused(b'{"alpha": 1}\n', complete=True).code == "unknown-format"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"\x1f\x8b\x08", "compressed-input"),
        (b"  <!DOCTYPE html>", "markup-page"),
        (b"hello", "unknown-format"),
        (b'{"a": "\xe9\xe9\xe9"}', "bad-encoding"),
        (b'{"a" 1', "json-syntax"),
        (b'{"error":{"message":"no"}}', "error-response"),
    ],
)
def test_what_the_head_proves_is_refused_at_once(head: bytes, code: str) -> None:
    assert refused(head).code == code
