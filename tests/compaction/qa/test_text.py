from compaction.qa.text import is_blank, lines, trim


def test_only_unicode_white_space_is_trimmed() -> None:
    assert trim("\u3000\x85 a \u200a") == "a"
    assert trim("\x1c a") == "\x1c a"
    assert trim("\u200ba") == "\u200ba"


def test_blank_means_white_space_alone() -> None:
    assert is_blank("")
    assert is_blank(" \t\r\n\u2028")
    assert not is_blank("\x1f")


def test_lines_end_at_line_feeds_alone() -> None:
    assert lines("a\r\n b\x0bc\u2028d\r\n") == ["a", "b\x0bc\u2028d", ""]
