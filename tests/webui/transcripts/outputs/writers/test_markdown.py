"""Markdown for a comment: short, and with nothing in it that a file name could turn into markup."""

from collections.abc import Callable
from dataclasses import replace

from webui.transcripts.outputs import File, Report, Told
from webui.transcripts.outputs.writers.markdown import MARK, address, code, escape, write


def test_a_comment_is_a_paragraph_the_worst_five_and_the_link(report: Report) -> None:
    lines = write(report).splitlines()
    assert lines[:3] == [
        MARK,
        "**Compaction Review.** 1 of 4 files would be refused: 1 error, 1 warning and 1 note. "
        "1 of them cannot be read. 1 of them is not checked. Four core rules.",
        "",
    ]
    assert [line.split()[1] for line in lines[3:6]] == ["**error**", "**warning**", "**note**"]
    assert lines[3] == (
        "- **error** `paired-tool-result` `logs/a b.jsonl` "
        "[`messages[0]`](https://review.example/t/acme/transcripts/abc?at=1#m-1.0): "
        "Tool result without its call. Anthropic refuses it."
    )
    assert lines[6:] == [
        "- `/srv/cut.json`: The JSON ends inside a value.",
        "",
        "And 7 more.",
        "",
        "All of it:",
        "https://review.example/t/acme/captures/abc%20%281%29",
    ]


def test_at_most_five_are_listed_and_the_others_counted(report: Report, told: Callable[..., Told]) -> None:
    many = replace(report, files=(File("a.json", "Would be refused: 12 errors.", (told(),) * 12),))
    text = write(many)
    assert text.count("- **error**") == 5
    assert "And 7 more." in text
    assert text.splitlines()[1].startswith("**Compaction Review.** `a.json`: Would be refused: 12 errors.")


def test_a_clean_file_is_one_paragraph(report: Report) -> None:
    clean = replace(report, files=(File("a.json", "Would be accepted."),), link="")
    assert write(clean) == f"{MARK}\n**Compaction Review.** `a.json`: Would be accepted. Four core rules.\n"


def test_a_place_without_a_path_is_told_in_words(report: Report, told: Callable[..., Told]) -> None:
    lone = replace(report, files=(File("a", "Refused.", (told(path="", link=""),)),))
    assert "- **error** `paired-tool-result` Message 1 (user), block 0: Tool" in write(lone)


def test_a_hostile_name_stays_within_its_code_span(report: Report, hostile: str) -> None:
    shown = code(hostile)
    assert shown.startswith("```")
    assert shown.endswith("```")
    assert "\n" not in shown
    assert "\x1b" not in shown
    assert "```" not in shown[3:-3]
    assert len(write(replace(report, files=(File(hostile, "Valid."),), link="")).splitlines()) == 2


def test_spans_keep_blanks_and_back_quotes_apart() -> None:
    assert code("`") == "`` ` ``"
    assert code("") == "`   `"
    assert code("x" * 200) == f"`{'x' * 120}…`"


def test_words_mean_nothing_to_markdown() -> None:
    assert escape("<b> *x* [a](b) #1 @me a|b `c`") == (r"\<b\> \*x\* \[a\](b) \#1 \@me a\|b \`c\`")


def test_an_address_cannot_end_its_brackets() -> None:
    assert address("https://e.example/a) b<c>\n") == "https://e.example/a%29%20b%3Cc%3E%EF%BF%BD"


def test_what_is_waived_comes_last_and_says_so(tolerated: Report) -> None:
    lines = write(tolerated).splitlines()
    assert "1 error and 1 warning, 1 of them waived." in lines[1]
    assert [line.split()[1] for line in lines[3:5]] == ["**warning**", "**error**"]
    assert lines[4].endswith("_Waived by max until 30 Dec 2026, this case: it is test traffic._")
