"""Two summaries compared: sections, sentences, words, moves, and what is said where a limit was reached."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.diff import Change, Counts, Diff, Kind, Limit, Range, diff

WORDS = [
    "port",
    "5433",
    "ledger_v7",
    "the",
    "is",
    "open.",
    "Retry",
    "\n",
    "## Goal\n",
    "<goal>",
    "- ",
    " ",
    "  ",
    "。",
    "x" * 3,
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join) | st.text(max_size=40)
LONG = "The nightly export job now waits for the lock of the table."


def cut(text: str, range: Range | None) -> str:
    return text[slice(*range)] if range else ""


def kinds(old: str, new: str) -> list[tuple[str, str, str]]:
    return [(change.kind.value, cut(old, change.old), cut(new, change.new)) for change in diff(old, new).changes]


def words(old: str, new: str, change: Change) -> list[tuple[str, str, str]]:
    return [(part.kind.value, cut(old, part.old), cut(new, part.new)) for part in change.words]


def only(found: Diff, kind: Kind) -> Change:
    (change,) = [change for change in found.changes if change.kind is kind]
    return change


def test_equal_texts_are_one_equal_stretch() -> None:
    assert kinds("One. Two.\nThree", "One. Two.\nThree") == [("equal", "One. Two.\nThree", "One. Two.\nThree")]
    assert not diff("One.", "One.").sections[0].changed
    assert diff("", "").sections == ()


def test_a_changed_sentence_is_compared_word_by_word() -> None:
    old, new = "Keep it. The job uses port 5433 of host a.", "Keep it. The job uses port 5432 of host a."
    found = diff(old, new)
    change = only(found, Kind.REPLACE)

    assert kinds(old, new)[0] == ("equal", "Keep it. ", "Keep it. ")
    assert words(old, new, change) == [
        ("equal", "The job uses port ", "The job uses port "),
        ("replace", "5433", "5432"),
        ("equal", " of host a.", " of host a."),
    ]
    assert found.sections[0].counts == Counts(equal=9, inserted=1, deleted=1)
    assert found.sections[0].changed


def test_an_identifier_is_shown_whole() -> None:
    old, new = "see services/export/runner.py for the lock", "see services/export/runner2.py for the lock"

    assert words(old, new, only(diff(old, new), Kind.REPLACE))[1] == (
        "replace",
        "services/export/runner.py",
        "services/export/runner2.py",
    )


def test_words_can_come_and_go() -> None:
    old, new = "we retry the nightly export job", "we retry the nightly big export job"

    assert ("insert", "", "big ") in words(old, new, only(diff(old, new), Kind.REPLACE))
    assert ("delete", "big ", "") in words(new, old, only(diff(new, old), Kind.REPLACE))


def test_fewer_than_three_unchanged_words_between_two_changes_join_them() -> None:
    old, new = "one two three four aaa x y bbb five six seven", "one two three four ccc x y ddd five six seven"
    assert [kind for kind, *_ in words(old, new, only(diff(old, new), Kind.REPLACE))] == ["equal", "replace", "equal"]

    old, new = "one two three four aaa x y z bbb five six", "one two three four ccc x y z ddd five six"
    assert len(words(old, new, only(diff(old, new), Kind.REPLACE))) == 5


def test_a_line_without_a_counterpart_is_at_risk() -> None:
    old = "The port is 5433.\nNever restart the billing database.\nDone."
    found = diff(old, "The port is 5433.\nDone.")

    assert [cut(old, range) for range in found.at_risk] == ["Never restart the billing database.\n"]
    assert diff("Done.", "Done. More.").at_risk == ()


def test_a_sentence_in_another_place_has_moved_and_its_edits_are_told_at_the_new_place() -> None:
    edited = LONG.replace("nightly", "daily")
    old, new = f"{LONG}\nAlpha beta.\nGamma delta.\n", f"Alpha beta.\nGamma delta.\n{edited}\n"
    found = diff(old, new)
    left, right = only(found, Kind.MOVED_FROM), only(found, Kind.MOVED_TO)

    assert (left.move, cut(old, left.old), left.new, cut(new, left.other)) == (0, f"{LONG}\n", None, f"{edited}\n")
    assert (right.move, cut(new, right.new), right.old, cut(old, right.other)) == (0, f"{edited}\n", None, f"{LONG}\n")
    assert ("replace", "nightly", "daily") in words(old, new, right)
    assert (left.words, found.sections[0].counts) == ((), Counts(equal=4, moved=12))
    assert found.at_risk == ()


def test_short_sentences_and_unlike_ones_do_not_move() -> None:
    assert "moved-to" not in [
        kind for kind, *_ in kinds("Port is 5433.\nAlpha.\nBeta.\n", "Alpha.\nBeta.\nPort is 5433.\n")
    ]


def test_one_sentence_moves_once() -> None:
    old, new = f"{LONG}\n{LONG}\nAlpha.\nBeta.\nGamma.\n", f"Alpha.\nBeta.\nGamma.\n{LONG}\n"

    assert sorted(kind for kind, *_ in kinds(old, new)) == ["delete", "equal", "moved-from", "moved-to"]


def test_moves_cross_sections() -> None:
    found = diff(f"# A\n{LONG}\n# B\nAlpha.\n", f"# A\n\n# B\nAlpha.\n{LONG}\n")

    assert [(section.name, [change.kind.value for change in section.changes]) for section in found.sections] == [
        ("a", ["replace", "moved-from"]),
        ("b", ["equal", "moved-to"]),
    ]


def test_sections_pair_by_name_and_what_is_gone_stays_behind_its_neighbour() -> None:
    old = "intro\n## Goal\nretry\n## Files\nrunner.py\n## Goal\nagain\n"
    new = "intro\n## Open:\nnothing\n<goal>retry</goal>\n"
    found = diff(old, new)

    assert [(section.name, section.old is None, section.new is None) for section in found.sections] == [
        ("", False, False),
        ("open", True, False),
        ("goal", False, False),
        ("files", False, True),
        ("goal", False, True),
    ]


def test_only_white_space_changed_is_a_note() -> None:
    found = diff("One  two.\nThree.", "One two.\nThree.")

    assert [(change.kind.value, change.spacing) for change in found.changes] == [("replace", True), ("equal", False)]
    assert (found.sections[0].changed, found.limit) == (False, Limit.NONE)
    assert found.sections[0].counts == Counts(equal=3)


def test_versions_are_found_among_several_sentences() -> None:
    old = "The port of the host is 5433.\nThe name of the branch is main.\nGone entirely.\n"
    new = "Fresh line.\nThe port of the host is 5432.\nThe name of the branch is dev.\n"

    assert [kind for kind, *_ in kinds(old, new)] == ["insert", "replace", "replace", "delete"]


def test_a_word_that_stands_everywhere_makes_no_version() -> None:
    old = "".join(f"line o{number}\n" for number in range(30))
    new = "".join(f"line n{number}\n" for number in range(30))

    assert {kind for kind, *_ in kinds(old, new)} == {"delete", "insert"}


def test_versions_do_not_cross() -> None:
    old = "alpha beta gamma one\ndelta epsilon zeta two\n"
    new = "delta epsilon zeta three\nalpha beta gamma four\n"

    assert [kind for kind, *_ in kinds(old, new)].count("replace") == 1


def test_a_sentence_too_long_for_words_is_declined_in_words() -> None:
    long = "word " * 10_000
    found = diff(f"{long}end", f"{long}start")

    assert only(found, Kind.REPLACE).words == ()
    assert (found.limit, found.sections[0].limit) == (Limit.SENTENCES, Limit.SENTENCES)
    assert found.limit.sentence == "Compared sentence by sentence: too long for words."


def test_a_section_of_too_many_lines_is_not_compared() -> None:
    many = "a b c\n" * 5_000
    found = diff(f"{many}x", f"{many}y")

    assert [change.kind.value for change in found.changes] == ["replace"]
    assert (found.limit, found.limit.sentence) == (Limit.NOTHING, "Not compared: too long.")
    assert diff(many, many).limit is Limit.NONE
    assert [change.kind.value for change in diff(many, "").changes] == ["delete"]


def test_a_budget_that_is_spent_is_told_and_the_same_every_time() -> None:
    old = "".join(f"{'w ' * 2_800}{number}.\n" for number in range(4))
    new = old.replace("w ", "w v ", 1).replace("2.", "7.").replace("3.", "8.").replace("0.", "9.").replace("1.", "6.")

    assert diff(old, new) == diff(old, new)
    assert diff(old, new).limit is Limit.SENTENCES


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_the_changes_give_back_both_texts(old: str, new: str) -> None:
    found = diff(old, new)
    before = sorted(change.old for change in found.changes if change.old)
    after = sorted(change.new for change in found.changes if change.new)

    assert "".join(cut(old, range) for range in before) == old
    assert "".join(cut(new, range) for range in after) == new
    for section in found.sections:
        assert "".join(cut(old, change.old) for change in section.changes) == cut(old, section.old)
        assert "".join(cut(new, change.new) for change in section.changes) == cut(new, section.new)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_words_give_back_both_sides_of_their_change(old: str, new: str) -> None:
    for change in diff(old, new).changes:
        left, right = (change.other, change.new) if change.kind is Kind.MOVED_TO else (change.old, change.new)
        if change.words:
            assert "".join(cut(old, part.old) for part in change.words) == cut(old, left)
            assert "".join(cut(new, part.new) for part in change.words) == cut(new, right)
        for part in change.words:
            assert (cut(old, part.old) == cut(new, part.new)) is (part.kind is Kind.EQUAL) or part.kind is Kind.REPLACE


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_the_other_way_round_what_came_has_gone(old: str, new: str) -> None:
    def total(found: Diff, name: str) -> int:
        return sum(getattr(section.counts, name) for section in found.sections)

    there = diff(old, new)
    assert total(there, "equal") + total(there, "deleted") == total(diff(old, ""), "deleted") - total(there, "moved")
    assert total(there, "equal") + total(there, "inserted") == total(diff("", new), "inserted") - total(there, "moved")


@pytest.mark.parametrize("text", ["a  b", "", "。。", "x\n\n\ny", "# A", "<a>\n"])
def test_nothing_changes_between_a_text_and_itself(text: str) -> None:
    assert all(change.kind is Kind.EQUAL for change in diff(text, text).changes)
