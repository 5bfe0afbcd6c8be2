"""The words that prove an answer: where they are found, and which of several places counts."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.evidence import Evidence, Hit, Method, Source, find_evidence

FEW_WORDS = st.lists(st.sampled_from(["port", "Port", "5433", "is", "the", "open.", "\n", "now", "İ"]), max_size=12)
TEXTS = st.builds(
    "".join,
    st.lists(
        st.builds("{}{}".format, st.sampled_from(["a", "B", "b.", "1", "İ"]), st.sampled_from([" ", "  ", "\n", ""])),
        max_size=12,
    ),
)


def find(answer: str, *texts: str) -> Evidence:
    return find_evidence([answer], [Source(10 + place, 2, text) for place, text in enumerate(texts)])[0]


def quotes(answer: str, *texts: str) -> list[str]:
    return [texts[hit.source][hit.start : hit.end] for hit in find(answer, *texts).hits]


def test_a_hit_names_source_message_part_and_span() -> None:
    hits = find("port 5433", "We listen.", "Use port 5433 now.").hits

    assert hits == (Hit(source=1, message=11, part=2, start=4, end=13, method=Method.EXACT, score=1.0),)


def test_the_latest_of_several_hits_is_the_primary_one() -> None:
    evidence = find("port 5433", "port 5433, then port 5433", "nothing", "port 5433")

    assert [(hit.source, hit.start) for hit in evidence.hits] == [(2, 0), (0, 16), (0, 0)]
    assert evidence.primary == evidence.hits[0]


def test_of_many_hits_the_five_latest_are_kept() -> None:
    hits = find("retry", *["retry"] * 7).hits

    assert [hit.source for hit in hits] == [6, 5, 4, 3, 2]


@pytest.mark.parametrize(
    ("answer", "text", "quote"),
    [
        ("retry  three\ntimes", "We retry three times.", "retry three times"),
        ("retry three times", "  We retry\n   three \t times.", "retry\n   three \t times"),
        ("3", "port 5433, 3 tries", "3"),
        ("数据库", "用数据库保存", "数据库"),
    ],
)
def test_white_space_runs_are_one_blank(answer: str, text: str, quote: str) -> None:
    evidence = find(answer, text)

    assert evidence.method is Method.EXACT
    assert text[evidence.hits[0].start : evidence.hits[0].end] == quote


@pytest.mark.parametrize(
    ("answer", "text", "quote"),
    [
        ("Port 5433.", "the port 5433 is open", "port 5433"),
        ('"FIX/export-lock"', "branch fix/export-lock!", "fix/export-lock"),
        ("`Retry`", "İİ retry", "retry"),
    ],
)
def test_case_and_outer_punctuation_do_not_count_where_nothing_is_exact(answer: str, text: str, quote: str) -> None:
    evidence = find(answer, text)

    assert (evidence.method, evidence.hits[0].score) == (Method.NORMALIZED, 1.0)
    assert quotes(answer, text) == [quote]


def test_an_exact_hit_beats_a_later_normalized_one() -> None:
    assert quotes("Retry", "Retry", "retry") == ["Retry"]


@pytest.mark.parametrize("text", ["5433", "43", "x3", "3x", "_3"])
def test_an_answer_is_not_found_inside_a_word(text: str) -> None:
    assert find("3", text).method is Method.NOT_FOUND


def test_hits_do_not_reach_across_sources_or_overlap() -> None:
    assert quotes("w x y z", "w", "x", "y", "z") == []
    assert len(quotes("a a", "a a a a a")) == 2
    assert quotes("aa", "xaa aaa aa") == ["aa"]


def test_a_sentence_with_most_of_the_words_is_an_overlap() -> None:
    text = "Hello there. We retry the job three times. Bye."
    evidence = find("three retry of job times", text)

    assert evidence.method is Method.OVERLAP
    assert quotes("three retry of job times", text) == ["We retry the job three times."]
    assert evidence.hits[0].score == pytest.approx(2 * 4 / (5 + 5))


def test_overlap_needs_six_tenths() -> None:
    assert quotes("one two three", "one two x y z u v") == []  # 2 * 2 / 10
    assert quotes("one three two", "one two x y z u v three") == []  # 2 * 3 / 11
    assert quotes("one three two", "one two x y z v three") == ["one two x y z v three"]  # 2 * 3 / 10


def test_a_line_of_several_sentences_counts_as_a_whole() -> None:
    text = "intro\n  Retry it. Three times. \nend"

    assert quotes("three times retry it", text) == ["Retry it. Three times."]


def test_the_best_overlap_wins_and_the_later_of_two_equals() -> None:
    assert quotes("c b a1", "a1 b c x", "a1 b c") == ["a1 b c"]
    hits = find("c b a1", "a1 b c", "b a1 c", "a1 x y z").hits
    assert [hit.source for hit in hits] == [1]


def test_a_word_counts_as_often_as_it_stands() -> None:
    assert quotes("no no no yes", "yes no maybe") == []


def test_articles_do_not_count() -> None:
    assert quotes("a the an", "the a an x") == []
    assert quotes("lock the table", "lock a table") == ["lock a table"]


@pytest.mark.parametrize("answer", ["", " \n", "...", "` `"])
def test_an_answer_without_words_has_no_evidence(answer: str) -> None:
    assert find(answer, "some text, and more") == Evidence()
    assert find(answer, "some text").primary is None


def test_each_answer_has_its_evidence_in_order() -> None:
    found = find_evidence(["two", "none at all", "One"], [Source(0, 0, "one and two")])

    assert [evidence.method for evidence in found] == [Method.EXACT, Method.NOT_FOUND, Method.NORMALIZED]
    assert find_evidence([], []) == ()
    assert find_evidence(["x"], [])[0].hits == ()


def expected_exact(answer: str, text: str) -> list[str]:
    words = [re.escape(word) for word in answer.split()]
    if not words:
        return []
    start = r"(?<![A-Za-z0-9_])" if re.match("[A-Za-z0-9_]", answer.strip()) else ""
    end = r"(?![A-Za-z0-9_])" if re.search("[A-Za-z0-9_]$", answer.strip()) else ""
    return re.findall(start + r"\s+".join(words) + end, text)


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, max_size=4), TEXTS)
def test_a_hit_is_the_answer_but_for_white_space(texts: list[str], answer: str) -> None:
    sources = [Source(place, 0, text) for place, text in enumerate(texts)]
    evidence = find_evidence([answer], sources)[0]

    assert len(evidence.hits) <= 5
    exact = any(expected_exact(answer, text) for text in texts)
    assert (evidence.method is Method.EXACT) == exact
    for hit in evidence.hits:
        quote = " ".join(texts[hit.source][hit.start : hit.end].split())
        if hit.method is Method.EXACT:
            assert quote == " ".join(answer.split())
        if hit.method is Method.NORMALIZED:
            assert quote.lower() in " ".join(answer.split()).lower()
        assert quote


@settings(max_examples=60, deadline=None)
@given(FEW_WORDS, FEW_WORDS)
def test_an_overlap_is_at_least_six_tenths_alike(answer: list[str], text: list[str]) -> None:
    for hit in find(" ".join(answer), " ".join(text)).hits:
        assert 0.6 <= hit.score <= 1
        assert " ".join(text)[hit.start : hit.end].strip() == " ".join(text)[hit.start : hit.end] != ""
