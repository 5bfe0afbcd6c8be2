"""One door to every row: another team's and a missing one are the same 404."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import Http404

from webui.accounts.models import Team, User
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript

Deliver = Callable[..., Capture]
Doors = pytest.mark.parametrize("door", [access.capture_for, access.transcript_for])


@pytest.fixture
def capture(deliver: Deliver, orphan: dict[str, Any]) -> Capture:
    return deliver(orphan)


@pytest.fixture
def transcript(capture: Capture) -> Transcript:
    return capture.transcripts.get()


def pk_for(door: object, capture: Capture) -> str:
    return capture.pk if door is access.capture_for else capture.transcripts.get().pk


@Doors
@pytest.mark.parametrize("slug", ["acme", None])
def test_a_member_finds_the_row(door: Any, slug: str | None, ada: User, capture: Capture) -> None:
    pk = pk_for(door, capture)

    assert door(ada, slug, pk).pk == pk


@Doors
@pytest.mark.parametrize("slug", ["rivals", "acme", None])
def test_another_team_finds_what_is_not_there(door: Any, slug: str | None, rob: User, capture: Capture) -> None:
    for pk in (pk_for(door, capture), "000000000000", "\0", ""):
        with pytest.raises(Http404) as caught:
            door(rob, slug, pk)
        assert str(caught.value) == ""


@Doors
def test_a_row_is_not_found_under_another_team_of_the_same_person(
    door: Any, ada: User, rivals: Team, capture: Capture
) -> None:
    rivals.members.create(user=ada)

    with pytest.raises(Http404):
        door(ada, "rivals", pk_for(door, capture))


def test_lists_hold_the_rows_of_one_team(acme: Team, rivals: Team, transcript: Transcript) -> None:
    assert list(access.captures_for(acme)) == [transcript.capture]
    assert list(access.transcripts_for(acme)) == [transcript]
    assert not access.captures_for(rivals) and not access.transcripts_for(rivals)


def test_a_page_of_messages_is_one_query_without_texts(
    transcript: Transcript, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1) as queries:
        rows = list(access.messages_of(transcript, 1, 3))
        assert [(row.index, row.body.role) for row in rows] == [(1, "user"), (2, "assistant")]

    assert "native" not in queries.captured_queries[0]["sql"]
    assert '"blocks"' not in queries.captured_queries[0]["sql"]


def test_an_opened_message_is_one_query(
    transcript: Transcript, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        assert access.message_for(transcript, 1).body.native


def test_a_message_out_of_range_is_a_404(transcript: Transcript) -> None:
    with pytest.raises(Http404):
        access.message_for(transcript, 4)


def test_violations_can_be_had_by_range(transcript: Transcript) -> None:
    assert [row.position for row in access.violations_of(transcript)] == [1]
    assert [row.position for row in access.violations_of(transcript, 1, 2)] == [1]
    assert not access.violations_of(transcript, 2, 9)


def test_the_job_of_a_capture_is_the_newest(capture: Capture) -> None:
    job = access.job_of(capture)

    assert job is not None and (job.kind, job.target) == ("check-capture", capture.pk)
