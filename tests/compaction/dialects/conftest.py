import json
from collections.abc import Callable

import pytest

from compaction.dialects import Native, read_messages
from compaction.transcripts import Dialect, Message

Mapped = Callable[..., Message]


@pytest.fixture
def mapped() -> Mapped:
    """Map one message of a dialect, alone in its list; bytes are taken as they are."""

    def map_one(dialect: Dialect, message: object) -> Message:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        (only,) = read_messages((Native(json.loads(data), data),), dialect)
        return only

    return map_one
