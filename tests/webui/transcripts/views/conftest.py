"""People at their browsers, and a capture whose tool result lost its call."""

from collections.abc import Callable
from typing import Any

import pytest

from webui.transcripts.models import Capture, Transcript

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def broken(deliver: Callable[..., Capture], orphan: dict[str, Any]) -> Transcript:
    """A transcript of four messages; block 0 of message 1 is a result without its call."""
    return deliver(orphan, name="nightly.json").transcripts.get()


@pytest.fixture
def address(broken: Transcript) -> str:
    return f"/t/acme/transcripts/{broken.pk}"
