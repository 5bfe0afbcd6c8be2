"""All measures of two texts."""

from compaction.measures import measure


def test_a_number_in_back_quotes_is_a_number_all_the_same() -> None:
    measures = measure("port 5433 and PORT", "port `5433`")

    assert (measures.kept, measures.id_recall, measures.id_precision) == (("number:5433",), 1.0, 1.0)


def test_hook_text_and_prior_support_what_the_source_lacks() -> None:
    supported = measure("nothing", "ledger_v7 on 5433", prior="ledger_v7", hook="5433")

    assert (supported.unsupported, supported.id_precision) == ((), 1.0)
    assert measure("nothing", "ledger_v7 on 5433", prior="ledger_v7").unsupported == ("number:5433",)


def test_an_identifier_glued_to_a_word_is_not_present() -> None:
    assert measure("use `cap`", "recap, capped; cap_x").lost == ("code:cap",)
    assert measure("use `cap`", "recap, then CAP").kept == ("code:cap",)


def test_runs_of_words_may_repeat() -> None:
    assert measure("one two three four", "one two three one two").ngram_precision == (1.0, 0.75, 0.3333)


def test_without_words_nothing_is_defined() -> None:
    measures = measure("", "")

    assert (measures.id_recall, measures.id_precision, measures.compression) == (None, None, None)
    assert measures.ngram_precision == (None, None, None)
    assert measures.trigram_precision is None
