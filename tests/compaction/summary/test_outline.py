import pytest

from compaction.summary import outline
from compaction.summary.outline import MAX_EXTRAS

ROOT = "conversation_summary"


def states(xml: str) -> list[tuple[str, str]]:
    return [(view.name, view.state.value) for view in outline(xml.encode())]


def texts(xml: str) -> dict[str, str]:
    return {view.name: xml[view.start : view.end] for view in outline(xml.encode()) if view.start is not None}


def five(**other: str) -> list[tuple[str, str]]:
    return [(name, other.get(name, "present")) for name in ("goal", "constraints", "decisions", "state", "open_items")]


def test_all_sections_of_nothing_are_absent() -> None:
    assert [state for _, state in states("")] == ["absent"] * 5
    assert states("no xml here") == states("")


def test_a_section_that_has_to_move_is_misplaced() -> None:
    xml = f"<{ROOT}><goal>g</goal><decisions>d</decisions><constraints>c</constraints><state>s</state><open_items/>"
    assert states(xml) == five(constraints="misplaced")
    assert texts(xml) == {"goal": "g", "constraints": "c", "decisions": "d", "state": "s", "open_items": ""}


def test_of_four_in_order_and_one_early_the_early_one_is_misplaced() -> None:
    assert states(f"<{ROOT}><state/><goal/><constraints/><decisions/><open_items/>") == five(state="misplaced")


def test_absent_repeated_and_unknown_sections_are_shown() -> None:
    xml = f"<{ROOT}><goal>1</goal><goal>2</goal><notes>n</notes><constraints/><decisions/><state>s</state></{ROOT}>"
    expected = five(open_items="absent")
    assert states(xml) == [expected[0], ("goal", "repeated"), *expected[1:], ("notes", "unknown")]


def test_a_section_without_end_goes_up_to_the_next() -> None:
    xml = f"```xml\n<{ROOT}>\n<goal>a <b>\n<constraints>c</constraints><decisions/><state>half"
    assert states(xml) == five(goal="unfinished", state="unfinished", open_items="absent")
    assert texts(xml) == {"goal": "a <b>\n", "constraints": "c", "decisions": "", "state": "half"}
    assert [view.line for view in outline(xml.encode())] == [3, 4, 4, 4, None]


def test_what_is_nested_in_a_section_is_its_text() -> None:
    xml = f"<{ROOT}><goal>x<constraints/><b>y</b></goal></{ROOT}>"
    assert texts(xml) == {"goal": "x<constraints/><b>y</b>"}


def test_sections_are_found_under_another_root() -> None:
    assert dict(states("<summary><b/><goal>x</goal></summary>")) == {**dict(states("")), "goal": "present"}


@pytest.mark.parametrize("piece", ["<goal>", "<b>", "<goal/>", "<a1>x</a1>"])
def test_a_flood_is_cut(piece: str) -> None:
    assert len(outline(f"<{ROOT}>{piece * 5_000}".encode())) <= 5 + MAX_EXTRAS


def test_offsets_count_characters() -> None:
    xml = f"\U0001f680\xe9<{ROOT}><goal>\U0001f680</goal>".encode() + b"\xff<state>\xe2\x82</state>"
    text = xml.decode("utf-8", "surrogateescape")
    found = {view.name: text[view.start : view.end] for view in outline(xml) if view.start is not None}
    assert found == {"goal": "\U0001f680", "state": "\udce2\udc82"}
