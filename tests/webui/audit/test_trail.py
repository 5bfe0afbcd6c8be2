"""Events are added one after the other, and then stay."""

import hashlib
import threading
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from webui.accounts.models import Team
from webui.audit.digests import canonical
from webui.audit.models import AppendOnly, Event, Head
from webui.audit.trail import Actor, events_of, record, trail_of
from webui.audit.verification import verify

WORKER = Actor("worker", None, "worker")


def test_an_event_says_who_did_what_and_why(team: Team, ada: Actor) -> None:
    event = record(
        team.pk, ada, "decided", "case", "12", was="new", now="rejected", reason="fact-lost", note="f-7 is gone",
        version=6, evidence="ab" * 32, more={"facts": [7, 9], "bulk": None},
    )  # fmt: skip

    found = Event.objects.get(pk=event.pk)
    assert (found.number, found.actor_kind, found.actor_id, found.actor_name) == (1, "person", 7, "ada")
    assert (found.action, found.subject, found.subject_id) == ("decided", "case", "12")
    assert (found.was, found.now, found.reason, found.note) == ("new", "rejected", "fact-lost", "f-7 is gone")
    assert (found.version, found.evidence, found.more) == (6, "ab" * 32, {"facts": [7, 9], "bulk": None})


def test_events_are_numbered_and_chained_within_their_team(team: Team, ada: Actor) -> None:
    other = Team.objects.create(slug="rob", name="Rob")

    first, alone, second = (record(one.pk, ada, "claimed", "case", "1") for one in (team, other, team))

    assert [(one.number, one.previous) for one in (first, second)] == [(1, ""), (2, first.digest)]
    assert (alone.number, alone.previous) == (1, "")
    head = Head.objects.get(team=team)
    assert (head.number, head.digest) == (2, second.digest)


def test_the_digest_is_taken_of_every_field_and_of_the_digest_before() -> None:
    event = Event(
        team_id=3, number=2, at=datetime(2026, 1, 2, 3, 4, 5, 6, UTC), actor_kind="key", actor_id=4, actor_name="CI é",
        action="uploaded", subject="capture", subject_id="c1", more={"b": 1, "a": [True]}, previous="00",
    )  # fmt: skip

    assert canonical(event) == (
        b'{"action":"uploaded","actor":{"id":4,"kind":"key","name":"CI \\u00e9"},'
        b'"at":"2026-01-02T03:04:05.000006+00:00","evidence":"","layout":1,"more":{"a":[true],"b":1},"note":"","now":"","number":2,"previous":"00",'
        b'"reason":"","subject":"capture","subject_id":"c1","team":3,"version":null,"was":""}'
    )


def test_a_digest_can_be_worked_out_again_from_the_row(team: Team, ada: Actor) -> None:
    record(team.pk, ada, "claimed", "case", "1", note="nul \0 and \ud800", more={"z": 2**60, "a": {"n": -1}})

    found = Event.objects.get()
    assert found.digest == hashlib.sha256(canonical(found)).hexdigest()
    assert found.note == "nul \ufffd and \ufffd"


def test_events_of_a_thing_are_its_own_alone(team: Team, ada: Actor) -> None:
    for subject, name in (("case", "1"), ("waiver", "1"), ("case", "2"), ("case", "1")):
        record(team.pk, ada, "claimed" if subject == "case" else "created", subject, name)

    assert [one.number for one in events_of(team.pk, "case", "1")] == [1, 4]
    assert [one.number for one in trail_of(team.pk)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "given",
    [{"subject": "entity"}, {"action": "Decided"}, {"action": ""}, {"evidence": "a" * 65}, {"subject_id": "1" * 61}],
)
def test_what_no_event_can_hold_is_refused(team: Team, ada: Actor, given: dict[str, str]) -> None:
    values = {"action": "decided", "subject": "case", "subject_id": "1", **given}
    with pytest.raises(ValueError):
        record(team.pk, ada, **values)
    assert not Event.objects.exists()


@pytest.mark.parametrize("value", [1.5, object(), {"deep": [b"bytes"]}])
def test_only_what_both_databases_give_back_unchanged_is_taken(team: Team, ada: Actor, value: object) -> None:
    with pytest.raises(TypeError):
        record(team.pk, ada, "decided", "case", "1", more={"value": value})


def test_an_event_is_never_saved_again_or_deleted(team: Team, ada: Actor) -> None:
    event = record(team.pk, ada, "claimed", "case", "1")
    event.note = "another"

    for change in (
        event.save,
        event.delete,
        Event.objects.all().delete,
        lambda: Event.objects.update(note="another"),
        lambda: Event.objects.bulk_update([event], ["note"]),
    ):
        with pytest.raises(AppendOnly):
            change()
    assert Event.objects.get().note == ""


@pytest.mark.parametrize("sql", ["UPDATE audit_event SET note = 'another'", "DELETE FROM audit_event"])
def test_the_database_refuses_a_change_too(team: Team, ada: Actor, guarded: None, sql: str) -> None:
    record(team.pk, ada, "claimed", "case", "1")

    with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)

    assert Event.objects.get().note == ""


def test_a_change_that_fails_leaves_no_event(team: Team, ada: Actor) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        record(team.pk, ada, "claimed", "case", "1")
        raise RuntimeError

    assert not Event.objects.exists()
    assert record(team.pk, ada, "claimed", "case", "2").number == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_writers_at_once_leave_one_chain() -> None:
    team = Team.objects.create(slug="ada", name="Ada")
    together = threading.Barrier(20)

    def write(number: int) -> None:
        try:
            together.wait(20)
            for turn in range(3):
                with transaction.atomic():
                    record(team.pk, WORKER, "claimed", "case", f"{number}-{turn}")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    found = verify(team.pk)
    assert (found.events, found.number, found.broken) == (60, 60, None)
    assert len({one.subject_id for one in trail_of(team.pk)}) == 60
