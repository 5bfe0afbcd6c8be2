"""By what a source is known again: its name, what a contract is about, what a capture holds; never across teams."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from webui.accounts.models import Team
from webui.review import likeness, sources
from webui.review.models import Source, SourceMark
from webui.runs.models import Run
from webui.runs.store.pairs import keep_pair
from webui.transcripts import store
from webui.transcripts.models import Capture, Transcript

pytestmark = pytest.mark.django_db
Deliver = Callable[..., Capture]
Contract = Callable[..., Run]
Turns = Callable[..., list[dict[str, Any]]]


def request(messages: list[dict[str, Any]]) -> dict[str, Any]:
    return {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages}


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Agent.jsonl", "agent.jsonl"),
        ("logs/2026/Agent.jsonl", "agent.jsonl"),
        ("C:\\logs\\AGENT.jsonl", "agent.jsonl"),
        ("upload", ""),
        ("PASTED.json", ""),
        ("pair.json", ""),
        ("", ""),
    ],
)
def test_a_name_counts_without_folder_and_case(name: str, folded: str) -> None:
    assert sources.folded(name) == folded


def test_the_same_name_is_the_same_source(deliver: Deliver, made_turns: Turns) -> None:
    one = deliver(request(made_turns(2)), "Agent.json")
    other = deliver(request(made_turns(3, "Other")), "logs/agent.json")
    assert sources.of_capture(one) == sources.of_capture(other) == Source.objects.get()
    assert Source.objects.get().name == "Agent.json"


def test_uploads_without_a_name_are_known_by_what_they_hold(deliver: Deliver, made_turns: Turns) -> None:
    deliver(request(made_turns(10)), "upload")
    deliver(request(made_turns(10, "Other")), "upload")
    assert Source.objects.count() == 2
    deliver(request(made_turns(12)), "pasted.json")
    assert Source.objects.count() == 2


@pytest.mark.parametrize(("shared", "of", "same"), [(8, 10, True), (7, 10, False), (4, 4, True), (3, 3, False)])
def test_another_name_with_most_of_the_messages_is_the_same_source(
    shared: int, of: int, same: bool, deliver: Deliver, made_turns: Turns
) -> None:
    """Of `of` messages of the smaller list, `shared` are in the larger one, behind ten others."""
    first = deliver(request(made_turns(of)), "a.json")
    larger = [*made_turns(20, "New"), *made_turns(of)[of - shared :], *made_turns(10, "More")]
    second = deliver(request(larger), "b.json")
    assert (sources.of_capture(first) == sources.of_capture(second)) is same


def test_a_repeated_message_counts_once(deliver: Deliver, made_turns: Turns) -> None:
    same = made_turns(2) * 5
    deliver(request(same), "a.json")
    deliver(request([*same, *made_turns(1, "New")]), "b.json")
    assert Source.objects.count() == 2


def test_a_long_log_is_known_again_by_its_first_request(deliver: Deliver, made_turns: Turns) -> None:
    deliver(request(made_turns(6)), "first.json")
    deliver(request(made_turns(300)), "whole.json")
    assert Source.objects.count() == 1


def test_what_a_capture_holds_is_looked_up_in_few_queries(deliver: Deliver, made_turns: Turns) -> None:
    for at in range(6):
        deliver(request([*made_turns(30), *made_turns(at + 1, f"End {at}")]), f"{at}.json")
    transcript = Transcript.objects.get(capture__name="5.json")
    with CaptureQueriesContext(connection) as queries:
        assert len(list(likeness.captures_like(transcript))) == likeness.CAPTURES
    assert len(queries) <= 5 + likeness.CAPTURES


def test_a_list_that_parted_from_one_that_is_gone_is_found(deliver: Deliver, made_turns: Turns) -> None:
    first = deliver(request([*made_turns(30), *made_turns(1, "End")]), "first.json")
    second = deliver(request([*made_turns(30), *made_turns(2, "Other")]), "second.json")
    source = sources.of_capture(second)
    gone = store.forget(first)
    first.delete()
    store.sweep(gone)
    assert sources.of_capture(deliver(request([*made_turns(9), *made_turns(30)]), "third.json")) == source


def test_two_teams_never_meet(deliver: Deliver, made_turns: Turns, acme: Team, rivals: Team) -> None:
    ours = deliver(request(made_turns(10)), "agent.json")
    theirs = deliver(request(made_turns(10)), "agent.json", team=rivals)
    moved = deliver(request(made_turns(12)), "other.json", team=rivals)
    assert sources.of_capture(ours) != sources.of_capture(theirs)
    assert sources.of_capture(moved) == sources.of_capture(theirs)
    assert {source.team for source in Source.objects.all()} == {acme, rivals}
    shared = SourceMark.objects.filter(team=acme).values("mark")
    assert not SourceMark.objects.filter(team=rivals, mark__in=shared).exists()
    assert not sources.of_team(rivals).filter(team=acme).exists()


def test_contracts_are_known_by_basis_and_fingerprint(contract: Contract, given: dict[str, Any]) -> None:
    one, again = contract(state=" "), contract(state="  ")
    assert sources.of_run(one) == sources.of_run(again)
    other = contract(input={**given, "request_fingerprint": "cd" * 32})
    assert sources.of_run(other) != sources.of_run(one)


def test_contracts_of_one_name_are_one_source(contract: Contract) -> None:
    named = contract(name="nightly", input=None), contract(name="Nightly", input=None)
    bare = contract(input=None), contract(input=None)
    assert sources.of_run(named[0]) == sources.of_run(named[1])
    assert len({sources.of_run(run).pk for run in (*named, *bare)}) == 3


def test_a_pair_is_known_by_the_side_before(deliver: Deliver, made_turns: Turns) -> None:
    def pair(summary: str) -> dict[str, Any]:
        return {
            "before": request(made_turns(3)),
            "after": request([{"role": "user", "content": summary}]),
        }

    one = deliver(pair("All three are done."), "pair.json", format="pair")
    other = deliver(pair("Three steps."), "pair.json", format="pair")
    assert (one.state, other.state) == ("ready", "ready")
    assert sources.of_capture(one) == sources.of_capture(other)


def test_a_run_of_two_transcripts_belongs_to_the_side_before(
    deliver: Deliver, made_turns: Turns, acme: Team, work_off: Callable[[], int]
) -> None:
    before = deliver(request(made_turns(10)), "before.json")
    after = deliver(request(made_turns(3, "After")), "after.json")
    sides = [Transcript.objects.get(capture=one) for one in (before, after)]
    run = keep_pair(acme, None, *sides)
    named = keep_pair(acme, None, *sides, name="after.json")
    work_off()
    assert sources.of_run(run) == sources.of_run(named) == sources.of_capture(before) != sources.of_capture(after)


def test_a_filter_offers_sources_that_have_cases(deliver: Deliver, orphan: Any, clean: Any, acme: Team) -> None:
    deliver(request([{"role": "user", "content": "Hello."}]), "clean.json")
    deliver(orphan, "broken.json")
    assert [source.name for source in sources.of_team(acme)] == ["broken.json"]
