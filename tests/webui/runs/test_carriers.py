"""Which texts carry which messages."""

from webui.runs.carriers import SENTENCES, carried, sentences, sentences_of


def cut(text: str) -> list[str]:
    return [text[start:stop] for start, stop in sentences(text)]


def test_a_text_is_cut_at_ends_of_sentences_and_of_lines() -> None:
    assert cut("Read a.py. Is v1.2 out?  Yes!\n- one\n\n- two ") == [
        "Read a.py.",
        "Is v1.2 out?",
        "Yes!",
        "- one",
        "- two ",
    ]
    assert cut(" \n ") == []


def test_sentences_are_numbered_in_each_section_and_a_huge_summary_is_cut() -> None:
    assert sentences_of({"goal": "One. Two.", "state": "Three."}) == {
        ("goal", 0): "One.",
        ("goal", 1): "Two.",
        ("state", 0): "Three.",
    }
    assert len(sentences_of({"goal": "One. " * 2 * SENTENCES})) == SENTENCES


def test_every_text_that_shares_an_identifier_carries_the_message() -> None:
    messages = [(0, "see a/b.py"), (1, "see A/B.PY and c_d"), (2, "see nothing"), (3, "c_d")]

    found = carried(messages, {"one": "a/b.py", "two": "c_d", "three": "e_f"})

    assert found == {"one": [(0, 2)], "two": [(1, 2), (3, 4)], "three": []}
