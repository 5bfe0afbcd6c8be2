"""The built-in sample tells its story."""

import json
from collections.abc import Callable
from pathlib import Path

from webui.accounts.models import Team
from webui.transcripts import access, blobs, sample
from webui.transcripts.models import Capture


def test_the_sample_shows_a_session_a_broken_compaction_and_a_clean_one(
    acme: Team, data_dir: Path, work_off: Callable[[], int]
) -> None:
    captures = sample.load(acme, None)
    assert [capture.state for capture in captures] == ["queued"] * 3
    work_off()

    transcripts = [access.transcripts_of(capture).get() for capture in captures]
    assert [one.dialect for one in transcripts] == ["anthropic"] * 3
    assert [one.messages for one in transcripts] == [66, 22, 23]
    found = [[(row.rule, row.pointer) for row in access.violations_of(one)] for one in transcripts]
    assert found == [
        [],
        [("paired-tool-result", "/messages/1/content/0"), ("answered-tool-use", "/messages/14/content/2")],
        [],
    ]


def test_the_sample_goes_the_way_of_an_upload(acme: Team, data_dir: Path) -> None:
    captures = sample.load(acme, None)

    assert {capture.source for capture in captures} == {Capture.Source.SAMPLE}
    assert "not-a-real-password" in json.dumps([data.decode() for _, data in sample.files()])
    kept = b"".join(piece for capture in captures for piece in blobs.open_pieces(capture.blob))
    assert b"not-a-real-password" not in kept and b"[redacted:" in kept
    assert captures[0].redactions
    assert not [path for path in (data_dir / "blobs").iterdir() if path.suffix != ".zst"]


def test_a_second_click_loads_nothing_twice(acme: Team, data_dir: Path) -> None:
    first = sample.load(acme, None)

    assert sample.load(acme, None) == first
    assert access.captures_for(acme).count() == 3
