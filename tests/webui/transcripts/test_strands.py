"""Lists that begin alike are stored once as far as they do, and each is read back as it was."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from compaction.transcripts import Message as Turn
from webui.accounts.models import Team
from webui.transcripts import access, store
from webui.transcripts.models import Body, Capture, Message, Strand, Transcript
from webui.transcripts.store import sketches, strands

Deliver = Callable[..., Capture]


def turn(at: int, words: str) -> dict[str, Any]:
    return {"role": ("user", "assistant")[at % 2], "content": words}


def request(words: Iterable[str], **more: Any) -> dict[str, Any]:
    return {"model": "claude-sonnet-4-5", "messages": [turn(at, one) for at, one in enumerate(words)], **more}


def lines(*lists: Iterable[str]) -> bytes:
    return b"".join(json.dumps(request(words)).encode() + b"\n" for words in lists)


def said(transcript: Transcript) -> list[str]:
    return [json.loads(store.native_of(row.body))["content"] for row in access.bodies_of(transcript)]


def all_said(capture: Capture) -> list[list[str]]:
    return [said(one) for one in access.transcripts_of(capture)]


def test_growing_requests_are_one_strand(deliver: Deliver) -> None:
    words = [f"word {number}" for number in range(41)]
    lists = [words[:stop] for stop in range(1, 42, 2)]

    capture = deliver(lines(*lists), name="log.jsonl")

    assert all_said(capture) == lists
    assert (Message.objects.count(), Body.objects.count(), Strand.objects.count()) == (41, 41, 1)
    found = list(access.transcripts_of(capture))
    assert [(one.messages, one.shared) for one in found[:3]] == [(1, 0), (3, 1), (5, 3)]
    assert [one.continues for one in found[:3]] == [None, found[0], found[1]]


def test_the_tokens_of_a_list_count_what_it_shares(deliver: Deliver) -> None:
    alone = deliver(request(["one two", "three", "four five six"]), name="a.json").transcripts.get().tokens
    log = deliver(lines(["one two"], ["one two", "three", "four five six"]), name="b.jsonl")
    again = deliver(lines(["one two", "three", "four five six"], ["one two", "three"]), name="c.jsonl")

    assert [one.tokens for one in access.transcripts_of(log)][1] == alone > 0
    assert [one.tokens for one in access.transcripts_of(again)] == [alone, alone - 3]


def test_a_list_that_ends_otherwise_parts_where_it_does(deliver: Deliver) -> None:
    """As a client does that marks the last message of each request."""
    lists = [[*(f"w{at}" for at in range(stop)), f"w{stop} (mark)"] for stop in range(0, 30, 2)]

    capture = deliver(lines(*lists), name="log.jsonl")

    assert all_said(capture) == lists
    distinct = {(at, word) for words in lists for at, word in enumerate(words)}
    assert Message.objects.count() == len(distinct) == 28 + 15
    assert Message.objects.count() <= 2 * Body.objects.count() + len(lists)


def test_another_capture_of_the_same_session_stores_what_is_new(deliver: Deliver) -> None:
    words = [f"word {number}" for number in range(30)]
    first = deliver(lines(words[:5], words[:9]), name="monday.jsonl")

    second = deliver(lines(words[:5], words[:7], words[:20], [*words[:6], "other"]), name="tuesday.jsonl")

    assert Message.objects.count() == 21
    assert all_said(first) == [words[:5], words[:9]]
    assert all_said(second) == [words[:5], words[:7], words[:20], [*words[:6], "other"]]


def test_teams_share_no_strand(deliver: Deliver, rivals: Team) -> None:
    deliver(request(["a", "b"]))
    deliver(request(["a", "b"]), team=rivals)

    assert Message.objects.count() == 4
    assert set(Strand.objects.values_list("team__slug", flat=True)) == {"acme", "rivals"}


@pytest.mark.parametrize("forgotten", [0, 1])
def test_what_one_capture_needs_outlives_the_other(deliver: Deliver, forgotten: int) -> None:
    short = deliver(request(["a", "b", "c"]), name="short.json")
    long = deliver(request(["a", "b", "c", "d", "e"]), name="long.json")
    gone, kept = ((short, long), (long, short))[forgotten]

    store.sweep(store.forget(gone))

    (left,) = all_said(kept)
    assert left == ["a", "b", "c", "d", "e"][: len(left)]
    assert Message.objects.count() == Body.objects.count() == len(left) == (5, 3)[forgotten]


def test_a_strand_that_branched_goes_when_its_branches_went(deliver: Deliver) -> None:
    one = deliver(request(["a", "b", "c"]), name="one.json")
    two = deliver(request(["a", "b", "x"]), name="two.json")

    store.sweep(store.forget(one))
    assert all_said(two) == [["a", "b", "x"]]
    assert Message.objects.count() == 3

    store.sweep(store.forget(two))
    assert not Strand.objects.exists() and not Body.objects.exists()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_sent_is_read_back_and_stored_once(deliver: Deliver, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    lists: list[list[str]] = [["a"]]
    for _ in range(25):
        start = chance.choice(lists)
        cut = chance.randint(0, len(start))
        lists.append([*start[:cut], *chance.choices("abc", k=chance.randint(1, 4))])
    half = len(lists) // 2

    captures = [deliver(lines(*part), name=f"{n}.jsonl") for n, part in enumerate((lists[:half], lists[half:]))]

    assert [words for capture in captures for words in all_said(capture)] == lists
    beginnings = {tuple(words[:stop]) for words in lists for stop in range(1, len(words) + 1)}
    assert Message.objects.count() == len(beginnings)
    store.sweep(store.forget(captures[0]))
    assert all_said(captures[1]) == lists[half:]
    needed = {tuple(words[:stop]) for words in lists[half:] for stop in range(1, len(words) + 1)}
    assert Message.objects.count() == len(needed)


def test_a_part_of_a_list_is_read_across_its_branches(deliver: Deliver) -> None:
    words = [f"w{at}" for at in range(12)]
    capture = deliver(lines(words[:6], [*words[:4], "x", "y"], [*words[:4], "x", "z", "end"]), name="log.jsonl")
    last = list(access.transcripts_of(capture))[-1]

    assert [row.index for row in access.messages_of(last, 3, 6)] == [3, 4, 5]
    assert [row.index for row in access.messages_at(last, [6, 0, 5])] == [0, 5, 6]
    assert [json.loads(store.native_of(row.body))["content"] for row in access.opened(last, [3, 4, 5, 6])] == [
        "w3",
        "x",
        "z",
        "end",
    ]


def test_many_branches_are_no_limit(deliver: Deliver) -> None:
    """More than a database takes conditions in one question."""
    lists: list[Sequence[str]] = []
    words: list[str] = []
    for at in range(1100):
        lists.append([*words, f"mark {at}"])
        words = [*words, f"w{at}"]
    capture = deliver(lines(*lists[::50], words), name="log.jsonl")
    last = list(access.transcripts_of(capture))[-1]

    assert said(last) == words


def test_two_readings_that_go_on_at_one_place_part_there(deliver: Deliver) -> None:
    transcript = deliver(request(["a", "b"])).transcripts.get()
    other = Transcript.objects.get(pk=transcript.pk)
    body = Body.objects.order_by("pk").values_list("pk", flat=True)[0]
    row = Turn(2, "user", (), "/messages/2", b"{}")

    for one in (transcript, other):
        strands.extend(one, [row], [b"k" * 16], [body])

    assert transcript.strand_id != other.strand_id
    assert Strand.objects.get(pk=other.strand_id).parent_id == transcript.strand_id


def test_a_long_list_has_the_sketch_that_a_short_one_gets(
    deliver: Deliver, session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lazily = deliver(session, name="a.json").transcripts.get()
    assert lazily.sketch == {}
    monkeypatch.setattr(sketches, "LONG", 3)
    monkeypatch.setattr("webui.transcripts.store.lists.LONG", 3)
    session["seed"] = 1

    stored = deliver(session, name="b.json").transcripts.get()

    assert stored.sketch["pairs"] == [[1, "/content/1", 2, "/content/0"]]
    monkeypatch.undo()
    assert store.sketch_of(lazily) == stored.sketch


def test_blocks_that_the_mapping_gives_are_not_stored_twice(deliver: Deliver, session: dict[str, Any]) -> None:
    deliver(session)
    assert set(Body.objects.values_list("blocks", "dialect")) == {(None, "anthropic")}


def test_blocks_of_an_ambiguous_list_are_stored(deliver: Deliver) -> None:
    transcript = deliver({"messages": [{"role": "user", "content": "Hi."}]}, name="x.json").transcripts.get()

    assert transcript.dialect == ""
    row = access.message_for(transcript, 0)
    assert row.body.blocks is not None
    assert [block.origin for block in store.blocks_of(row)] == ["/messages/0/content"]
