"""Flags that two texts decide: each rule speaks, and each is silent beside a good summary."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.measures import flags

SOURCE = (
    "Please look at services/export/runner.py. It opens port 5433 and uses ledger_v7.\n"
    "EXPORT-118 came after 42 seconds. The job is to retry, and the writes are frozen with a pause.\n"
    "Stay on branch fix/export-lock, that is the one for this work."
)
GOOD = "Job: services/export/runner.py on fix/export-lock: port 5433, ledger_v7, EXPORT-118 after 42 seconds. Retry."
PRIOR = "Customer 5521 wants invoices as a spreadsheet."


def ids(summary: str, source: str = SOURCE, **given: str) -> set[str]:
    return {flag.id for flag in flags(source, summary, **given)}


def test_a_good_summary_raises_nothing() -> None:
    assert ids(GOOD) == set()
    assert ids(GOOD, prior="Earlier: ledger_v7.", hook="keep it short", after=f"{GOOD}\nGo on.") == set()


def test_lost_identifiers_are_shown_newest_first_with_counts() -> None:
    flag = next(
        flag for flag in flags(SOURCE, GOOD.replace("5433", "").replace("42", "")) if flag.id == "lost-identifiers"
    )

    assert [SOURCE[span.start : span.end] for span in flag.evidence.spans] == ["42", "5433"]
    assert dict(flag.evidence.counts) == {"identifiers": 6, "kept": 4}
    assert (flag.candidate, flag.severity, flag.index, flag.pointer) == (False, "warning", None, "")


@pytest.mark.parametrize(
    ("source", "summary", "low"),
    [
        ("a_1 b_2 c_3 d_4 e_5", "nothing at all", True),
        ("a_1 b_2 c_3 d_4 e_5", "only a_1 here", False),
        ("a_1 b_2 c_3 d_4 e_5 f_6", "only a_1 here", True),
        ("a_1 b_2 c_3 d_4", "nothing at all", False),
    ],
)
def test_recall_is_low_below_a_fifth_of_five(source: str, summary: str, low: bool) -> None:
    assert ("low-identifier-recall" in ids(summary, source)) is low


def test_an_identifier_that_stands_nowhere_before_is_shown() -> None:
    summary = GOOD.replace("5433", "5432")
    flag = next(flag for flag in flags(SOURCE, summary) if flag.id == "ungrounded-fact")

    assert [summary[span.start : span.end] for span in flag.evidence.spans] == ["5432"]
    assert ids("see 5432", "see host:5432") == ids("see 5432", "see", hook="5432") - {"summary-growth"} == set()


@pytest.mark.parametrize(
    "summary",
    [
        "",
        " \n",
        "## Tasks\nNone.\n\n**Rules:**\n- None yet.\n---\n<notes>\n</notes>\nFiles:\nN/A",
        "Goal: nothing recorded. Open: no pending tasks; done: nothing",
        "No messages were found to summarise.",
        "The conversation was empty.",
        "[Summary unavailable]",
        "I am unable to summarize.",
    ],
)
def test_a_summary_that_says_nothing_is_empty(summary: str) -> None:
    assert "empty-summary" in ids(summary)


@pytest.mark.parametrize(
    "summary", ["## Tasks\n- Fix the lock.", "No tests fail any more.", "Goal: retry. Open: none."]
)
def test_a_short_summary_is_not_empty(summary: str) -> None:
    assert "empty-summary" not in ids(summary)


@pytest.mark.parametrize(
    "end",
    [
        "The plan is to freeze wri",
        "```\ncode",
        "Next:\n- ",
        "Next:\n2.",
        "<goal>\nfix it",
        "see <goa",
        "one, two,",
        "and then the",
    ],
)
def test_a_summary_that_ends_inside_something_is_truncated(end: str) -> None:
    assert "summary-truncated" in ids(f"{GOOD}\n{end}")


@pytest.mark.parametrize(
    "end",
    [
        "It is frozen",
        "```\ncode\n```",
        "Next:\n- retry",
        "<goal>\nfix it\n</goal>",
        "a < b",
        "done!",
        "xyzzy",
        "(see above)",
        "- wri",
    ],
)
def test_a_summary_that_ends_like_a_text_is_not_truncated(end: str) -> None:
    assert "summary-truncated" not in ids(f"{GOOD}\n{end}")


@pytest.mark.parametrize(
    ("summary", "continues"),
    [
        ("That sounds great! Is there anything else?", True),
        ("Sure. Let me know how it goes.", True),
        ("Was it the lock?", True),
        ("The lock was held.", False),
        (f"{GOOD} Should I go on?", False),
    ],
)
def test_a_summary_that_reads_as_the_next_turn(summary: str, continues: bool) -> None:
    assert ("reply-continues" in ids(summary)) is continues


@pytest.mark.parametrize(
    ("flag", "text", "quote"),
    [
        ("scratchpad-kept", "<analysis>so</analysis>", "<analysis>"),
        ("scratchpad-kept", "x </thinking >", "</thinking >"),
        ("tool-call-as-text", 'call <tool_call name="x"> it', '<tool_call name="x">'),
        ("tool-call-as-text", '{"name": "ls", "arguments": {}}', '"name": "ls", "arguments":'),
        ("tool-call-as-text", '{"type":"tool_use"}', '"type":"tool_use"'),
    ],
)
def test_markup_of_the_summarizing_call_is_shown(flag: str, text: str, quote: str) -> None:
    summary = f"{GOOD} {text}"
    found = next(one for one in flags(SOURCE, summary) if one.id == flag)

    assert [summary[span.start : span.end] for span in found.evidence.spans] == [quote]


def test_words_about_analysis_are_no_markup() -> None:
    assert ids(f"{GOOD} The analysis of the tool call is done.") == set()


def test_a_summary_that_stands_twice_in_the_list_is_shown_at_both_places() -> None:
    after = f"{GOOD}\nGo on.\n{GOOD}"
    flag = next(flag for flag in flags(SOURCE, GOOD, after=after) if flag.id == "duplicate-summary")

    assert [after[span.start : span.end] for span in flag.evidence.spans] == [GOOD, GOOD]
    assert ids("Go.", "Go on, then", after="Go. Go.") == set()


def test_an_earlier_summary_inside_a_new_one_is_nested() -> None:
    assert "nested-summary" in ids(f"{GOOD} {PRIOR}", prior=PRIOR)
    assert "nested-summary" in ids(f"{GOOD} {PRIOR.upper()}", prior=PRIOR)
    assert "nested-summary" not in ids(PRIOR, prior=PRIOR)
    assert "nested-summary" not in ids(f"{GOOD} ok", prior="ok")


@pytest.mark.parametrize(
    ("summary", "after", "dropped"),
    [
        (GOOD, "Send the file.", True),
        (f"{GOOD} For 5521.", "", False),
        (GOOD, "It is for 5521.", False),
        (f"{GOOD} The customer wants his invoices.", "", False),
    ],
)
def test_an_earlier_summary_that_left_no_trace_is_dropped(summary: str, after: str, dropped: bool) -> None:
    assert ("dropped-summary" in ids(summary, prior=PRIOR, after=after)) is dropped


def test_a_summary_as_long_as_its_source_has_grown() -> None:
    assert "summary-growth" in ids("four", "four")
    assert "summary-growth" not in ids("for", "four")
    assert "summary-growth" not in ids("something", " ")
    flag = next(flag for flag in flags("é", "zzz") if flag.id == "summary-growth")
    assert flag.evidence.counts == (("bytes_before", 2), ("bytes_after", 3))


ENGLISH = "The job is to retry, and the writes are frozen for the time that it takes. It is on the list."
GERMAN = "Der Auftrag ist, das nicht mit dem Rest zu mischen, und die Liste ist auf dem Server für uns."


@pytest.mark.parametrize(
    ("source", "summary", "shifts"),
    [
        (ENGLISH, GERMAN, True),
        (GERMAN, ENGLISH, True),
        (ENGLISH, ENGLISH, False),
        (ENGLISH, "作业每天晚上失败，需要重试三次。", True),
        (ENGLISH, "ジョブは毎晩失敗します。三回やり直します。", True),
        (ENGLISH, "run_7 ok", False),
        (ENGLISH, "это", False),
        ("Это задача для ночной выгрузки данных", "Эта задача выполнена", False),
        (ENGLISH, "abc это δοκ 数据", False),
    ],
)
def test_a_summary_in_another_language_is_shown(source: str, summary: str, shifts: bool) -> None:
    assert ("language-shift" in ids(summary, source)) is shifts


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30), st.none() | st.text(max_size=60))
def test_any_texts_can_be_flagged_and_spans_stay_inside(
    source: str, summary: str, prior: str, after: str | None
) -> None:
    inputs = {"source": source, "summary": summary, "prior": prior, "after": after or ""}
    for flag in flags(source, summary, prior=prior, after=after):
        for span in flag.evidence.spans:
            assert 0 <= span.start <= span.end <= len(inputs[span.text])
