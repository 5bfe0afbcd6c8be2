"""People at their browsers, and cases with and without their evidence."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from webui.accounts.models import Team
from webui.review.models import Case
from webui.transcripts import arrival, uploads
from webui.transcripts.models import Transcript

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "billing/fees.py"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "GRACE = 14"}
ORPHAN = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "tools": [{"name": "read_file", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Summary: the fee is early."},
        {"role": "user", "content": [RESULT]},
        {"role": "assistant", "content": "The grace is too short."},
        {"role": "user", "content": "Then fix it."},
    ],
}


@pytest.fixture
def broken(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> Transcript:
    """A transcript whose result at 1.0 lost its call."""
    sink = uploads.Sink(bytes(acme.redaction_key), "nightly.json", "")
    sink.write(json.dumps(copy.deepcopy(ORPHAN)).encode())
    capture, _ = arrival.take(acme, None, sink.finish(), source="page")
    work_off()
    return capture.transcripts.get()


@pytest.fixture
def case(broken: Transcript, make_case: Callable[..., Case]) -> Case:
    """The case of that transcript, new."""
    Case.objects.all().delete()
    place = {"transcript": broken.pk, "position": 1, "block": 0, "pointer": "/messages/1/content/0"}
    return make_case(transcript=broken, capture=broken.capture, place=place)
