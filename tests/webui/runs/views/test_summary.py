"""The Summary tab: sections in contract order, faults in their place, and the exact text."""

from collections.abc import Callable
from typing import Any

import pytest

from webui.runs.models import Run

ROOT = "<conversation_summary>{}</conversation_summary>"
GOAL, STATE = "<goal>Import the ledger</goal>", "<state>Parser ready</state>"
REST = "<constraints/><decisions/>"


@pytest.fixture
def judged(upload: Callable[..., Run], whole: dict[str, Any]) -> Callable[[str], Run]:
    """Upload a contract with another summary."""

    def judged(summary: str) -> Run:
        output = whole["output"] | {"summary": summary}
        return upload("contract", whole | {"output": output, "limits": {"output_bytes": 1_000_000}})

    return judged


def sections(shown: str) -> list[str]:
    return [one.partition("</section>")[0] for one in shown.split('<section class="section')[1:]]


def test_five_sections_stand_in_contract_order_with_words_and_share(
    read: Callable[..., str], judged: Callable[[str], Run]
) -> None:
    shown = read(judged(ROOT.format(GOAL + REST + STATE + "<open_items/>")), "?tab=summary")

    found = sections(shown)
    titles = [one.split("</span>")[1].split("</h2>")[0] for one in found]
    assert titles == ["Goal", "Constraints", "Decisions", "State", "Open items"]
    assert "3 words" in found[0] and "Import the ledger" in found[0]
    assert "of 256 tokens" in found[0]
    assert "Empty, which the contract allows here." in found[1]
    assert not any(one.startswith(" faulty") for one in found)


def test_an_absent_section_is_drawn_in_its_place(read: Callable[..., str], judged: Callable[[str], Run]) -> None:
    run = judged(ROOT.format(GOAL + "<constraints/>" + STATE + "<open_items/>"))

    found = sections(read(run, "?tab=summary"))

    assert run.reason == "xml_structure"
    assert found[2].startswith(" faulty")
    assert "Decisions" in found[2] and "Absent" in found[2]


def test_a_misplaced_section_says_that_it_is_out_of_order(
    read: Callable[..., str], judged: Callable[[str], Run]
) -> None:
    run = judged(ROOT.format(GOAL + "<decisions/><constraints/>" + STATE + "<open_items/>"))

    found = sections(read(run, "?tab=summary"))

    assert run.reason == "xml_structure"
    assert sum("Out of order" in one for one in found) == 1


def test_an_empty_state_is_dashed_with_its_reason(read: Callable[..., str], judged: Callable[[str], Run]) -> None:
    run = judged(ROOT.format(GOAL + REST + "<state> </state><open_items/>"))

    found = sections(read(run, "?tab=summary"))

    assert found[3].startswith(" faulty")
    assert "State section has no words" in found[3]
    assert "xml_content" in found[3]


def test_the_source_marks_line_and_column_of_the_fault(read: Callable[..., str], judged: Callable[[str], Run]) -> None:
    run = judged(ROOT.format(f"\n{GOAL}{REST}\n<state>a & b</state><open_items/>"))

    shown = read(run, "?tab=summary&view=source")

    assert (run.reason, run.line) == ("xml_syntax", 3)
    assert f"The summary, State (section 4 of 5), line 3, column {run.column}" in shown
    assert '<span class="l bad" id="l-3" data-n="3">' in shown
    assert shown.count('class="l bad"') == 1
    line = shown.split('id="l-3"')[1]
    assert line.index("<mark>") < line.index("</mark>") < line.index("&lt;open_items/&gt;")


def test_a_code_fence_marks_the_reply(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    run = upload("contract", whole | {"output": b"```json\n{}\n```"})

    shown = read(run, "?tab=summary")

    assert run.reason == "wire"
    assert "Reply as received" in shown
    assert '<span class="l bad" id="l-1" data-n="1"><mark>`</mark>``json</span>' in shown


def test_a_text_that_no_contract_judges_is_shown_as_it_is(read: Callable[..., str], pair: Run) -> None:
    shown = read(pair, "?tab=summary")

    assert "The fee is charged early." in shown
    assert "not in the contract’s form, so it is not judged" in shown
    assert "Absent" not in shown


def test_a_run_without_a_summary_says_so(
    read: Callable[..., str], upload: Callable[..., Run], whole: dict[str, Any]
) -> None:
    assert "The upload holds no summary" in read(upload("contract", {"input": whole["input"]}), "?tab=summary")


def test_hostile_text_is_drawn_and_never_markup(read: Callable[..., str], judged: Callable[[str], Run]) -> None:
    run = judged(
        ROOT.format(f"<goal>a\u202eb {{{{ 7 }}}} &lt;script&gt;</goal>{REST}{STATE}<open_items/><script>x</script>")
    )

    for query in ("?tab=summary", "?tab=summary&view=source"):
        shown = read(run, query)
        assert "<script>x" not in shown
        assert '<span class="ctl harm" title="Right-to-left override, U+202E">RLO</span>' in shown


def test_a_long_summary_is_paged_around_its_fault(read: Callable[..., str], judged: Callable[[str], Run]) -> None:
    lines = "\n".join(f"step {number}" for number in range(900))
    run = judged(ROOT.format(f"{GOAL}{REST}<state>{lines}\n<b/></state><open_items/>"))

    shown = read(run, "?tab=summary&view=source")

    assert run.line == 901
    assert f'id="l-{run.line}"' in shown
    assert shown.count('<span class="l') <= 201
    assert "Earlier lines" in shown
    assert 'id="l-1"' in read(run, "?tab=summary&view=source&from=0")
