import base64
import json
from pathlib import Path

import pytest

from compaction.errors import InvalidSummary
from compaction.summary import SECTION_NAMES, read

VALID = (
    "<conversation_summary>\n"
    "<goal>Ship it</goal>\n"
    "<constraints>Keep the API</constraints>\n"
    "<decisions/>\n"
    "<state>Half done</state>\n"
    "<open_items></open_items>\n"
    "</conversation_summary>"
)


def refusal_of(xml: str | bytes) -> tuple[str, str | None, int | None, int | None]:
    with pytest.raises(InvalidSummary) as caught:
        read(xml if isinstance(xml, bytes) else xml.encode())
    return caught.value.reason, caught.value.section, caught.value.line, caught.value.column


def test_a_valid_summary_gives_its_sections_in_contract_order() -> None:
    summary = read(VALID.encode())
    assert list(summary.sections.items()) == [
        ("goal", "Ship it"),
        ("constraints", "Keep the API"),
        ("decisions", ""),
        ("state", "Half done"),
        ("open_items", ""),
    ]
    assert list(summary.sections) == list(SECTION_NAMES)


def test_the_text_is_kept_and_the_sections_are_expanded() -> None:
    xml = VALID.replace("Ship it", " a &amp;&#65;\r\nb\rc&#xD800;\U0001f680 ").replace(
        "\n<decisions/>", "\xa0<decisions\t/>"
    )
    summary = read(xml.encode())
    assert summary.text == xml
    assert summary.sections["goal"] == " a &A\nb\nc\ufffd\U0001f680 "


def test_references_to_surrogates_stay_two_characters() -> None:
    summary = read(VALID.replace("Ship it", "&#xD83D;&#056960;&#55357;&#x0dfFF;&#57344;&#xD7FF;").encode())
    assert summary.sections["goal"] == "\ufffd\ufffd\ufffd\ufffd\ue000\ud7ff"


def test_a_text_above_ten_million_bytes_is_read() -> None:
    words = "word " * 2_100_000
    assert read(VALID.replace("Ship it", words).encode()).sections["goal"] == words


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Outside the root
        ("<conv", "```xml\n<conv", ("xml_structure", None, 1, 1)),
        ("<conv", "\n<conv", ("xml_structure", None, 1, 1)),
        ("summary>\n<goal>", "summary_2>\n<goal>", ("xml_root", None, 1, 1)),
        ("</conversation_summary>", "</conversation_summary>\n", ("xml_structure", None, 7, 24)),
        ("</conversation_summary>", "</conversation_summary></x>", ("xml_syntax", None, 7, 24)),
        ("</conversation_summary>", "</conversation_summary><goal>", ("xml_structure", None, 7, 24)),
        # Order of sections
        ("<constraints>Keep the API</constraints>\n", "", ("xml_structure", "decisions", 3, 1)),
        ("<open_items></open_items>\n", "", ("xml_structure", "open_items", 6, 1)),
        ("<decisions/>", "<notes/>", ("xml_structure", "decisions", 4, 1)),
        ("<decisions/>", "<goal/>", ("xml_structure", "goal", 4, 1)),
        ("</open_items>\n", "</open_items>\n<notes/>", ("xml_structure", None, 7, 1)),
        ("<decisions/>", "<p:decisions/>", ("xml_structure", "decisions", 4, 1)),
        ("<decisions/>", "<decisions  a=''/>", ("xml_structure", "decisions", 4, 13)),
        # Between sections
        ("<decisions/>", " \xa0&#x20;and <decisions/>", ("xml_structure", None, 4, 9)),
        ("<decisions/>", "&amp;<decisions/>", ("xml_structure", None, 4, 1)),
        ("<decisions/>", "<!-- x --><decisions/>", ("xml_structure", None, 4, 1)),
        # Inside a section
        ("Half done", "Half <b>done</b>", ("xml_structure", "state", 5, 13)),
        ("Half done", "Half\n\U0001f680\xe9 <?x?>", ("xml_structure", "state", 6, 4)),
        ("Half done", "R&D", ("xml_syntax", "state", 5, 9)),
        ("Half done", "\U0001f680 &nbsp;", ("xml_syntax", "state", 5, 10)),
        ("Half done", "a]]>b", ("xml_syntax", "state", 5, 9)),
        ("Half done", "a\x01&", ("xml_syntax", "state", 5, 9)),
        ("Half done", "\x85\u2028<![CDATA[x]]>", ("xml_structure", "state", 5, 10)),
        ("</state>", "</State>", ("xml_syntax", "state", 5, 17)),
        ("</state>", "</state x>", ("xml_syntax", "state", 5, 25)),
        ("</state>", "</>", ("xml_syntax", "state", 5, 19)),
        # Inside a tag
        ("<state>", "<sta\xa0te>", ("xml_syntax", None, 5, 5)),
        ("<state>", "<a:b:c>", ("xml_syntax", None, 5, 5)),
        ("<state>", "<state a>", ("xml_syntax", None, 5, 9)),
        ("<state>", "<state a=b>", ("xml_syntax", None, 5, 10)),
        ("<state>", "<state a='1' b='x<'>", ("xml_syntax", None, 5, 18)),
        ("<state>", "<state a='&x;'>", ("xml_syntax", None, 5, 11)),
        ("<state>", "<state / >", ("xml_syntax", None, 5, 9)),
        ("<state>", "< state>", ("xml_syntax", None, 5, 2)),
        # Nothing but blanks
        ("Half done", "&#160;\u3000", ("xml_content", "state", 5, 1)),
        ("<goal>Ship it</goal>", "<goal/>", ("xml_content", "goal", 2, 1)),
    ],
)
def test_a_refusal_says_where(old: str, new: str, expected: tuple[str, str | None, int, int]) -> None:
    assert VALID.count(old) == 1
    assert refusal_of(VALID.replace(old, new)) == expected


