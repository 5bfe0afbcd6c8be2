"""Whatever is cut or shuffled: a clear answer, and no half row."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from compaction.errors import CaptureError
from compaction.formats.sentences import sentence
from webui.accounts.models import Team
from webui.jobs.models import Job
from webui.runs.models import Run
from webui.transcripts import access
from webui.transcripts.models import Body, Capture, Message, Strand, Transcript

EXAMPLES = sorted(
    path for path in (Path(__file__).parents[2] / "cases" / "wire").glob("*.*") if path.name != "index.json"
)


def damaged(data: bytes, dice: random.Random) -> list[bytes]:
    """The file cut at two places, and its lines in another order."""
    cuts = [data[: dice.randrange(1, len(data))], data[: len(data) - 1 - dice.randrange(min(200, len(data) - 1))]]
    lines = data.splitlines(keepends=True)
    dice.shuffle(lines)
    return [*cuts, b"".join(lines)]


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_a_damaged_capture_is_answered_and_leaves_no_half_row(
    example: Path, acme: Team, deliver: Callable[..., Capture]
) -> None:
    dice = random.Random(example.name)  # noqa: S311 - no secret
    for data in damaged(example.read_bytes(), dice):
        try:
            capture = deliver(data, name=example.name)
        except CaptureError as error:  # the upload page answers at once
            assert sentence(error)
            continue
        assert capture.state in ("ready", "failed")
        assert (capture.state == "failed") == bool(capture.error_code)
        if capture.state == "failed":
            assert sentence(CaptureError(capture.error_code))
            assert not capture.transcripts.exists()
        for transcript in capture.transcripts.all():
            assert transcript.checked is not None
            assert access.rows_of(transcript).count() == transcript.messages
    assert not Job.objects.filter(error_code="internal-error").exists()
    assert not Run.objects.filter(state__in=["queued", "checking"]).exists()
    assert not Body.objects.exclude(pk__in=Message.objects.values("body")).exists()
    assert not Strand.objects.filter(transcripts=None, children=None).exists()
    assert Transcript.objects.filter(team=acme).count() == Transcript.objects.count()
