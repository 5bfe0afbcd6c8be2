"""A tampered trail is known by its first broken link."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from webui.accounts.models import Team
from webui.audit.digests import digest_of
from webui.audit.models import Event
from webui.audit.trail import Actor, record, trail_of
from webui.audit.verification import verify

Tamper = Callable[..., None]


@pytest.fixture
def trail(team: Team, ada: Actor) -> list[Event]:
    return [record(team.pk, ada, "claimed", "case", str(number), note="as it was") for number in range(1, 6)]


def said(team: Team) -> str:
    return str(verify(team.pk).broken)


def command(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_audit", *arguments, stdout=out)
    return int(ended.value.code or 0), out.getvalue()


def test_a_trail_that_nobody_touched_is_whole(team: Team, trail: list[Event]) -> None:
    found = verify(team.pk)
    assert (found.events, found.number, found.digest, found.broken) == (5, 5, trail[-1].digest, None)


def test_a_team_without_events_is_whole(team: Team) -> None:
    assert verify(team.pk).broken is None


@pytest.mark.parametrize(
    "column, value",
    [
        ("note", "another"), ("actor_name", "rob"), ("actor_id", 8), ("actor_kind", "key"), ("action", "released"),
        ("subject", "run"), ("subject_id", "9"), ("was", "new"), ("now", "new"), ("reason", "other"), ("version", 2),
        ("evidence", "ab"), ("more", '{"a": 1}'), ("at", "2020-01-01 00:00:00"),
    ],
)  # fmt: skip
def test_an_edit_of_any_field_shows(team: Team, trail: list[Event], tamper: Tamper, column: str, value: object) -> None:
    tamper(f"UPDATE audit_event SET {column} = %s WHERE number = 3", value)  # noqa: S608 - columns stand above
    assert said(team) == "event 3 was edited: its digest does not fit what it says"


def test_an_edit_with_a_digest_of_its_own_breaks_the_link_after_it(
    team: Team, trail: list[Event], tamper: Tamper
) -> None:
    trail[2].note = "another"
    tamper("UPDATE audit_event SET note = 'another', digest = %s WHERE number = 3", digest_of(trail[2]))
    assert said(team) == "event 4 does not follow event 3: the digest before it is another"


def test_a_whole_tail_written_anew_does_not_fit_the_head(team: Team, trail: list[Event], tamper: Tamper) -> None:
    trail[4].note = "another"
    tamper("UPDATE audit_event SET note = 'another', digest = %s WHERE number = 5", digest_of(trail[4]))
    assert said(team) == "event 5 was edited: the trail ended with another digest"


def test_a_gap_is_named_by_the_number_that_is_missing(team: Team, trail: list[Event], tamper: Tamper) -> None:
    tamper("DELETE FROM audit_event WHERE number IN (2, 3)")
    assert said(team) == "event 2 is missing: after event 1 comes event 4"


def test_a_missing_beginning_shows(team: Team, trail: list[Event], tamper: Tamper) -> None:
    tamper("DELETE FROM audit_event WHERE number = 1")
    assert said(team) == "event 1 is missing"


def test_a_missing_tail_shows(team: Team, trail: list[Event], tamper: Tamper) -> None:
    tamper("DELETE FROM audit_event WHERE number > 3")
    assert said(team) == "event 4 is missing: the trail ended with event 5"


def test_a_beginning_that_no_event_vouches_for_shows(team: Team, trail: list[Event], tamper: Tamper) -> None:
    tamper("DELETE FROM audit_event WHERE number < 3")
    tamper("UPDATE audit_head SET floor = 2, floor_digest = %s", trail[1].digest)
    assert said(team) == "event 3 is the first, and no event says that retention took those before it"


def test_an_event_put_after_the_end_shows(team: Team, trail: list[Event], tamper: Tamper) -> None:
    tamper("UPDATE audit_head SET number = 4, digest = %s", trail[3].digest)
    assert said(team) == "event 5 stands after the end of the trail"


def test_the_command_tells_of_every_team_and_ends_with_1_for_a_broken_one(
    team: Team, trail: list[Event], tamper: Tamper
) -> None:
    quiet = Team.objects.create(slug="quiet", name="Quiet")

    newest = trail_of(team.pk)[4].digest
    whole = f"ada: whole: 5 events, the newest is event 5 with digest {newest}.\n"
    assert command() == (0, f"{whole}quiet: whole: 0 events.\n")
    tamper("UPDATE audit_event SET note = 'another' WHERE number = 2")

    assert command("--team", quiet.slug) == (0, "quiet: whole: 0 events.\n")
    status, text = command()
    assert status == 1
    assert text.startswith("ada: broken: event 2 was edited: its digest does not fit what it says.\n")


def test_the_command_knows_no_other_team(team: Team) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("verify_audit", "--team", "nobody")
    assert refused.value.returncode == 2
