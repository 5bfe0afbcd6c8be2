"""How a comparison is drawn: one row a sentence, whatever the view."""

from webui.runs import comparing
from webui.runs.comparing import Mark
from webui.runs.views.diff_rows import MOST_ELEMENTS, Bit
from webui.runs.views.differences import draw

MOVED = "- Use the staging proxy for every call, never the live one."
OLD = (
    f"## Goal\nMake retries reliable.\n## Constraints\n{MOVED}\n- Keep a.\n- Keep b.\n- Keep c.\n- Try 3 times today.\n"
)
KEPT = "- Keep a.\n- Keep b.\n- Keep c."
NEW = f"## Goal\nMake retries reliable.\n## Constraints\n{KEPT}\n- Try 5 times today.\n## State\n{MOVED}\n"


def test_a_move_is_a_third_kind_linked_at_both_ends() -> None:
    drawn = draw(OLD, NEW)
    left = next(row for section in drawn.sections for row in section.rows if row.kind == "left")
    came = next(row for section in drawn.sections for row in section.rows if row.kind == "came")

    assert (left.anchor, left.target, left.title) == ("mv-0-from", "mv-0-to", "State")
    assert (came.anchor, came.target, came.title) == ("mv-0-to", "mv-0-from", "Constraints")
    assert left.both == (Bit(MOVED, "moved"),) == came.new
    assert (left.new, came.old) == ((), ())
    assert drawn.said == "1 changed, 1 moved"


def test_what_did_not_change_is_folded_but_for_its_ends() -> None:
    goal, constraints, _ = draw(OLD, NEW).sections

    assert [(row.kind, row.words) for row in goal.rows] == [("fold", "unchanged · 1 line · 3 words")]
    assert (goal.said, goal.changed) == ("unchanged · 3 words", False)
    assert [row.kind for row in constraints.rows] == ["left", "same", "same", "same", "changed"]
    many = "\n".join(f"- Keep item {number}." for number in range(9))
    (folded,) = draw(f"{many}\nTry 3 times today.", f"{many}\nTry 5 times today.").sections
    assert [row.kind for row in folded.rows] == ["fold", "same", "changed"]
    assert folded.rows[0].words == "unchanged · 8 lines · 32 words"


def test_both_sides_and_the_result_are_drawn_from_the_same_words() -> None:
    constraints = draw(OLD, NEW).sections[1]
    row = constraints.rows[-1]

    assert "".join(bit.text for bit in row.old) == "- Try 3 times today."
    assert "".join(bit.text for bit in row.new) == "- Try 5 times today."
    assert [bit.kind for bit in row.both] == ["", "del", "ins", ""]


def test_only_an_earlier_summary_has_lines_at_risk() -> None:
    old, new = "A line that is gone for good.\nThe other.", "The other."

    assert list(draw(old, new, carried=True).risks) == ["A line that is gone for good."]
    assert list(draw(old, new).risks) == []
    assert draw(old, new, carried=True).sections[0].rows[0].risk


def test_a_section_that_is_gone_and_one_that_is_new_say_so() -> None:
    drawn = draw("## Goal\nSame here.\n## State\nAll is done.", "## Goal\nSame here.\n## Open items\nAll is open.")

    told = [(section.title, section.gone, section.new) for section in drawn.sections]
    assert told == [("Goal", False, False), ("State", True, False), ("Open items", False, True)]
    assert [section.captured for section in drawn.sections] == [False, False, True]


def test_white_space_alone_is_no_change() -> None:
    drawn = draw("One line.  Two  lines.", "One line. Two lines.")

    assert drawn.equal
    assert drawn.said == ""
    assert drawn.sections[0].said == "white space alone · 4 words"


def test_a_limit_is_said_in_words() -> None:
    words = [f"{number:x}" for number in range(7_000)]
    other = [word if at % 3 else f"x{at:x}" for at, word in enumerate(words)]

    (section,) = draw(" ".join(words), " ".join(other)).sections
    assert section.limit == "Compared sentence by sentence: too long for words."
    assert {bit.kind for row in section.rows for bit in row.both if bit.text.strip()} == {"ins", "del"}


def test_a_page_draws_what_fits_and_counts_the_rest() -> None:
    old = "\n".join(f"Alpha {number} beta." for number in range(0, 4_000, 2))
    new = "\n".join(f"Gamma {number} delta." for number in range(1, 4_000, 2))

    (section,) = draw(old, new).sections
    assert sum(row.elements for row in section.rows) <= MOST_ELEMENTS
    assert len(section.rows) > 100
    assert len(section.rows) + section.left == 4_000
    assert section.said == "2,000 added, 2,000 removed"


