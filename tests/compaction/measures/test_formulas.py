"""Each measure against its own worked example, and against material that has nothing to measure."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.measures import MEASURES, Counts, Material, Measure

OF_A_MEASURE = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.id)
TEXTS = st.text("ab1 ./_`-v", max_size=40)


@OF_A_MEASURE
def test_the_worked_example_holds(measure: Measure) -> None:
    assert measure.compute(measure.example.given) == measure.example.value


@OF_A_MEASURE
def test_without_a_whole_a_measure_is_undefined(measure: Measure) -> None:
    assert measure.compute(Material("", "")) is None


@OF_A_MEASURE
def test_a_measure_has_all_that_its_page_says(measure: Measure) -> None:
    for text in (measure.title, measure.unit, measure.formula, measure.source, measure.example.words):
        assert text.strip() == text != ""


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_shares_stay_between_nothing_and_all(source: str, summary: str, prior: str) -> None:
    material = Material(source, summary, prior, draft=summary, counts=Counts())
    for measure in MEASURES:
        value = measure.compute(material)
        if measure.unit == "0 to 1" and value is not None:
            assert 0 <= value <= 1, measure.id
    assert material.kept | material.lost == material.in_source.identifiers
    assert material.unsupported <= material.in_summary.identifiers
