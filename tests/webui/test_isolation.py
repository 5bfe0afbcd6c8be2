"""Every address of a team is, for anybody else, an address where nothing is."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from compaction.qa import QaConfig
from webui.accounts.models import Endpoint, Member, Team, User
from webui.accounts.urls import urlpatterns as of_accounts
from webui.runs.models import Pass
from webui.runs.store import passes
from webui.runs.urls import urlpatterns as of_runs
from webui.transcripts import sample
from webui.transcripts.models import Transcript
from webui.transcripts.urls import urlpatterns


@pytest.fixture
def transcript(acme: Team, data_dir: Any, work_off: Callable[[], int]) -> Transcript:
    sample.load(acme, None)
    work_off()
    found = Transcript.objects.filter(errors__gt=0).first()
    assert found is not None
    return found


def addresses(transcript: Transcript, slug: str) -> Iterator[tuple[str, str]]:
    """Yield name and address of every page below a team, filled with rows that exist."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        names = pattern.pattern.converters
        if "team" not in names:
            continue
        pk = transcript.capture_id if "captures" in str(pattern.pattern) else transcript.pk
        given = {"team": slug, "pk": 1 if pattern.name == "report" else pk, "position": 0}
        yield str(pattern.name), reverse(f"transcripts:{pattern.name}", kwargs={name: given[name] for name in names})


def test_another_team_finds_nothing_at_any_address(rob: User, transcript: Transcript) -> None:
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(rob)

    for method in (client.get, client.post):
        for name, address in addresses(transcript, "acme"):
            assert method(address).status_code in (404, 405), name
    for name, address in addresses(transcript, "rivals"):
        if transcript.pk in address or transcript.capture_id in address:
            assert client.get(address).status_code in (404, 405), name


def test_another_team_finds_no_model(rob: User, acme: Team) -> None:
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    model = Endpoint.objects.create(
        team=acme, name="house", base_url="https://e.example", model="m", changed=timezone.now()
    )
    stranger = User.objects.create_user("stranger")
    Member.objects.create(team=acme, user=stranger)
    client = Client()
    client.force_login(rob)

    of_teams = [one for one in of_accounts if isinstance(one, URLPattern) and "team" in one.pattern.converters]
    for pattern in of_teams:
        for slug in ("acme", "rivals") if "pk" in pattern.pattern.converters else ("acme",):
            pk = stranger.pk if str(pattern.name).startswith("member-") else model.pk
            given = {"team": slug, "pk": pk, "number": 1}
            address = reverse(
                f"accounts:{pattern.name}", kwargs={name: given[name] for name in pattern.pattern.converters}
            )
            for method in (client.get, client.post):
                assert method(address).status_code in (404, 405), address
    assert {"endpoint", "key-rotate", "webhook", "audit"} <= {pattern.name for pattern in of_teams}
    assert Endpoint.objects.count() == 1


def test_somebody_who_is_not_signed_in_is_sent_to_sign_in(client: Client, transcript: Transcript) -> None:
    for name, address in addresses(transcript, "acme"):
        answer = client.get(address)
        assert answer.status_code in (302, 405), name
        if answer.status_code == 302:
            assert answer["Location"].startswith("/login"), name


def test_a_member_finds_the_pages(client: Client, ada: User, transcript: Transcript) -> None:
    client.force_login(ada)

    statuses = {name: client.get(address).status_code for name, address in addresses(transcript, "acme")}

    assert {name for name, status in statuses.items() if status == 405} == {"sample", "cancel", "read-again"}
    missing = {name: status for name, status in statuses.items() if status not in (200, 302, 405)}
    assert missing == {"delete": 403, "report": 404}


@pytest.fixture
def asked(acme: Team, transcript: Transcript, work_off: Callable[[], int]) -> Pass:
    """A pass over the sample, with facts."""
    source = transcript.runs_to.exclude(before=None)[0].before
    assert source is not None
    start = passes.Start("extractive", None, QaConfig(), source.tokens // 2)
    made = passes.begin(passes.run_for_source(source, None), source, None, start, trigger="page")
    work_off()
    made.refresh_from_db()
    assert made.outcome == "compacted"
    return made


def run_addresses(asked: Pass, slug: str) -> Iterator[tuple[str, str]]:
    """Yield name and address of every page of runs, filled with rows that exist."""
    fact = asked.facts.first()
    assert fact is not None
    for pattern in of_runs:
        assert isinstance(pattern, URLPattern)
        names = pattern.pattern.converters
        if "team" not in names:
            continue
        where = str(pattern.pattern)
        pk = asked.pk if "/passes/" in where else asked.source_id if "/transcripts/" in where else asked.run_id
        number = 1 if "/calls/" in where else fact.pk
        given = {"team": slug, "pk": pk, "number": number, "part": "user", "side": "before", "position": 0}
        given |= {"section": "goal"}
        yield str(pattern.name), reverse(f"runs:{pattern.name}", kwargs={name: given[name] for name in names})


def test_another_team_finds_no_run_pass_call_or_fact(rob: User, asked: Pass) -> None:
    Member.objects.filter(user=rob).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(rob)

    for method in (client.get, client.post):
        for name, address in run_addresses(asked, "acme"):
            assert method(address).status_code in (404, 405), name
    for name, address in run_addresses(asked, "rivals"):
        if any(pk and pk in address for pk in (asked.pk, asked.run_id, asked.source_id)):
            assert client.get(address).status_code in (404, 405), name
            assert client.post(address).status_code in (403, 404, 405), name
    assert Pass.objects.count() == 1


def test_somebody_who_is_not_signed_in_sees_no_run(client: Client, asked: Pass) -> None:
    for name, address in run_addresses(asked, "acme"):
        answer = client.get(address)
        assert answer.status_code in (302, 405), name
        if answer.status_code == 302:
            assert answer["Location"].startswith("/login"), name


def test_a_member_finds_the_pages_of_runs(client: Client, ada: User, asked: Pass) -> None:
    client.force_login(ada)

    statuses = {name: client.get(address).status_code for name, address in run_addresses(asked, "acme")}

    assert {name for name, status in statuses.items() if status == 405} == {"again", "decide", "pass-cancel", "read"}
    # A run that holds passes alone has no second side, no summary of its own and nothing to trace.
    missing = {name for name, status in statuses.items() if status not in (200, 302, 405)}
    assert missing == {"aligned", "rewritten", "section", "trace", "delete"}
    assert statuses["delete"] == 403, "only an admin deletes"
