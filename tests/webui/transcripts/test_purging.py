"""Deleting a capture takes all that was read from it, and nothing that others share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.http import Http404

from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.audit.trail import Actor
from webui.common.errors import Gone
from webui.transcripts import access, blobs, listeners, sample, store
from webui.transcripts.listeners import Going, Pinned
from webui.transcripts.models import Body, Capture, Message, Strand, Tombstone, Transcript
from webui.transcripts.store import CannotGo

BY_HAND = Going(Actor("person", 7, "ada"), whole=True)
BY_RULE = Going(Actor("worker", None, "worker"), policy="captures 30 days")


@pytest.fixture
def captures(acme: Team, data_dir: Path, work_off: Callable[[], int]) -> dict[str, Capture]:
    sample.load(acme, None)
    work_off()
    return {row.name: row for row in Capture.objects.filter(team=acme)}


@pytest.fixture
def held() -> Iterator[Callable[[Pinned], None]]:
    found: list[Pinned] = []

    def ask(team_id: int) -> Pinned:
        return found[-1] if found else Pinned()

    listeners.on_hold(ask)
    yield found.append
    listeners._listeners.hold.remove(ask)


def texts(transcript: Transcript) -> list[bytes]:
    return [store.native_of(row.body) for row in access.bodies_of(transcript)]


def test_what_is_shared_stays_and_all_else_goes(
    acme: Team, captures: dict[str, Capture], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    broken, long = (captures[f"billing-session-{name}.json"] for name in ("after-compaction", "before-compaction"))
    kept = {one.pk: texts(one) for one in Transcript.objects.exclude(capture=broken)}
    path = blobs.path_of(broken.blob)
    assert path.exists()

    with django_capture_on_commit_callbacks(execute=True):
        assert store.purge(acme.pk, broken.pk, BY_HAND)

    assert {one.pk: texts(one) for one in Transcript.objects.all()} == kept
    assert not path.exists()
    assert blobs.path_of(long.blob).exists()
    assert not store.purge(acme.pk, broken.pk, BY_HAND)
    with django_capture_on_commit_callbacks(execute=True):
        for capture in captures.values():
            store.purge(acme.pk, capture.pk, BY_HAND)
    assert [model.objects.count() for model in (Capture, Transcript, Message, Body, Strand)] == [0] * 5
    assert list(blobs.folder().iterdir()) == []


def test_a_deletion_leaves_tombstones_and_an_event_with_the_digest(acme: Team, captures: dict[str, Capture]) -> None:
    capture = captures["billing-session-before-compaction.json"]
    (transcript,) = capture.transcripts.all()

    store.purge(acme.pk, capture.pk, BY_RULE)

    event = Event.objects.get(action="purged", subject_id=capture.pk)
    assert (event.action, event.actor_kind, event.evidence) == ("purged", "worker", capture.fingerprint)
    assert event.more == {"policy": "captures 30 days", "transcripts": 1, "bytes": capture.size}
    stones = Tombstone.objects.filter(key__in=[capture.pk, transcript.pk]).order_by("kind")
    assert [(one.kind, one.policy, one.by) for one in stones] == [
        ("capture", "captures 30 days", "worker"),
        ("transcript", "captures 30 days", "worker"),
    ]


def test_members_are_told_what_went_and_others_nothing(
    acme: Team, ada: User, rob: User, captures: dict[str, Capture]
) -> None:
    capture = captures["billing-session-before-compaction.json"]
    pk = capture.transcripts.get().pk
    store.purge(acme.pk, capture.pk, BY_RULE)

    with pytest.raises(Gone) as gone:
        access.transcript_for(ada, "acme", pk)
    assert gone.value.how.startswith("This transcript was deleted by retention on ")
    assert gone.value.how.endswith(", by policy captures 30 days.")
    for user, slug in ((rob, "acme"), (rob, None), (ada, "rivals")):
        with pytest.raises(Http404) as missing:
            access.transcript_for(user, slug, pk)
        assert not isinstance(missing.value, Gone)


def test_a_capture_in_work_or_on_hold_stays(
    acme: Team, captures: dict[str, Capture], held: Callable[[Pinned], None]
) -> None:
    capture = captures["billing-session-before-compaction.json"]
    Capture.objects.filter(pk=capture.pk).update(state="reading")
    with pytest.raises(CannotGo, match="in-work"):
        store.purge(acme.pk, capture.pk, BY_RULE)

    Capture.objects.filter(pk=capture.pk).update(state="ready")
    held(Pinned(captures=frozenset([capture.pk])))
    with pytest.raises(CannotGo, match="on-hold"):
        store.purge(acme.pk, capture.pk, BY_HAND)
    assert Capture.objects.filter(pk=capture.pk).exists()
    assert not Event.objects.filter(action__in=["purged", "deleted"]).exists()


def test_another_team_deletes_nothing(rivals: Team, captures: dict[str, Capture]) -> None:
    assert not any(store.purge(rivals.pk, one.pk, BY_HAND) for one in captures.values())
    assert Capture.objects.count() == len(captures)