def test_a_text_that_ends_too_early_is_marked_at_its_end() -> None:
    assert refusal_of("<conversation_summary><goal>a\nbc") == ("xml_syntax", "goal", 2, 3)
    assert refusal_of("<conversation_summary>") == ("xml_syntax", None, 1, 23)
    assert refusal_of("<conversation_summary") == ("xml_syntax", None, 1, 22)
    assert refusal_of("<conversation_summary>\n<!-- x") == ("xml_syntax", None, 2, 1)
    assert refusal_of("<conversation_summary a='x") == ("xml_syntax", None, 1, 25)
    assert refusal_of("") == ("xml_root", None, 1, 1)


def test_each_byte_that_is_not_utf8_counts_as_one_character() -> None:
    assert refusal_of(b"<conversation_summary><goal>\xc3\xa9\xe2\x82") == ("xml_syntax", "goal", 1, 30)
    assert refusal_of(b"<!--\xff\xfe\n-->") == ("xml_structure", None, 1, 1)


def test_a_marker_behind_another_fault_belongs_to_no_section() -> None:
    assert refusal_of("<<< & <![CDATA[") == ("xml_structure", None, 1, 7)
    assert refusal_of("<conversation_summary><goal>&</goal><![CDATA[") == ("xml_structure", None, 1, 37)


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        ("<!x '>'>", "xml_structure"),
        ("<!x '>", "xml_syntax"),
        ('<!x ">">', "xml_structure"),
        ('<!x ">', "xml_syntax"),
        ("<!x '\">'>", "xml_structure"),
        ("<!x <!-->-->>", "xml_structure"),
        ("<!x <!-->>", "xml_syntax"),
        ("<!x <<!-- ' -->>>", "xml_structure"),
        ("<!x <<!>>>", "xml_structure"),
        ("<!x <<>>", "xml_syntax"),
        ("<!x" + "<a" * 70_000 + ">" * 70_000 + ">", "xml_structure"),
        ("<!x" + "<a" * 70_000 + ">" * 70_000, "xml_syntax"),
    ],
)
def test_a_directive_ends_outside_quotes_comments_and_brackets(directive: str, reason: str) -> None:
    assert refusal_of(directive) == (reason, None, 1, 1)


def test_the_target_of_an_instruction_may_hold_colons() -> None:
    assert refusal_of("<?a:b:c?>") == ("xml_structure", None, 1, 1)
    assert refusal_of("<?a:b:c>") == ("xml_syntax", None, 1, 1)


def test_a_refusal_holds_no_content() -> None:
    marker = "MARKER-7f3a"
    for xml in (f"<{marker}>", f"{marker} & {marker}", VALID.replace("Half done", f"<{marker}/>"), f"<x {marker}"):
        with pytest.raises(InvalidSummary) as caught:
            read(xml.encode())
        error = caught.value
        assert error.__context__ is None and error.__cause__ is None
        assert marker not in f"{error!s}{error!r}{error.args}{vars(error)}"


@pytest.mark.parametrize("spelling", ["\xa0", "&#160;", "&#xa0;", "&#x00A0;", "\u2028", "&#8232;", "&#10;"])
def test_blanks_are_allowed_between_sections_but_do_not_make_a_section(spelling: str) -> None:
    assert read(VALID.replace("<decisions/>", f"{spelling}<decisions/>").encode()).sections["decisions"] == ""
    assert refusal_of(VALID.replace("Half done", spelling)) == ("xml_content", "state", 5, 1)


def test_the_case_file_covers_each_verdict() -> None:
    cases = json.loads((Path(__file__).parents[2] / "cases" / "summary_xml.json").read_text(encoding="utf-8"))
    assert len(cases) == 278
    assert {case["expect"] for case in cases} == {"ok", "xml_syntax", "xml_root", "xml_structure", "xml_content"}
    assert all(base64.b64decode(case["xml_b64"]) for case in cases if "xml_b64" in case)
