"""One key, and a masking of whole documents."""

import json
from collections.abc import Callable

import pytest

from compaction.redaction import redact

KEY = b"k" * 32
Mask = Callable[[str], str]


@pytest.fixture
def mask() -> Mask:
    """Mask a text as the only content of a JSON document, and give the text that is left."""

    def masked(text: str) -> str:
        body = json.dumps({"messages": [{"role": "user", "content": text}]}).encode()
        document = json.loads(b"".join(redact([body], KEY)))
        content = document["messages"][0]["content"]
        assert isinstance(content, str)
        return content

    return masked


@pytest.fixture
def mask_bytes() -> Callable[[bytes], bytes]:
    return lambda body: b"".join(redact([body], KEY))
