"""The summary of a pair: judged where it is in the contract's form, told in plain words where it is not."""

from collections.abc import Callable
from typing import Any

import pytest

from webui.runs.models import Run

FINE = (
    "<conversation_summary><goal>Fix the fee.</goal><constraints/><decisions/><state>Red.</state>"
    "<open_items/></conversation_summary>"
)


@pytest.fixture
def pair_with(upload: Callable[..., Run], work_off: Callable[[], int], lists: dict[str, Any]) -> Callable[..., Run]:
    """A pair with another summary, explained."""

    def make(summary: Any) -> Run:
        run = upload("pair", {"pair": lists | {"summary": summary}})
        work_off()
        run.refresh_from_db()
        return run

    return make


def states(run: Run) -> dict[str, tuple[str, str]]:
    return {check["id"]: (check["state"], check["note"]) for check in run.checks}


def test_a_summary_in_the_contract_s_form_passes_the_grammar_and_stays_open(
    pair_with: Callable[..., Run], read: Callable[..., str]
) -> None:
    run = pair_with(FINE)

    shown = read(run)

    assert (run.verdict, run.given["summary_form"]) == ("unjudged", "contract")
    assert states(run).pop("xml") == ("passed", "")
    assert {told for name, told in states(run).items() if name != "xml"} == {("not_reached", "not in the upload")}
    assert "Its summary is in the contract’s form and passes the grammar" in shown
    assert '<dt>Basis</dt><dd class="mut">a pair: two lists' in read(run, "?tab=checks")
    assert shown.count("Absent") == 0


@pytest.mark.parametrize(
    ("summary", "reason", "line"),
    [
        (FINE.replace("<state>Red.</state>", "<state> </state>"), "xml_content", 1),
        (FINE.replace("<decisions/>", ""), "xml_structure", 1),
        ("\n" + FINE, "xml_structure", 1),
        (FINE.replace("<goal>", "<goal>\na & b"), "xml_syntax", 2),
    ],
)
def test_one_that_the_grammar_refuses_is_refused_with_its_place(
    summary: str, reason: str, line: int, pair_with: Callable[..., Run], read: Callable[..., str]
) -> None:
    run = pair_with(summary)

    shown = read(run)

    assert (run.verdict, run.reason, run.line, run.reject_number) == ("refused", reason, line, None)
    assert f'Refused</span> <code class="code">{reason}</code>' in shown
    assert "The upload is a pair" in shown
    assert f'href="?tab=summary&amp;view=source#l-{line}"' in shown
    assert states(run)["usage"] == ("not_reached", "not in the upload")


@pytest.mark.parametrize(
    "summary",
    ["The fee is early.", f"```xml\n{FINE}\n```", "<summary><goal>x</goal></summary>", "<conversation_summary2/>"],
)
def test_another_form_is_never_called_refused(
    summary: str, pair_with: Callable[..., Run], read: Callable[..., str]
) -> None:
    run = pair_with(summary)

    shown, text = read(run), read(run, "?tab=summary")

    assert (run.verdict, run.code, run.given["summary_form"]) == ("unjudged", "", "other")
    assert "Refused" not in shown
    assert "not in the contract’s form" in shown and "not in the contract’s form" in text
    assert set(states(run).values()) == {("not_reached", "not in the upload")}


def test_a_pair_without_a_summary_says_nothing_of_a_form(
    pair_with: Callable[..., Run], read: Callable[..., str]
) -> None:
    run = pair_with(None)

    assert "summary_form" not in run.given
    assert "contract’s form" not in read(run)


def test_reading_again_judges_anew(pair_with: Callable[..., Run], work_off: Callable[[], int]) -> None:
    from webui.transcripts.store import read_again

    run = pair_with(FINE.replace("Red.", " "))
    Run.objects.update(reason="wire", verdict="valid", checks=[])
    assert run.capture is not None and read_again(run.capture)
    work_off()

    run.refresh_from_db()
    assert (run.verdict, run.reason, len(run.checks) > 5) == ("refused", "xml_content", True)
