from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.qa.fold import HEADING, Folded, fold


def test_the_heading_takes_forty_five_characters() -> None:
    assert len(f"\n\n{HEADING}") == 45


def test_a_bullet_that_fits_exactly_is_taken() -> None:
    assert fold("s" * 100, [("q" * 10, "a" * 40)], 50).text == f"{'s' * 100}\n\n{HEADING}\n- {'q' * 10}: {'a' * 40}"
    assert fold("s" * 100, [("q" * 10, "a" * 41)], 50) == Folded("s" * 100, 0)


def test_the_first_bullet_that_does_not_fit_ends_it() -> None:
    facts = [("Which?", "this"), ("Long?", "x" * 500), ("Short?", "y")]
    assert fold("Summary.", facts, 50) == Folded(f"Summary.\n\n{HEADING}\n- Which?: this", 1)


def test_without_facts_the_summary_stays() -> None:
    assert fold("Summary.", [], 50) == Folded("Summary.", 0)


@settings(max_examples=100)
@given(
    st.text(max_size=80),
    st.lists(st.tuples(st.text(max_size=20), st.text(max_size=40)), max_size=8),
    st.integers(0, 90),
)
def test_folding_keeps_to_four_characters_a_token(summary: str, facts: list[tuple[str, str]], budget: int) -> None:
    folded = fold(summary, facts, budget)
    assert folded.text.startswith(summary)
    assert folded.text == summary or len(folded.text) <= 4 * budget
    assert folded.text.count("\n- ") >= folded.count
