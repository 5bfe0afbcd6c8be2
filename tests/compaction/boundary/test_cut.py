import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.boundary import find_cut
from compaction.shape import check


@dataclass(frozen=True)
class Entry:
    role: str
    calls: tuple[str, ...] = ()
    result: str = ""
    follows: bool = False


def entries(text: str) -> list[Entry]:
    """S, U, A, A{a b}, T{a}, divided by commas."""
    roles = {"S": "system", "U": "user", "A": "assistant", "T": "tool"}
    found = []
    for word in text.split(", "):
        ids = tuple(word[2:-1].split()) if "{" in word else ()
        found.append(Entry(roles[word[0]], ids if word[0] == "A" else (), ids[0] if word[0] == "T" else ""))
    return found


F1 = entries("S, U, A{a b}, T{a}, T{b}, U")
F2 = entries("A{h}, T{h}, U, U")


def message(entry: Entry) -> dict[str, object]:
    calls = [{"id": call, "type": "function", "function": {"name": "f", "arguments": "{}"}} for call in entry.calls]
    extra: dict[str, object] = {"tool_calls": calls} if calls else {}
    if entry.result:
        extra["tool_call_id"] = entry.result
    return {"role": entry.role, "content": "words", **extra}


def verdict(listed: list[Entry]) -> list[tuple[str, int | None]]:
    body = json.dumps({"messages": [message(entry) for entry in listed]}).encode()
    return [(found.rule, found.index) for found in check(body, dialect="anthropic", layer="core").violations]


def output(listed: list[Entry], head: int, end: int, role: str = "user") -> list[Entry]:
    return [*listed[:head], Entry(role), *listed[end:]] if end > head else listed


def places(listed: list[Entry], keep_last: int, keep_first: int = 1) -> tuple[int, int, int]:
    cut = find_cut(listed, keep_last=keep_last, keep_first=keep_first)
    return cut.head, cut.start, cut.end


@pytest.mark.parametrize(
    ("listed", "keep_last", "expected"),
    [
        (F1, 1, (1, 1, 5)),
        (F1, 2, (1, 1, 5)),
        (F1, 3, (1, 1, 5)),
        (F1, 4, (1, 1, 2)),
        (F1, 5, (1, 1, 1)),
        (F2, 1, (0, 0, 3)),
        (F2, 2, (0, 0, 2)),
        (F2, 3, (0, 0, 2)),
        (F2, 4, (0, 0, 0)),
        (F2, 5, (0, 0, 0)),
    ],
)
def test_the_worked_table(listed: list[Entry], keep_last: int, expected: tuple[int, int, int]) -> None:
    assert places(listed, keep_last) == expected
    assert verdict(output(listed, expected[0], expected[2])) == []


@pytest.mark.parametrize(
    ("keep_last", "found"),
    [
        (1, []),
        (2, [("paired-tool-result", 2)]),
        (3, [("paired-tool-result", 2), ("paired-tool-result", 3)]),
        (4, []),
    ],
)
def test_a_cut_that_is_not_aligned_splits_an_exchange(keep_last: int, found: list[tuple[str, int]]) -> None:
    assert verdict(output(F1, 1, len(F1) - keep_last)) == found


@pytest.mark.parametrize(("keep_last", "found"), [(1, True), (2, True), (3, True), (4, False)])
def test_a_summary_as_system_breaks_its_place_unless_an_assistant_follows(keep_last: int, found: bool) -> None:
    head, _, end = places(F1, keep_last)

    assert verdict(output(F1, head, end, "system")) == ([("system-position", 1)] if found else [])


@pytest.mark.parametrize("end", [3, 2])
def test_a_head_with_a_call_leaves_it_unanswered(end: int) -> None:
    assert verdict(output(F2, 1, end)) == [("answered-tool-use", 0)]


@pytest.mark.parametrize(
    ("text", "keep_first", "head"),
    [
        ("U, U, A, U", 0, 0),
        ("U, U, A, U", 2, 2),
        ("U, A{a}, T{a}, U", 2, 1),
        ("U, A{a}, T{a}, U", 3, 3),
        ("A{a}, T{a}, U, U", 1, 0),
        ("A{a}, A{b}, U, U", 2, 0),
        ("U, U", 5, 2),
    ],
)
def test_the_head_is_as_long_as_asked_but_never_ends_on_a_call(text: str, keep_first: int, head: int) -> None:
    assert places(entries(text), 1, keep_first)[0] == head


def test_a_negative_head_is_refused() -> None:
    with pytest.raises(ValueError, match="keep_first"):
        find_cut(F1, keep_first=-1)


def test_three_entries_are_kept_unless_said_otherwise() -> None:
    assert find_cut(F1) == find_cut(F1, keep_last=3, keep_first=1)
    assert not find_cut(F1).untouched


def test_a_list_too_short_is_untouched_unless_it_goes_on_with_a_result() -> None:
    assert find_cut(entries("U, A, U"), keep_last=5).untouched
    assert places(entries("U, T{x}, U"), 5) == (1, 1, 2)


def test_an_empty_list_is_untouched() -> None:
    assert find_cut([], keep_last=3).untouched


def well_formed(length: int) -> Iterator[list[Entry]]:
    """Every list of one length in which each call is answered right after it, one by one, and nothing else is."""
    for kinds in product("SUA12T", repeat=length):
        listed, open_ = [], []
        for place, kind in enumerate(kinds):
            if kind == "T":
                if not open_:
                    break
                listed.append(Entry("tool", (), open_.pop(0)))
                continue
            if open_:
                break
            open_ = [f"{place}.{number}" for number in range({"1": 1, "2": 2}.get(kind, 0))]
            listed.append(Entry({"S": "system", "U": "user"}.get(kind, "assistant"), tuple(open_)))
        else:
            if not open_ and not verdict(listed):
                yield listed


def assert_well_formed_stays_well_formed(listed: list[Entry], keep_last: int) -> bool:
    head, _, end = places(listed, keep_last)
    assert verdict(output(listed, head, end)) == []
    return end > head


def tried_up_to(length: int) -> list[bool]:
    return [
        assert_well_formed_stays_well_formed(listed, keep_last)
        for size in range(length + 1)
        for listed in well_formed(size)
        for keep_last in range(1, size + 3)
    ]


def test_well_formed_lists_stay_so_at_every_cut() -> None:
    assert len(tried_up_to(4)) > sum(tried_up_to(4)) > 100


@pytest.mark.slow
def test_all_lists_of_up_to_seven_entries_stay_well_formed() -> None:
    tried = tried_up_to(7)

    assert (len(tried), sum(tried)) == (27_332, 14_880)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(["U", "A", "A{1}T", "A{2}TT", "SA"]), min_size=3, max_size=12), st.integers(1, 14))
def test_longer_well_formed_lists_stay_so_too(kinds: list[str], keep_last: int) -> None:
    listed: list[Entry] = []
    for place, kind in enumerate(kinds):
        calls = tuple(f"{place}.{number}" for number in range(kind.count("T")))
        listed += [Entry("system")] if kind[0] == "S" else []
        listed.append(Entry("user" if kind == "U" else "assistant", calls))
        listed += [Entry("tool", (), call) for call in calls]
    assert verdict(listed) == []

    assert_well_formed_stays_well_formed(listed, keep_last)