def test_facts_are_marked_wherever_their_line_went() -> None:
    text = "The limit is 5.\n- Which port?: 8443"

    (row,) = [row for row in draw("The limit is 5.\n", text, marks=[Mark(7, 16, 35)]).sections[0].rows if row.facts]
    assert (row.kind, row.facts) == ("added", (7,))


def test_a_contract_is_compared_by_its_sections() -> None:
    def contract(state: str) -> str:
        inner = f"<goal>Import</goal><constraints/><decisions/><state>{state}</state><open_items/>"
        return comparing.readable(f"<conversation_summary>{inner}</conversation_summary>")

    drawn = draw(contract("Parser ready"), contract("Parser broken"))
    assert [section.title for section in drawn.sections] == ["Goal", "Constraints", "Decisions", "State", "Open items"]
    assert [section.changed for section in drawn.sections] == [False, False, False, True, False]
    assert comparing.readable("# Any text") == "# Any text"


def test_changes_are_numbered_through_all_sections_a_move_once_where_it_came() -> None:
    drawn = draw(OLD, NEW)

    told = [(row.kind, row.nth, row.anchor) for section in drawn.sections for row in section.rows if row.kind != "same"]
    assert told == [
        ("fold", 0, ""),
        ("left", 0, "mv-0-from"),
        ("changed", 1, "ch-1"),
        ("came", 2, "mv-0-to"),
    ]
    assert (drawn.total, drawn.unread, drawn.first) == (2, 2, "ch-1")
    assert [section.changes for section in drawn.sections] == [0, 1, 1]


def test_from_the_last_change_one_comes_to_the_first() -> None:
    changes = [row for section in draw(OLD, NEW).sections for row in section.rows if row.nth]

    assert [(row.previous, row.next) for row in changes] == [("mv-0-to", "mv-0-to"), ("ch-1", "ch-1")]
    (alone,) = [row for row in draw("Try 3 times.", "Try 5 times.").sections[0].rows if row.nth]
    assert (alone.previous, alone.next) == ("ch-1", "ch-1")


def test_what_was_read_is_passed_by_and_leads_on() -> None:
    drawn = draw(OLD, NEW, known=lambda name, old, new: name, read=lambda names: frozenset({"constraints", "goal"}))
    goal, constraints, state = drawn.sections

    assert (goal.read, constraints.read, state.read) == (False, True, False), "what did not change is not read either"
    assert (drawn.total, drawn.unread, drawn.first) == (2, 1, "mv-0-to")
    assert (constraints.onward, state.onward) == ("d-2", "d-2")
    assert [(row.nth, row.next) for row in constraints.rows if row.nth] == [(1, "")]
    assert [(row.nth, row.next) for row in state.rows if row.nth] == [(2, "mv-0-to")]


def test_where_all_is_read_one_still_goes_from_change_to_change() -> None:
    drawn = draw(OLD, NEW, known=lambda name, old, new: name, read=frozenset)

    assert [section.read for section in drawn.sections] == [False, True, True]
    assert (drawn.unread, drawn.first) == (0, "")
    assert [row.next for section in drawn.sections for row in section.rows if row.nth] == ["mv-0-to", "ch-1"]


def test_a_section_is_known_by_its_name_and_both_its_texts() -> None:
    asked: list[tuple[str, str, str]] = []
    draw("# Goal\nA b.\n# State\nOld.", "# Goal\nA b.\n# State\nNew.", known=lambda *it: str(asked.append(it)))

    assert asked == [("goal", "# Goal\nA b.\n", "# Goal\nA b.\n"), ("state", "# State\nOld.", "# State\nNew.")]


def test_white_space_is_shown_on_demand_and_is_no_change() -> None:
    drawn = draw("One line.  Two  lines.", "One line. Two lines.", raw=True)

    assert {row.kind for row in drawn.sections[0].rows} == {"spacing"}
    assert (drawn.total, drawn.said, drawn.equal) == (0, "", True)
    assert [bit.text for row in drawn.sections[0].rows for bit in row.old] == ["One line.  ", "Two  lines."]


def test_the_result_says_where_something_is_gone() -> None:
    (row,) = [row for row in draw("Keep it.\nGone it is.", "Keep it.").sections[0].rows if row.nth]

    assert (row.gone, row.new) == ("3 words removed", ())
