from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.errors import InvalidSummary
from compaction.summary import SECTION_NAMES, State, outline, read

REASONS = {"xml_syntax", "xml_root", "xml_structure", "xml_content"}
CHARACTERS = st.characters(
    min_codepoint=0x20, exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"
) | st.sampled_from("\t\n\r")
WORDS = st.text(CHARACTERS, max_size=60)
MARKUP = st.lists(
    st.sampled_from(
        ["<", ">", "</", "/>", "<!--", "-->", "<!", "<?", "?>", "&", ";", "&amp;", "]]>", "'", '"', "=", " ", "\n", "a"]
        + [f"<{name}>" for name in (*SECTION_NAMES, "conversation_summary")]
        + [f"</{name}>" for name in (*SECTION_NAMES, "conversation_summary")]
    )
    | st.text(max_size=3),
    max_size=40,
).map("".join)


def escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def build(words: list[str]) -> str:
    sections = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in zip(SECTION_NAMES, words, strict=True))
    return f"<conversation_summary>{sections}</conversation_summary>"


def check_any(xml: bytes) -> None:
    text = xml.decode("utf-8", "surrogateescape")
    try:
        assert read(xml).text.encode() == xml
    except InvalidSummary as refusal:
        lines = text.split("\n")
        assert refusal.reason in REASONS
        assert refusal.section in (None, *SECTION_NAMES)
        assert refusal.line is not None and 1 <= refusal.line <= len(lines)
        assert refusal.column is not None and 1 <= refusal.column <= len(lines[refusal.line - 1]) + 1
    views = outline(xml)
    assert [view.name for view in views if view.state is not State.REPEATED][:5] == list(SECTION_NAMES)
    for view in views:
        assert (view.start is None) == (view.end is None) == (view.line is None) == (view.state is State.ABSENT)
        assert view.start is None or view.end is None or 0 <= view.start <= view.end <= len(text)


@given(st.binary(max_size=200))
@settings(max_examples=100)
def test_any_bytes_are_read_or_refused_at_a_place_inside(xml: bytes) -> None:
    check_any(xml)


@given(MARKUP)
@settings(max_examples=200)
def test_any_markup_is_read_or_refused_at_a_place_inside(xml: str) -> None:
    check_any(xml.encode("utf-8", "replace"))


@given(st.lists(WORDS, min_size=5, max_size=5))
@settings(max_examples=100)
def test_words_never_make_a_summary_invalid(words: list[str]) -> None:
    words = [f"{text}." for text in words]
    summary = read(build(words).encode())
    expected = [text.replace("\r\n", "\n").replace("\r", "\n") for text in words]
    assert list(summary.sections.values()) == expected


@given(st.lists(WORDS, min_size=5, max_size=5))
@settings(max_examples=50)
def test_the_outline_of_a_valid_summary_is_its_sections(words: list[str]) -> None:
    xml = build([f"{text}." for text in words])
    views = outline(xml.encode())
    assert [view.state for view in views] == [State.PRESENT] * 5
    assert [xml[view.start : view.end] for view in views] == [escape(f"{text}.") for text in words]


@given(st.lists(WORDS, min_size=5, max_size=5), st.data())
@settings(max_examples=50)
def test_one_character_before_or_behind_makes_it_invalid(words: list[str], data: st.DataObject) -> None:
    xml = build([f"{text}." for text in words])
    extra = data.draw(CHARACTERS)
    for changed in (extra + xml, xml + extra):
        try:
            read(changed.encode())
        except InvalidSummary as refusal:
            assert refusal.reason in ("xml_structure", "xml_syntax")
        else:
            raise AssertionError("accepted")
