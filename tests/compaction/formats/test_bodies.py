import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import MessageList, bodies, read
from compaction.transcripts import Text


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MAX_BLOCK_BYTES", 100)


def records(content: object) -> list[object]:
    body = {"system": "Be brief.", "messages": [{"role": "user", "content": content}]}
    return list(read([json.dumps(body, ensure_ascii=False).encode()]))


@pytest.mark.parametrize(
    "content",
    [
        "x" * 101,
        "é" * 51,
        [{"type": "text", "text": "x" * 101}],
        [{"type": "tool_result", "tool_use_id": "t", "content": "x" * 101}],
        [{"type": "tool_use", "id": "t", "name": "n", "input": "x" * 101}],
        [{"type": "hologram", "x": "x" * 101}],
        [{"type": "thinking", "thinking": "x" * 101}],
    ],
)
def test_a_block_over_the_limit_is_refused(content: object) -> None:
    with pytest.raises(CaptureError) as refused:
        records(content)
    assert (refused.value.code, refused.value.kind) == ("too-large", "block")
    assert refused.value.found[0].endswith(" bytes")


@pytest.mark.parametrize(
    "content",
    [
        "x" * 100,
        "é" * 50,
        [{"type": "text", "text": "x" * 60}, {"type": "text", "text": "y" * 60}],
        [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "eHh4" * 100}}],
    ],
)
def test_many_small_blocks_and_media_pass(content: object) -> None:
    (found,) = records(content)
    assert isinstance(found, MessageList)
    assert found.count == 1


def test_a_list_says_what_stands_around_it() -> None:
    (found,) = records("Hi")
    assert found.system == (Text("Be brief.", "/system"),)
    assert (found.model, found.request, found.response_only, found.reconstructed) == ("", True, False, False)
