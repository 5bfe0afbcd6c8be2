import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.boundary import Fate, explain_pair

Body = Callable[..., bytes]
SUM = "U:Summary of what was said before."


def fates(before: bytes, after: bytes) -> tuple[list[tuple[str, tuple[int, ...]]], list[tuple[str, tuple[int, ...]]]]:
    report = explain_pair(before, after, "openai-chat")
    one, other = ([(message.fate.value, message.others) for message in side] for side in (report.before, report.after))
    return one, other


def test_a_summary_and_what_it_stands_for_point_at_each_other(body: Body) -> None:
    before, after = fates(body("S", "U:one", "A:two", "U:three"), body("S", SUM, "U:three"))

    assert before == [("kept", (0,)), ("summarised", (1,)), ("summarised", (1,)), ("kept", (2,))]
    assert after == [("kept", (0,)), ("inserted", (1, 2)), ("kept", (3,))]


def test_what_goes_without_a_summary_is_dropped(body: Body) -> None:
    before, after = fates(body("S", "U:one", "A:two", "U:three"), body("S", "U:three"))

    assert [fate for fate, _ in before] == ["kept", "dropped", "dropped", "kept"]
    assert [fate for fate, _ in after] == ["kept", "kept"]


def test_what_goes_elsewhere_than_the_summary_stands_is_dropped(body: Body) -> None:
    before, _ = fates(body("S", "U:one", "A:two", "U:three", "A:four", "U:five"), body("S", SUM, "U:three", "U:five"))

    assert [fate for fate, _ in before] == ["kept", "summarised", "summarised", "kept", "dropped", "kept"]


def test_a_message_out_of_order_has_moved(body: Body) -> None:
    before, after = fates(body("U:0", "U:1", "U:2", "U:3", "U:4"), body("U:0", "U:3", "U:1", "U:2", "U:4"))

    assert before[3] == ("moved", (1,))
    assert after[1] == ("moved", (3,))
    assert [fate for fate, _ in before].count("kept") == 4


def test_a_result_cut_short_is_rewritten(body: Body) -> None:
    before, after = fates(body("U", "A{a}", "T{a}:long output", "U:on"), body("U", "A{a}", "T{a}:cut", "U:on"))

    assert (before[2], after[2]) == (("rewritten", (2,)), ("rewritten", (2,)))


@pytest.mark.parametrize(
    ("text", "fate"),
    [("", "rewritten"), ("Please look at all of it, and then more", "rewritten"), ("Something else", "summarised")],
)
def test_a_text_cut_short_or_emptied_in_its_place_is_rewritten(body: Body, text: str, fate: str) -> None:
    whole = "U:Please look at all of it, from the start."

    before, _ = fates(body("U", whole, "A:on"), body("U", {"role": "user", "content": text}, "A:on"))

    assert before[1][0] == fate


def test_spelling_and_cache_marks_do_not_matter(body: Body) -> None:
    marked = {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]}
    plain = {"content": [{"text": "a", "type": "text"}], "role": "user"}

    assert fates(body(marked), body(plain)) == ([("kept", (0,))], [("kept", (0,))])


def test_numbers_count_whatever_their_size(body: Body) -> None:
    def call(number: str) -> bytes:
        return b'{"messages":[{"role":"user","content":[{"type":"image","n":%s}]}]}' % number.encode()

    assert fates(call("1" * 5000), call("1" * 5000))[0] == [("kept", (0,))]
    assert fates(call("1"), call("2"))[0][0][0] != "kept"


def test_messages_that_cannot_be_read_are_followed_too(body: Body) -> None:
    odd = json.dumps({"messages": [7, {"role": 1}, {"role": "user", "content": "a"}]}).encode()

    assert [fate for fate, _ in fates(odd, odd)[0]] == ["kept"] * 3


WORDS = st.sampled_from(["U:a", "U:b", "A:c", "A:d", "U: ", "A{x}", "T{x}:r", "T{x}:s", "S"])


@settings(max_examples=80)
@given(st.lists(WORDS, max_size=7), st.lists(WORDS, max_size=7))
def test_links_lead_both_ways(one: list[str], other: list[str]) -> None:
    from_words = make_body()
    before, after = fates(from_words(*one), from_words(*other))

    for place, (fate, others) in enumerate(before):
        assert fate != Fate.INSERTED
        assert all(place in after[there][1] for there in others)
        assert bool(others) == (fate != Fate.DROPPED)
    for place, (fate, others) in enumerate(after):
        assert fate not in (Fate.DROPPED, Fate.SUMMARISED)
        assert all(place in before[there][1] for there in others)


@settings(max_examples=40)
@given(st.lists(WORDS, max_size=7))
def test_a_list_against_itself_is_kept(words: list[str]) -> None:
    request = make_body()(*words)

    assert fates(request, request) == ([("kept", (place,)) for place in range(len(words))],) * 2


def make_body() -> Body:
    """Hypothesis and function fixtures do not mix, so the words are written here as well."""
    roles = {"U": "user", "A": "assistant", "S": "system", "T": "tool"}

    def message(word: str) -> dict[str, object]:
        call = [{"id": "x", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
        extra: dict[str, object] = {"tool_calls": call} if word == "A{x}" else {}
        extra |= {"tool_call_id": "x"} if word[0] == "T" else {}
        return {"role": roles[word[0]], "content": word.partition(":")[2], **extra}

    return lambda *words: json.dumps({"messages": [message(word) for word in words]}).encode()
