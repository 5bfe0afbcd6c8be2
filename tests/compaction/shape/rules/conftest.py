"""What one rule says of one request."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check

Said = list[tuple[str, str]]


@pytest.fixture
def said() -> Callable[..., Said]:
    """(pointer, severity) of each violation of one rule in the provider layer."""

    def judge(rule: str, *messages: dict[str, Any], dialect: str = "anthropic", **more: Any) -> Said:
        options = {name: more.pop(name) for name in ("variant", "headers", "before") if name in more}
        name = {"gemini": "contents", "openai-responses": "input"}.get(dialect, "messages")
        body = json.dumps({**more, name: list(messages)}).encode()
        report = check(body, dialect=dialect, layer="provider", **options)
        return [(one.pointer, str(one.severity)) for one in report.violations if one.rule == rule]

    return judge
