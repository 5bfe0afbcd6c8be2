import pytest

from compaction.formats.sessions.summaries import plain_summary, spoken, text_of


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Read a.py.", "Read a.py."),
        ("This session is being continued from a previous conversation that ended.\nRead a.py.", "Read a.py."),
        (
            "This session is being continued from a previous conversation.\nRead a.py.\n"
            "Please continue with the last task without asking further questions.",
            "Read a.py.",
        ),
        ("<analysis>Hm.</analysis>\n<summary>\nRead a.py.\n</summary>", "Read a.py."),
        ("<state_snapshot>Read a.py.</state_snapshot>", "Read a.py."),
        ("<summary>Read a.py.", "Read a.py."),
        ("Another language model started to solve this problem. Its words:\nRead a.py.", "Read a.py."),
        ("The word <analysis> alone, and Please continue.", "The word <analysis> alone, and Please continue."),
        ("  \n", ""),
    ],
)
def test_what_a_tool_puts_around_a_summary_is_left_out(text: str, plain: str) -> None:
    assert plain_summary(text) == plain


@pytest.mark.parametrize(
    ("content", "text"),
    [("a", "a"), ([{"type": "text", "text": "a"}, {"type": "image"}, "b"], "a\nb"), ({"text": "a"}, "a"), (None, "")],
)
def test_texts_are_found_in_any_form_of_content(content: object, text: str) -> None:
    assert text_of(content) == text


def test_a_message_speaks_in_its_content_or_its_parts() -> None:
    assert spoken({"content": [{"text": "a"}]}) == "a"
    assert spoken({"parts": [{"text": "b"}]}) == "b"
    assert spoken({"role": "user"}) == ""
