"""Captured text is escaped, and what a browser would hide is named."""

import re

import pytest
from django.utils.html import escape
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.common.captured import draw

TAG = re.compile(r'<span class="ctl(?: harm)?"(?: data-raw="\d+")? title="[^"<>]*">[^<]*</span>')


def test_plain_text_is_only_escaped() -> None:
    assert draw("a < b & c\n\tok 日本語　é") == "a &lt; b &amp; c\n\tok 日本語　é"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("\u202e", '<span class="ctl harm" title="Right-to-left override, U+202E">RLO</span>'),
        ("\u2066", '<span class="ctl harm" title="Left-to-right isolate, U+2066">LRI</span>'),
        ("\u200b", '<span class="ctl" title="Zero width space, U+200B">ZWSP</span>'),
        ("\xa0", '<span class="ctl" title="No-break space, U+00A0">NBSP</span>'),
        ("\x00\x00\x00", '<span class="ctl" data-raw="3" title="Control character, U+0000">NUL ×3</span>'),
        ("\r\n", '<span class="ctl" title="Control character, U+000D">CR</span>\n'),
        ("\x1b[31m", '<span class="ctl" data-raw="5" title="Escape, U+001B: a terminal colour code">ESC[31m</span>'),
        ("\ud83d", '<span class="ctl harm" title="Half of a surrogate pair, U+D83D">U+D83D</span>'),
        ("\U000e0041", '<span class="ctl harm" title="Tag latin capital letter a, U+E0041">U+E0041</span>'),
        (
            "[redacted:api-key:3f2a]",
            '<span class="ctl harm" data-raw="23" title="Masked before it was stored">redacted: api-key 3f2a</span>',
        ),
    ],
)
def test_what_cannot_be_seen_is_drawn_as_a_token(text: str, drawn: str) -> None:
    assert draw(f"a{text}b") == f"a{drawn}b"


def test_markup_inside_a_marker_stays_text() -> None:
    assert draw("[redacted:<b>:1]") == "[redacted:&lt;b&gt;:1]"


@settings(max_examples=100)
@given(st.text(alphabet=st.characters(codec=None, exclude_categories=())))
def test_any_text_gives_only_our_own_markup_and_can_be_sent(text: str) -> None:
    drawn = draw(text)

    assert "<" not in TAG.sub("", drawn)
    assert drawn.encode("utf-8").decode("utf-8") == drawn


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_printable_text_is_what_django_escapes(text: str) -> None:
    assert draw(text) == escape(text)
