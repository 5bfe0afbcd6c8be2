from compaction.llm import Exchange, Request

FIRST = Request("summarize", "Be brief.", "Text", budget=50, max_output_tokens=100)
SECOND = Request("question", "Be brief.", "Ask", 50, 100, (Exchange("summarize", "Text", "Reply"),))


def test_the_bytes_of_a_request_are_written_out() -> None:
    assert FIRST.to_bytes() == b'["summarize","Be brief.","Text",50,100,[]]'
    assert SECOND.to_bytes() == b'["question","Be brief.","Ask",50,100,[["summarize","Text","Reply"]]]'


def test_the_digest_never_changes() -> None:
    assert FIRST.digest() == "2139816ed48496afb72f2d86bb17d2dd68642e206c64cee44ded30904deffae0"


def test_a_lone_surrogate_has_a_digest() -> None:
    assert len(Request("answer", "", "\ud800", 1, 1).digest()) == 64


def test_a_boundary_between_two_texts_counts() -> None:
    assert Request("answer", "a", "bc", 1, 1).digest() != Request("answer", "ab", "c", 1, 1).digest()
