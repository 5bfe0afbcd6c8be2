"""JUnit XML that any parser reads: suites, cases, and what fails."""

from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as Tree

import pytest

from compaction.findings import Severity
from webui.transcripts.outputs import File, Report, Told
from webui.transcripts.outputs.writers.junit import legal, write


def parsed(report: Report) -> Tree.Element:
    return Tree.fromstring(write(report).encode())  # noqa: S314 - our own


def test_a_file_is_a_suite_and_counts_add_up(report: Report) -> None:
    root = parsed(report)
    assert root.tag == "testsuites"
    counts = ("tests", "failures", "errors", "skipped")
    assert [[suite.get(name) for name in counts] for suite in root] == [
        ["4", "1", "0", "0"],
        ["2", "0", "0", "1"],
        ["1", "0", "1", "0"],
        ["1", "0", "0", "1"],
    ]
    assert [root.get(name) for name in counts] == ["8", "1", "1", "2"]


def test_a_violation_is_a_case_with_its_sentence_place_and_link(report: Report) -> None:
    case = parsed(report)[0].findall("testcase")[2]
    assert (case.get("classname"), case.get("name")) == ("logs/a b.jsonl", "paired-tool-result at messages[0]")
    failure = case.find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("paired-tool-result", "Tool result without its call")
    assert (failure.text or "").splitlines() == [
        "error: Tool result without its call. Anthropic refuses it.",
        "Where: Message 1 (user), block 0, messages[0]",
        "Fix: Remove block 0.",
        "https://review.example/t/acme/transcripts/abc?at=1#m-1.0",
    ]


@pytest.mark.parametrize(("least", "failures"), [("error", 1), ("warning", 2), ("note", 3)])
def test_what_fails_is_at_or_above_the_level_asked_for(report: Report, least: str, failures: int) -> None:
    suite = parsed(replace(report, fail_on=Severity(least)))[0]
    assert len(suite.findall("testcase/failure")) == failures
    assert len(suite.findall("testcase/system-out")) == 3 - failures + 1


def test_a_clean_file_is_one_case_that_passes(report: Report) -> None:
    (suite,) = parsed(replace(report, files=(File("a.json", "Would be accepted."),)))
    (case,) = suite.findall("testcase")
    assert (case.get("name"), [child.tag for child in case]) == ("shape", ["system-out"])
    assert case.findtext("system-out") == "Would be accepted."


def test_what_was_not_checked_is_skipped_and_does_not_pass(report: Report) -> None:
    (case,) = parsed(report)[3].findall("testcase")
    skipped = case.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "Not checked: whose rules apply is not known."


def test_checks_pass_or_say_why_they_were_not_reached(report: Report) -> None:
    passed, skipped = parsed(report)[1].findall("testcase")
    assert (passed.get("name"), list(passed)) == ("xml: Grammar", [])
    assert [(one.tag, one.get("message")) for one in skipped] == [("skipped", "not uploaded")]


def test_hostile_names_and_texts_are_legal_xml(report: Report, hostile: str, told: Callable[..., Told]) -> None:
    suite = parsed(replace(report, files=(File(hostile, hostile, (told(what=hostile, path=hostile),)),)))[0]
    assert suite.get("name") == legal(hostile)
    assert "\x1b" not in (suite.get("name") or "")
    assert len(suite.findall("testcase")) == 1
    assert legal("\0\ud800\ufffe]]>\t") == "\ufffd\ufffd\ufffd]]>\t"


def test_what_is_waived_is_skipped_and_says_why(tolerated: Report) -> None:
    suite = parsed(replace(tolerated, fail_on=Severity.WARNING))[0]
    waived, other = suite.findall("testcase")
    skipped = waived.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "Waived by max until 30 Dec 2026, this case: it is test traffic."
    assert waived.find("failure") is None
    assert (suite.get("failures"), suite.get("skipped")) == ("1", "1")
    assert other.find("failure") is not None
